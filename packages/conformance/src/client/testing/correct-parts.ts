/** The parts of a correct client. */
import { protocolVersions, type ToolName, toFileUri, toolNames } from "@tandem-ide/protocol";
import { opcodes } from "../../wire/frames.js";
import { deadPid } from "../locks.js";
import type { Parts } from "./parts.js";

/** A path that doesn't have to exist, because the endpoint opens nothing. */
export const somePath = "/project/a file.txt";

/** Valid arguments for every tool. */
export const rightArguments: Readonly<Record<ToolName, Readonly<Record<string, unknown>>>> = {
  openDiff: { old_file_path: somePath, new_file_path: somePath, new_file_contents: "new\n", tab_name: "a tab" },
  openFile: { filePath: somePath, startText: "a", endText: "" },
  getCurrentSelection: {},
  getLatestSelection: {},
  getOpenEditors: {},
  getWorkspaceFolders: {},
  getDiagnostics: { uri: `file://${somePath}` },
  checkDocumentDirty: { filePath: somePath },
  saveDocument: { filePath: somePath },
  close_tab: { tab_name: "a tab" },
  closeAllDiffTabs: {},
  executeCode: { code: "1 + 1" },
};

export const rightInitialize = {
  protocolVersion: "2025-11-25",
  capabilities: { roots: {} },
  clientInfo: { name: "by-hand", version: "1.0" },
} as const;

export function correctParts(): Parts {
  return {
    choose: (locks, cwd) => locks.filter(({ pid, folders }) => pid !== deadPid && folders.includes(cwd)),
    head: (lines) => lines,
    acceptsEcho: (echoed) => echoed === "mcp",
    frames: (text) => [{ opcode: opcodes.text, payload: text }],
    pong: (payload) => payload,
    join: (payloads) => Buffer.concat(payloads).toString("utf8"),
    forgetsBetween: false,
    answersClose: true,
    acceptsVersion: (version) => protocolVersions.some((known) => known === version),
    initialize: () => rightInitialize,
    before: () => {},
    introduce(session) {
      session.notify("notifications/initialized");
      session.notify("ide_connected", { pid: process.pid });
      void session.request("tools/list");
    },
    isSilentAgain: false,
    outgoing: (message) => message,
    answer(method) {
      if (method === "ping") return { result: {} };
      if (method === "roots/list") return { result: { roots: [{ uri: toFileUri("/work") }] } };
      return { error: { code: -32601, message: `Method not found: ${method}` } };
    },
    onNotification: () => {},
    onStrayAnswer: () => {},
    onAnswer: () => {},
    onErrorAnswer: () => {},
    onBinary: () => {},
    onSize: () => {},
    redialMs: (failures) => [0, 10, 120, 120, 120][failures],
    async work(session) {
      await session.call("closeAllDiffTabs", {});
      for (const name of toolNames) await session.call(name, rightArguments[name]);
      await session.call("getDiagnostics", {});
      const id = session.nextId;
      const cancelled = session.call("openDiff", { ...rightArguments.openDiff, tab_name: "another tab" });
      session.notify("notifications/cancelled", { requestId: id, reason: "no longer needed" });
      await cancelled;
      await session.request("ping");
    },
    leave: (session) => session.leave(),
  };
}
