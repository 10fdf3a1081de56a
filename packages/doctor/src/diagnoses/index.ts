/** All diagnoses, and the order of their findings. */
import { type Facts, isJoined } from "../facts/facts.js";
import { agentDiagnoses } from "./agents.js";
import { claudeCodeDiagnoses } from "./claude-code.js";
import { connectionDiagnoses } from "./connections.js";
import { directoryDiagnoses } from "./directories.js";
import type { Diagnoses, Finding, Severity } from "./finding.js";
import { folderDiagnoses } from "./folders.js";
import { installationDiagnoses } from "./installations.js";
import { lockFileDiagnoses } from "./lock-files.js";
import { noEditor } from "./no-editor.js";
import { processDiagnoses } from "./processes.js";
import { variableDiagnoses } from "./variables.js";

/**
 * Every diagnosis by the id of its finding.
 *
 * @example
 * console.log(Object.keys(diagnoses));
 */
export const diagnoses: Diagnoses = {
  ...claudeCodeDiagnoses,
  ...variableDiagnoses,
  ...directoryDiagnoses,
  ...lockFileDiagnoses,
  "no-editor": noEditor,
  ...processDiagnoses,
  ...folderDiagnoses,
  ...connectionDiagnoses,
  ...installationDiagnoses,
  ...agentDiagnoses,
};

const order: readonly Severity[] = ["fault", "warning", "note"];

/** Nothing connects and no diagnosis explains why, so this quotes the client's own reason. */
function unexplained({ choice, locks }: Facts): Finding {
  const failed = locks.find(({ file }) => file === choice.file)?.connection;
  return {
    id: "not-joined",
    severity: "fault",
    likelihood: 0,
    title: "Claude Code doesn't connect to any editor from here.",
    detail: failed?.outcome === "failed" ? failed.message : choice.reason,
    advice: [{ words: "List all running editors:", command: "tandem ls" }],
    fixes: [],
  };
}

/**
 * Returns what is wrong according to the facts, the most likely cause first.
 *
 * @example
 * const [cause] = diagnose(facts);
 * console.log(cause?.title);
 */
export function diagnose(facts: Facts): Finding[] {
  const found = Object.entries(diagnoses).flatMap(([id, look]) => {
    const finding = look(facts);
    return finding ? [{ id, fixes: [], ...finding }] : [];
  });
  const isExplained = isJoined(facts) || found.some(({ severity }) => severity === "fault");
  return (isExplained ? found : [...found, unexplained(facts)]).sort(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) || b.likelihood - a.likelihood || (a.id < b.id ? -1 : 1),
  );
}
