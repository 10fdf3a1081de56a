/** The cases about folders, restarts and ends catch what they are there for. Every editor here is a stand-in. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryEditor } from "@tandem/memory-editor";
import { type LaunchedMemoryEditor, memoryLauncher } from "@tandem/memory-editor/testing";
import { lockDirectoryName } from "@tandem/protocol";
import { createEndpoint, type Endpoint } from "@tandem/server";
import { afterAll, test } from "vitest";
import type { Hand } from "./hand.js";
import type { LaunchOptions, TestEditorOptions } from "./options.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";

const leftOpen: Endpoint[] = [];
afterAll(() => Promise.all(leftOpen.map((ide) => ide.close())));

/** An editor with other verbs for its life. */
function living(change: (launched: LaunchedMemoryEditor, options: LaunchOptions) => Partial<Hand>) {
  const launch: TestEditorOptions["launch"] = async (options) => {
    const launched = await memoryLauncher(MemoryEditor, { readyDelayMs: 20 })(options);
    return { hand: { ...launched.hand, ...change(launched, options) }, stop: launched.stop };
  };
  return launch;
}

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "does not tell that its folders changed",
    launch: living(() => ({ setFolders: () => {} })),
    caughtBy: { "LCK-07 When the folders change": /deep.equal/i },
  },
  {
    fault: "comes back from a restart with another token",
    launch: living(({ stop }, options) => ({
      restartEndpoint: async () => {
        const { folders, configDir, home } = options;
        await stop();
        const ide = await createEndpoint(new MemoryEditor({ folders }), { configDir, home, env: {} });
        leftOpen.push(ide);
      },
    })),
    caughtBy: { "CON-09 A restart of the endpoint": /The port must stay/ },
  },
  {
    fault: "does not go when it is told to",
    launch: living(() => ({ quit: () => {} })),
    caughtBy: { "LCK-04 Quitting removes the lock": /The client's connection ends/ },
  },
  {
    fault: "leaves a lock behind when it quits",
    launch: living(({ stop }, { configDir }) => ({
      quit: async () => {
        await stop();
        writeFileSync(join(configDir, lockDirectoryName, "12345.lock"), "{}");
      },
    })),
    caughtBy: { "LCK-04 Quitting removes the lock": /No lock is left behind/ },
  },
  {
    fault: "takes quitting for accepting",
    launch: living(({ hand, stop }) => ({
      quit: async () => {
        for (const tabName of hand.pendingReviews()) hand.accept(tabName);
        setTimeout(stop, 50);
      },
    })),
    caughtBy: { "CLN-04 Quitting with a proposal": /accepted by nobody/ },
  },
  {
    fault: "leaves its predecessor's lock where it is",
    launch: living(({ stop }, { configDir, folders }) => ({
      kill: async () => {
        await stop();
        const lock = { pid: process.pid, workspaceFolders: folders, transport: "ws", authToken: "old" };
        writeFileSync(join(configDir, lockDirectoryName, "12345.lock"), JSON.stringify(lock));
      },
    })),
    caughtBy: { "LCK-09 After a kill": /Exactly one lock must be there/ },
  },
];

expectAllCaught(["Life and death"], brokenEditors, test.concurrent);
