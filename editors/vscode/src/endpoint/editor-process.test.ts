import { spawn } from "node:child_process";
import { once } from "node:events";
import { isAlive } from "@tandem/base/node";
import { expect, test } from "vitest";
import { editorPid, processName } from "./editor-process.js";

test("on the desktop the application names itself", () => {
  expect(editorPid({ env: { VSCODE_PID: "4711" }, parent: 9, isDesktop: true })).toBe(4711);
  expect(editorPid({ env: {}, parent: 9, isDesktop: true })).toBe(9);
  expect(editorPid({ env: { VSCODE_PID: "nonsense" }, parent: 9, isDesktop: true })).toBe(9);
});

test("in a remote extension host it is the server, whatever the environment came from", () => {
  expect(editorPid({ env: { VSCODE_PID: "4711" }, parent: 9, isDesktop: false })).toBe(9);
});

test("a process has one name for as long as it lives, and is not alive afterwards", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect(processName(pid)).toBe(processName(pid));
  expect(processName(pid)).not.toBe(processName(process.pid));
  expect(isAlive(pid)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isAlive(pid)).toBe(false);
});
