/** A workbench on a folder of its own, with a small page and no browser. For tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "@tandem/client";
import { onTestFinished } from "vitest";
import { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "../host/create-workbench.js";

export interface StandingWorkbench {
  readonly running: RunningWorkbench;
  readonly folder: string;
  /** The path of a file of the folder. */
  readonly path: (name: string) => string;
  /** A client that has come in; it goes with the test. */
  readonly client: () => Promise<Client>;
}

/** Starts it with `a.txt` and `b.txt` in its folder; it ends with the test. */
export async function standingWorkbench(options: Partial<CreateWorkbenchOptions> = {}): Promise<StandingWorkbench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "project");
  mkdirSync(join(root, "page"));
  mkdirSync(folder);
  writeFileSync(join(root, "page", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(folder, "b.txt"), "b\n");
  const { ide, ...rest } = options;
  const running = await createWorkbench({
    folders: [folder],
    pageFolder: join(root, "page"),
    ide: { configDir: join(root, "config"), env: {}, home: root, readyDelayMs: 0, ...ide },
    ...rest,
  });
  onTestFinished(() => running.close());
  return { running, folder, path: (name) => join(folder, name), client: () => clientOf(running) };
}

async function clientOf({ ide }: RunningWorkbench): Promise<Client> {
  const connected = await connect({ port: ide.port, authToken: ide.authToken });
  onTestFinished(() => connected.close());
  return connected;
}
