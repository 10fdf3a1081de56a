/** Finds out why Claude Code doesn't connect to the editor: facts, findings, fixes and a report. */
export type { Advice, Finding, Severity } from "./diagnoses/finding.js";
export { diagnose, diagnoses } from "./diagnoses/index.js";
export { type Examination, examine, overview } from "./examine.js";
export type { Facts } from "./facts/facts.js";
export type { GatherOptions } from "./facts/gather.js";
export { type Surroundings, thisComputer } from "./facts/surroundings.js";
export { applyFix, describeFix, type FixResult } from "./fixes/apply.js";
export type { Fix } from "./fixes/fix.js";
export { reportOf, toJson } from "./report/report.js";
