/** The in-memory editor keeps the contract. */
import { testEditor } from "@tandem/conformance";
import { afterAll, describe, test } from "vitest";
import { MemoryEditor } from "./memory-editor.js";
import { memoryLauncher } from "./testing/index.js";

testEditor({
  name: "The in-memory editor in this process",
  // A short delay: no real client is there that would need the time.
  launch: memoryLauncher(MemoryEditor, { readyDelayMs: 20 }),
  cannot: ["executeCode", "kill", "reopenWindow"],
  describe,
  test,
  afterAll,
});
