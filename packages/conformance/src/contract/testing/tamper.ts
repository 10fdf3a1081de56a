/** Breaks a correct endpoint by changing its messages in a relay. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type LenientLockFile, lockDirectoryName, lockFileName } from "@tandem-ide/protocol";
import { Fixture } from "../fixture.js";
import type { LaunchedEditor, LaunchOptions, TestEditorOptions } from "../options.js";
import { openRelay, type Tampering } from "./relay.js";

/** Wraps a `launch` so that clients only reach the editor through the relay. */
export function tampered(launch: TestEditorOptions["launch"], tampering: Tampering): TestEditorOptions["launch"] {
  return async (options: LaunchOptions): Promise<LaunchedEditor> => {
    const hidden = await Fixture.make();
    const launched = await launch({ ...options, configDir: hidden.configDir });
    const [found] = await hidden.locks();
    if (!found) throw new Error("The editor has no lock");
    const { port, lock: own } = found;
    const relay = await openRelay({ port, authToken: own.authToken ?? "" }, tampering);

    const lock: LenientLockFile = { ...own, port: relay.port };
    const directory = join(options.configDir, lockDirectoryName);
    await mkdir(directory, { recursive: true });
    const lockFile = join(directory, lockFileName(relay.port));
    await writeFile(lockFile, JSON.stringify(lock));
    return {
      driver: launched.driver,
      stop: async () => {
        await rm(lockFile, { force: true });
        relay.close();
        await launched.stop();
        await hidden.remove();
      },
    };
  };
}
