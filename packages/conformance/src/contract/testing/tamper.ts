/** Puts a relay between an editor and its clients that changes what passes: a broken endpoint, made from a right one. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type LenientLockFile, lockDirectoryName, lockFileName } from "@tandem/protocol";
import type { LaunchedEditor, LaunchOptions, TestEditorOptions } from "../options.js";
import { Site } from "../site.js";
import { openRelay, type Tampering } from "./relay.js";

/** A `launch` whose editor is reached only through the tampering. */
export function tampered(launch: TestEditorOptions["launch"], tampering: Tampering): TestEditorOptions["launch"] {
  return async (options: LaunchOptions): Promise<LaunchedEditor> => {
    const hidden = await Site.make();
    const launched = await launch({ ...options, configDir: hidden.configDir });
    const [found] = await hidden.locks();
    if (!found) throw new Error("The editor could not be wrapped");
    const { port, lock: own } = found;
    const relay = await openRelay({ port, authToken: own.authToken ?? "" }, tampering);

    const lock: LenientLockFile = { ...own, port: relay.port };
    const directory = join(options.configDir, lockDirectoryName);
    await mkdir(directory, { recursive: true });
    const lockFile = join(directory, lockFileName(relay.port));
    await writeFile(lockFile, JSON.stringify(lock));
    return {
      hand: launched.hand,
      stop: async () => {
        await rm(lockFile, { force: true });
        relay.close();
        await launched.stop();
        await hidden.remove();
      },
    };
  };
}
