/** Discovery in a room of a test's own. */
import type { Environment } from "@tandem/base";
import { onTestFinished } from "vitest";
import { type DiscoverOptions, type Discovery, discover } from "../discovery/discover.js";
import { LockRoom } from "./lock-room.js";

export async function room(): Promise<LockRoom> {
  const made = await LockRoom.make();
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

/** A lock of this very process, which lives. */
export function lockOf(folder: string | undefined, more: object = {}): object {
  const workspaceFolders = folder === undefined ? [] : [folder];
  return { pid: process.pid, workspaceFolders, ideName: "Ed", transport: "ws", authToken: "the-secret-token", ...more };
}

export function look({ home }: LockRoom, cwd: string, more: DiscoverOptions = {}): Promise<Discovery> {
  return discover({ home, cwd, env: {}, ...more });
}

/** A room with one lock, looked at from its folder `work`. */
export async function lookAtOne(lock: (work: string) => object | string, env: Environment = {}, listens = true) {
  const here = await room();
  const work = await here.folder("work");
  const port = await (listens ? here.listen() : here.closedPort());
  await here.lock(port, lock(work));
  const discovery = await look(here, work, { env });
  const [editor] = discovery.editors;
  if (!editor) throw new Error("no editor found");
  return { discovery, editor, work, port };
}
