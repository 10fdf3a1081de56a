import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { logFile } from "./log-file.js";

test("limits the log of a Neovim that runs for a long time", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "below", "tandem.log");
  const log = logFile(path, 1);
  for (let line = 0; line < 100; line++) log({ level: "debug", message: "x".repeat(50_000) });
  expect(statSync(path).size).toBeLessThan(3 * 1024 * 1024);
  expect(statSync(`${path}.old`).size).toBeLessThan(3 * 1024 * 1024);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
