/** Faults in diffs and their tabs (TOOL-01, TOOL-10, TOOL-11). */
import { stat, writeFile } from "node:fs/promises";
import { isRecord } from "@tandem-ide/base";
import { answers } from "@tandem-ide/protocol";
import { around, type Parts } from "../parts.js";
import { type Fault, nothing, textResult, tool, toolAnswer } from "./fault.js";

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** openDiff with an action before it. */
function beforeDiff(act: (args: Record<string, unknown>) => Promise<unknown>): (parts: Parts) => void {
  return (parts) =>
    around(parts.tools, "openDiff", (original) => async (args, call) => {
      if (isRecord(args)) await act(args);
      return original(args, call);
    });
}

/** Keeps the diffs of all clients in one table. */
function sharedDiffs(parts: Parts): void {
  const all = new Map<string, () => void>();
  for (const name of ["openDiff", "close_tab", "closeAllDiffTabs"])
    around(
      parts.tools,
      name,
      (original) => (args, call) => original(args, { ...call, session: { ...call.session, diffs: all } }),
    );
}

export const diffFaults: readonly Fault[] = [
  {
    check: "TOOL-01/waits",
    what: "openDiff is a stub",
    seen: /FILE_SAVED/,
    break: tool("openDiff", (args) => textResult(answers.fileSaved, String(args.new_file_contents))),
  },
  {
    check: "TOOL-01/close-tab",
    what: "close_tab ignores diffs",
    seen: nothing,
    break: tool("close_tab", () => textResult(answers.tabClosed)),
  },
  {
    check: "TOOL-01/close-tab",
    what: "a closed diff gets TAB_CLOSED as its response",
    seen: /^\["TAB_CLOSED"/,
    break: toolAnswer("openDiff", (text) => (text === answers.diffRejected ? answers.tabClosed : text)),
  },
  {
    check: "TOOL-01/close-tab",
    what: "the tab name is missing",
    seen: /^\["DIFF_REJECTED",""\]/,
    break: toolAnswer("openDiff", (text) => (text === answers.diffRejected ? text : "")),
  },
  {
    check: "TOOL-01/new-file",
    what: "a missing file is an error",
    seen: /isError|no such file/,
    break: beforeDiff((args) => stat(String(args.old_file_path))),
  },
  {
    check: "TOOL-01/new-file",
    what: "an empty file is created for the diff",
    seen: /the file was created/,
    break: beforeDiff((args) => writeFile(String(args.new_file_path), "", { flag: "a" })),
  },
  {
    check: "TOOL-01/same-name",
    what: "the older diff is never answered",
    seen: nothing,
    break: (parts) =>
      around(parts.tools, "openDiff", (original) => (args, call) => {
        if (isRecord(args)) call.session.diffs.delete(String(args.tab_name));
        return original(args, call);
      }),
  },
  {
    check: "TOOL-01/not-written",
    what: "the proposal is written to the file",
    seen: /one\\n2/,
    break: beforeDiff((args) => writeFile(String(args.new_file_path), String(args.new_file_contents))),
  },
  {
    check: "TOOL-01/not-written",
    what: "the file is rewritten unchanged",
    seen: /was rewritten/,
    break: beforeDiff(async (args) => {
      await later(10);
      await writeFile(String(args.new_file_path), "one\ntwo\nthree\n");
    }),
  },
  {
    check: "TOOL-01/other-client",
    what: "diffs don't belong to a client",
    seen: /^1$/,
    break: sharedDiffs,
  },
  {
    check: "TOOL-01/other-client",
    what: "close_tab closes other clients' diffs",
    seen: /DIFF_REJECTED/,
    break: (parts) => {
      const all = new Set<Map<string, () => void>>();
      around(parts.tools, "openDiff", (original) => (args, call) => {
        all.add(call.session.diffs);
        return original(args, call);
      });
      tool("close_tab", (args) => {
        for (const diffs of all) diffs.get(String(args.tab_name))?.();
        return textResult(answers.tabClosed);
      })(parts);
    },
  },
  {
    check: "TOOL-01/disconnect",
    what: "a diff's name stays in use after its client disconnects",
    seen: /already open/,
    break: (parts) => {
      const taken = new Set<string>();
      around(parts.tools, "openDiff", (original) => (args, call) => {
        const name = isRecord(args) ? String(args.tab_name) : "";
        if (taken.has(name)) return { ...textResult(`${name} is already open`), isError: true };
        taken.add(name);
        return original(args, call);
      });
    },
  },
  {
    check: "TOOL-01/disconnect",
    what: "a disconnect stops the endpoint",
    seen: /ECONNREFUSED|dropped/,
    break: (parts) =>
      around(parts.tools, "openDiff", (original) => (args, call) => {
        call.signal.addEventListener("abort", () => call.session.crash());
        return original(args, call);
      }),
  },
  {
    check: "TOOL-10/idempotent",
    what: "an unknown tab is an error",
    seen: /no such tab/,
    break: tool("close_tab", () => ({ ...textResult("no such tab"), isError: true })),
  },
  {
    check: "TOOL-11/none",
    what: "the count is missing",
    seen: /CLOSED_DIFF_TABS/,
    break: tool("closeAllDiffTabs", () => textResult("CLOSED_DIFF_TABS")),
  },
  {
    check: "TOOL-11/own",
    what: "nothing is closed",
    seen: /^0$/,
    break: tool("closeAllDiffTabs", () => textResult(answers.closedDiffTabs(0))),
  },
  {
    check: "TOOL-11/own",
    what: "diffs are counted but not answered",
    seen: nothing,
    break: tool("closeAllDiffTabs", (_, { session }) => textResult(answers.closedDiffTabs(session.diffs.size))),
  },
];
