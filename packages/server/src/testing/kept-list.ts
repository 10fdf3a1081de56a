/** A folder whose files are listed and kept, and what a test does with it. */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Logger } from "@tandem/base";
import { FakeClock } from "@tandem/base/testing";
import { onTestFinished } from "vitest";
import { KnownFiles } from "../agents/claude-code/requests/known-files.js";
import { listFiles } from "../hub/files/list-files.js";
import { isLocal } from "../hub/files/local-disk.js";
import { Privacy } from "../hub/privacy/privacy.js";
import { temporaryDirectory, writeTo } from "./temporary.js";

/** Elsewhere nothing is kept. */
export const canKeep = isLocal(tmpdir());

export const signal: AbortSignal = new AbortController().signal;
const files = ["a.ts", "src/b.ts", "src/deep/c.ts", "src/deep/d.log", "lib/e.ts", ".tandemignore"];

interface Options {
  readonly maxWatches?: number;
  readonly isWithheldByEditor?: (path: string) => boolean;
  readonly now?: () => number;
}

/** Files seem to be five seconds old, so that rules are not too young to be kept. */
export function setUp(given: Options = {}) {
  const options = { now: () => Date.now() + 5000, ...given };
  const root = temporaryDirectory();
  const folder = join(root, "workspace");
  mkdirSync(join(root, ".git"));
  for (const name of files) writeTo(folder, name, "");
  const privacy = new Privacy({ folders: () => [folder], hostRules: [], isPaused: false, ...options });
  const clock = new FakeClock();
  const said: string[] = [];
  const log = new Logger(({ message }) => said.push(message), "info");
  const known = new KnownFiles({ clock, log, privacy, ...options });
  onTestFinished(() => known.close());
  const list = async () => (await known.list(folder, signal)).paths();
  const anew = () => listFiles(folder, { signal, isWithheld: (path) => privacy.judge(path) !== undefined });
  /** Asked once, and then watched. */
  const watched = async () => {
    await known.list(folder, signal);
    clock.advance(1000);
    return await known.list(folder, signal);
  };
  return { root, folder, privacy, clock, said, known, list, anew, watched };
}
