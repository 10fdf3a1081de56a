/** Faults of diffs and their tabs (TOOL-01, TOOL-10, TOOL-11). */
import { stat, writeFile } from "node:fs/promises";
import { isRecord } from "@tandem/base";
import { answers } from "@tandem/protocol";
import { around, type Parts } from "../parts.js";
import { type Fault, nothing, said, tool, toolAnswer } from "./fault.js";

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** openDiff with something done before. */
function beforeDiff(act: (args: Record<string, unknown>) => Promise<unknown>): (parts: Parts) => void {
  return (parts) =>
    around(parts.tools, "openDiff", (original) => async (args, call) => {
      if (isRecord(args)) await act(args);
      return original(args, call);
    });
}

/** The diffs of all clients are in one table. */
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
    break: tool("openDiff", (args) => said(answers.fileSaved, String(args.new_file_contents))),
  },
  {
    check: "TOOL-01/close-tab",
    what: "close_tab does not know diffs",
    seen: nothing,
    break: tool("close_tab", () => said(answers.tabClosed)),
  },
  {
    check: "TOOL-01/close-tab",
    what: "a closed diff is answered TAB_CLOSED",
    seen: /^\["TAB_CLOSED"/,
    break: toolAnswer("openDiff", (text) => (text === answers.diffRejected ? answers.tabClosed : text)),
  },
  {
    check: "TOOL-01/close-tab",
    what: "the tab's name is left out",
    seen: /^\["DIFF_REJECTED",""\]/,
    break: toolAnswer("openDiff", (text) => (text === answers.diffRejected ? text : "")),
  },
  {
    check: "TOOL-01/new-file",
    what: "a file that is not there is an error",
    seen: /isError|no such file/,
    break: beforeDiff((args) => stat(String(args.old_file_path))),
  },
  {
    check: "TOOL-01/new-file",
    what: "an empty file is made for the diff",
    seen: /the file was made/,
    break: beforeDiff((args) => writeFile(String(args.new_file_path), "", { flag: "a" })),
  },
  {
    check: "TOOL-01/same-name",
    what: "the older diff is forgotten without an answer",
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
    what: "the file is written again as it is",
    seen: /written again/,
    break: beforeDiff(async (args) => {
      await later(10);
      await writeFile(String(args.new_file_path), "one\ntwo\nthree\n");
    }),
  },
  {
    check: "TOOL-01/other-client",
    what: "diffs belong to nobody",
    seen: /^1$/,
    break: sharedDiffs,
  },
  {
    check: "TOOL-01/other-client",
    what: "close_tab reaches the diffs of others",
    seen: /DIFF_REJECTED/,
    break: (parts) => {
      const all = new Set<Map<string, () => void>>();
      around(parts.tools, "openDiff", (original) => (args, call) => {
        all.add(call.session.diffs);
        return original(args, call);
      });
      tool("close_tab", (args) => {
        for (const diffs of all) diffs.get(String(args.tab_name))?.();
        return said(answers.tabClosed);
      })(parts);
    },
  },
  {
    check: "TOOL-01/disconnect",
    what: "the name of a diff stays taken when its client leaves",
    seen: /already open/,
    break: (parts) => {
      const taken = new Set<string>();
      around(parts.tools, "openDiff", (original) => (args, call) => {
        const name = isRecord(args) ? String(args.tab_name) : "";
        if (taken.has(name)) return { ...said(`${name} is already open`), isError: true };
        taken.add(name);
        return original(args, call);
      });
    },
  },
  {
    check: "TOOL-01/disconnect",
    what: "a client that leaves takes the endpoint along",
    seen: /ECONNREFUSED|dropped/,
    break: (parts) =>
      around(parts.tools, "openDiff", (original) => (args, call) => {
        call.signal.addEventListener("abort", () => call.session.crash());
        return original(args, call);
      }),
  },
  {
    check: "TOOL-10/idempotent",
    what: "a tab that is not there is an error",
    seen: /no such tab/,
    break: tool("close_tab", () => ({ ...said("no such tab"), isError: true })),
  },
  {
    check: "TOOL-11/none",
    what: "the number is left out",
    seen: /CLOSED_DIFF_TABS/,
    break: tool("closeAllDiffTabs", () => said("CLOSED_DIFF_TABS")),
  },
  {
    check: "TOOL-11/own",
    what: "nothing is closed",
    seen: /^0$/,
    break: tool("closeAllDiffTabs", () => said(answers.closedDiffTabs(0))),
  },
  {
    check: "TOOL-11/own",
    what: "diffs are counted and not answered",
    seen: nothing,
    break: tool("closeAllDiffTabs", (_, { session }) => said(answers.closedDiffTabs(session.diffs.size))),
  },
];
