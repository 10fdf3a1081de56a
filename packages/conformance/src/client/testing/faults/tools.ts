/** Faults in calls: invalid arguments for every tool. */
import { toolNames } from "@tandem-ide/protocol";
import { args, type ClientFault } from "./fault.js";

const misspelt = toolNames.map(
  (name, index): ClientFault => ({
    check: `TOOL-${String(index + 1).padStart(2, "0")}/arguments`,
    what: `an argument that ${name} doesn't accept`,
    seen: /doesn't accept "extra"/,
    break: args(name, (given) => ({ ...given, extra: 1 })),
  }),
);

export const toolFaults: readonly ClientFault[] = [
  ...misspelt,
  {
    check: "TOOL-01/arguments",
    what: "an argument is missing",
    seen: /"tab_name" is missing/,
    break: args("openDiff", ({ tab_name: _, ...given }) => given),
  },
  {
    check: "TOOL-01/paths",
    what: "a path is relative",
    seen: /"a\.txt"/,
    break: args("openDiff", (given) => ({ ...given, new_file_path: "a.txt" })),
  },
  {
    check: "TOOL-07/uri",
    what: "a path instead of a URI",
    seen: /^"\/project\/a file\.txt"$/,
    break: args("getDiagnostics", ({ uri }) => (typeof uri === "string" ? { uri: uri.slice("file://".length) } : {})),
  },
];
