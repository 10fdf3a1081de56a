import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { Terminal } from "./terminal.js";

vi.mock("@lydell/node-pty", () => {
  throw new Error("There is no binary for this platform (a stand-in for such a platform).");
});

test("without its native module (a stand-in that fails to load) start reports that there is no terminal", async () => {
  expect(await Terminal.isAvailable()).toBe(false);
  const options = { cwd: tmpdir(), env: () => ({}), onOutput: () => {}, onEnded: () => {} };
  await expect(new Terminal(options).start(80, 24)).rejects.toThrow("The terminal isn't available on this platform.");
});
