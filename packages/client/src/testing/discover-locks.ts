/** Discovery in a separate fixture. */
import type { Environment } from "@tandem-ide/base";
import { onTestFinished } from "vitest";
import { type DiscoverOptions, type Discovery, discover } from "../discovery/discover.js";
import { LockFixture } from "./lock-fixture.js";

export async function lockFixture(): Promise<LockFixture> {
  const made = await LockFixture.make();
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

/** A lock of this process, which is running. */
export function lockOf(folder: string | undefined, more: object = {}): object {
  const workspaceFolders = folder === undefined ? [] : [folder];
  return { pid: process.pid, workspaceFolders, ideName: "Ed", transport: "ws", authToken: "the-secret-token", ...more };
}

export function discoverIn({ home }: LockFixture, cwd: string, more: DiscoverOptions = {}): Promise<Discovery> {
  return discover({ home, cwd, env: {}, ...more });
}

/** Discovers the only lock of a new fixture, from its folder `work`. */
export async function discoverOne(lock: (work: string) => object | string, env: Environment = {}, listens = true) {
  const here = await lockFixture();
  const work = await here.folder("work");
  const port = await (listens ? here.listen() : here.closedPort());
  await here.lock(port, lock(work));
  const discovery = await discoverIn(here, work, { env });
  const [editor] = discovery.editors;
  if (!editor) throw new Error("no editor found");
  return { discovery, editor, work, port };
}
