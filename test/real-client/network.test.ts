import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";

test("these tests and Claude Code have only a loopback network", () => {
  expect(Object.keys(networkInterfaces())).toEqual(["lo"]);
});
