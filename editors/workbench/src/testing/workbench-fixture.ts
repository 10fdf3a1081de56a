/** A workbench with its own folder, a small page and no browser. For tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "@tandem-ide/client";
import { onTestFinished } from "vitest";
import { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "../host/create-workbench.js";

export interface WorkbenchFixture {
  readonly running: RunningWorkbench;
  readonly folder: string;
  /** Returns the path of a file in the folder. */
  readonly path: (name: string) => string;
  /** Connects a client that is closed when the test ends. */
  readonly client: () => Promise<Client>;
}

/** Starts it with `a.txt` and `b.txt` in its folder; it ends with the test. */
export async function workbenchFixture(options: Partial<CreateWorkbenchOptions> = {}): Promise<WorkbenchFixture> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "project");
  mkdirSync(join(root, "page"));
  mkdirSync(folder);
  writeFileSync(join(root, "page", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(folder, "b.txt"), "b\n");
  const { endpoint, ...rest } = options;
  const running = await createWorkbench({
    folders: [folder],
    pageFolder: join(root, "page"),
    endpoint: { configDir: join(root, "config"), env: {}, home: root, readyDelayMs: 0, ...endpoint },
    ...rest,
  });
  onTestFinished(() => running.close());
  return { running, folder, path: (name) => join(folder, name), client: () => clientOf(running) };
}

async function clientOf({ endpoint }: RunningWorkbench): Promise<Client> {
  const connected = await connect({ port: endpoint.port, authToken: endpoint.authToken });
  onTestFinished(() => connected.close());
  return connected;
}
