import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { editorPid, processName } from "./editor-process.js";

test("uses the application's process on the desktop", () => {
  expect(editorPid({ env: { VSCODE_PID: "4711" }, parent: 9, isDesktop: true })).toBe(4711);
  expect(editorPid({ env: {}, parent: 9, isDesktop: true })).toBe(9);
  expect(editorPid({ env: { VSCODE_PID: "nonsense" }, parent: 9, isDesktop: true })).toBe(9);
});

test("uses the server's process in a remote extension host", () => {
  expect(editorPid({ env: { VSCODE_PID: "4711" }, parent: 9, isDesktop: false })).toBe(9);
});

test("the name of a process does not change", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect(processName(pid)).toBe(processName(pid));
  expect(processName(pid)).not.toBe(processName(process.pid));
  child.kill("SIGKILL");
  await once(child, "exit");
});
