/** Runs the contract test with the in-memory editor. */
import { testEditor } from "@tandem-ide/conformance";
import { afterAll, describe, test } from "vitest";
import { MemoryEditor } from "./memory-editor.js";
import { memoryLauncher } from "./testing/index.js";

testEditor({
  name: "The in-memory editor in this process",
  // A short delay, because no real client needs the time.
  launch: memoryLauncher(MemoryEditor, { readyDelayMs: 20 }),
  cannot: {
    executeCode: "it has no kernel",
    kill: "it is in the test's process; memory-editor-process.test.ts kills it",
    reopenWindow: "it has no windows",
  },
  describe,
  test,
  afterAll,
});
