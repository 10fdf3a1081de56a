import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";

test("these tests, and the Claude Code that they start, have no network but loopback", () => {
  expect(Object.keys(networkInterfaces())).toEqual(["lo"]);
});
