/** The cases about folders, restarts and shutdown catch broken editors. All editors here are stand-ins. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { type LaunchedMemoryEditor, memoryLauncher } from "@tandem-ide/memory-editor/testing";
import { lockDirectoryName } from "@tandem-ide/protocol";
import { createEndpoint, type Endpoint } from "@tandem-ide/server";
import { afterAll, test } from "vitest";
import type { Driver } from "./driver.js";
import type { LaunchOptions, TestEditorOptions } from "./options.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";

const leftOpen: Endpoint[] = [];
afterAll(() => Promise.all(leftOpen.map((endpoint) => endpoint.close())));

/** An editor whose driver has some other verbs. */
function withVerbs(change: (launched: LaunchedMemoryEditor, options: LaunchOptions) => Partial<Driver>) {
  const launch: TestEditorOptions["launch"] = async (options) => {
    const launched = await memoryLauncher(MemoryEditor, { readyDelayMs: 20 })(options);
    return { driver: { ...launched.driver, ...change(launched, options) }, stop: launched.stop };
  };
  return launch;
}

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "doesn't update its folders",
    launch: withVerbs(() => ({ setFolders: () => {} })),
    caughtBy: { "LCK-07 When the folders change, the lock has the new real paths and the same port": /deep.equal/i },
  },
  {
    fault: "has another token after a restart",
    launch: withVerbs(({ stop }, options) => ({
      restartEndpoint: async () => {
        const { folders, configDir, home } = options;
        await stop();
        const endpoint = await createEndpoint(new MemoryEditor({ folders }), { configDir, home, env: {} });
        leftOpen.push(endpoint);
      },
    })),
    caughtBy: {
      "CON-09 Restarting the endpoint in a running editor keeps the port and token, and the client reconnects":
        /The port must stay/,
    },
  },
  {
    fault: "doesn't quit",
    launch: withVerbs(() => ({ quit: () => {} })),
    caughtBy: { "LCK-04 Quitting removes the lock and closes connections with 1001": /The client's connection closes/ },
  },
  {
    fault: "leaves a lock when it quits",
    launch: withVerbs(({ stop }, { configDir }) => ({
      quit: async () => {
        await stop();
        writeFileSync(join(configDir, lockDirectoryName, "12345.lock"), "{}");
      },
    })),
    caughtBy: { "LCK-04 Quitting removes the lock and closes connections with 1001": /Quitting must remove the lock/ },
  },
  {
    fault: "accepts proposals when it quits",
    launch: withVerbs(({ driver, stop }) => ({
      quit: async () => {
        for (const tabName of driver.pendingReviews()) driver.accept(tabName);
        setTimeout(stop, 50);
      },
    })),
    caughtBy: { "CLN-04 Quitting during a review decides nothing and writes nothing": /Nobody accepted/ },
  },
  {
    fault: "leaves the previous editor's lock",
    launch: withVerbs(({ stop }, { configDir, folders }) => ({
      kill: async () => {
        await stop();
        const lock = { pid: process.pid, workspaceFolders: folders, transport: "ws", authToken: "old" };
        writeFileSync(join(configDir, lockDirectoryName, "12345.lock"), JSON.stringify(lock));
      },
    })),
    caughtBy: {
      "LCK-09 After a kill and a restart there is exactly one lock, and clients find the new editor":
        /There must be exactly one lock/,
    },
  },
];

expectAllCaught(["Restarts and shutdown"], brokenEditors, test.concurrent);
