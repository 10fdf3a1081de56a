/** A folder with a file list cache. */
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Logger } from "@tandem-ide/base";
import { FakeClock } from "@tandem-ide/base/testing";
import { onTestFinished } from "vitest";
import { FileListCache } from "../agents/claude-code/requests/file-list-cache.js";
import { listFiles } from "../hub/files/list-files.js";
import { isLocal } from "../hub/files/local-disk.js";
import { Privacy } from "../hub/privacy/privacy.js";
import { temporaryDirectory, writeTo } from "./temporary.js";

/** Lists are only cached on local disks. */
export const canWatch = isLocal(tmpdir());

export const signal: AbortSignal = new AbortController().signal;
const files = ["a.ts", "src/b.ts", "src/deep/c.ts", "src/deep/d.log", "lib/e.ts", ".tandemignore"];

interface Options {
  readonly maxWatches?: number;
  readonly isHiddenByEditor?: (path: string) => boolean;
  readonly now?: () => number;
}

/** Files seem five seconds old, so rules are old enough to be cached. */
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
  const known = new FileListCache({ clock, log, privacy, ...options });
  onTestFinished(() => known.close());
  const list = async () => (await known.list(folder, signal)).paths();
  const listFresh = () => listFiles(folder, { signal, isHidden: (path) => privacy.checkRules(path) !== undefined });
  /** Lists once, which starts watching. */
  const watched = async () => {
    await known.list(folder, signal);
    clock.advance(1000);
    return await known.list(folder, signal);
  };
  return { root, folder, privacy, clock, said, known, list, listFresh, watched };
}
