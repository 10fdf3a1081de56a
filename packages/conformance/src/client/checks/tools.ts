/** Checks tool calls against the protocol's schemas (TOOL). Only tools that were called can be checked. */
import { isAbsolute } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { pathsOfFileUri, type ToolName, tools } from "@tandem-ide/protocol";
import { expectShape } from "../../expect.js";
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import type { LogCheck } from "../check.js";
import type { RunLog } from "../log.js";
import { type ToolCall, toolCallsOf } from "../log-queries.js";
import { requireSessions } from "./needs.js";

/** The requirement of each tool, and how to make Claude Code call it. */
const toolIds: Readonly<Record<ToolName, readonly [id: `TOOL-${number}`, hint: string]>> = {
  openDiff: ["TOOL-01", "ask it for an edit, in a mode that asks before writing"],
  openFile: ["TOOL-02", "Claude Code never does"],
  getCurrentSelection: ["TOOL-03", "Claude Code never does"],
  getLatestSelection: ["TOOL-04", "Claude Code never does"],
  getOpenEditors: ["TOOL-05", "Claude Code never does"],
  getWorkspaceFolders: ["TOOL-06", "Claude Code never does"],
  getDiagnostics: ["TOOL-07", "accept an edit, with --accept or in the client"],
  checkDocumentDirty: ["TOOL-08", "Claude Code never does"],
  saveDocument: ["TOOL-09", "Claude Code never does"],
  close_tab: ["TOOL-10", "ask it for an edit"],
  closeAllDiffTabs: ["TOOL-11", "send it a prompt"],
  executeCode: ["TOOL-12", "ask it to run Python code in the notebook kernel"],
};

function callsOf(log: RunLog, name: ToolName): ToolCall[] {
  requireSessions(log);
  // Arguments that aren't an object are reported by MCP-03/calls.
  const calls = toolCallsOf(log).filter((call) => call.name === name && isRecord(call.args ?? {}));
  if (calls.length === 0)
    throw new NotApplicable(`the client didn't call ${name} during this run; ${toolIds[name][1]}`);
  return calls;
}

function isAbsolutePath(path: unknown): boolean {
  return typeof path === "string" && (isAbsolute(path) || /^[A-Za-z]:[\\/]|^\\\\/.test(path));
}

const entries = Object.entries(tools).flatMap(([key, { arguments: schema }]) => {
  const name = Object.keys(toolIds).find((known): known is ToolName => known === key);
  return name === undefined ? [] : [{ name, schema }];
});

export const toolChecks: readonly LogCheck[] = [
  ...entries.map(({ name, schema }): LogCheck => {
    const [id] = toolIds[name];
    return {
      name: `${id}/arguments`,
      title: `Calls to ${name} match its schema`,
      check(log) {
        for (const { args } of callsOf(log, name)) expectShape<unknown>(schema, args ?? {}, `arguments of ${name}`);
      },
    };
  }),
  {
    name: "TOOL-01/paths",
    title: "openDiff has absolute paths",
    check(log) {
      for (const { args } of callsOf(log, "openDiff"))
        if (!isRecord(args) || !isAbsolutePath(args.old_file_path) || !isAbsolutePath(args.new_file_path))
          throw new Failure("absolute paths in old_file_path and new_file_path", show(args));
    },
  },
  {
    name: "TOOL-07/uri",
    title: "getDiagnostics has a file:// URI with an absolute path, percent-encoded or not",
    check(log) {
      const uris = callsOf(log, "getDiagnostics").flatMap(({ args }) =>
        isRecord(args) && args.uri !== undefined ? [args.uri] : [],
      );
      if (uris.length === 0)
        throw new NotApplicable(
          "the client didn't request diagnostics of a single file during this run; accept an edit",
        );
      for (const uri of uris)
        if (typeof uri !== "string" || !/^file:/i.test(uri) || !pathsOfFileUri(uri).some(isAbsolutePath))
          throw new Failure("file:// and an absolute path", show(uri));
    },
  },
];
