/** The shape of a diagnosis and of what it finds. */
import type { Facts } from "../facts/facts.js";
import type { Fix } from "../fixes/fix.js";

/**
 * `fault`: keeps Claude Code from reaching an editor. `warning`: it connects, but something won't work or isn't safe.
 * `note`: good to know, nothing to fix.
 *
 * @example
 * const isWell = findings.every(({ severity }) => severity === "note");
 */
export type Severity = "fault" | "warning" | "note";

/**
 * One thing to do about a finding.
 *
 * @example
 * const advice: Advice = { words: "Start an editor for this folder", command: "tandem serve" };
 */
export interface Advice {
  readonly words: string;
  /** The exact command to type. */
  readonly command?: string;
}

/**
 * A problem, or something worth knowing.
 *
 * @example
 * for (const { title, advice } of findings) console.log(title, advice.map(({ words }) => words));
 */
export interface Finding {
  /** Stable; docs/doctor.md explains each. */
  readonly id: string;
  readonly severity: Severity;
  /** From 0 to 100: how likely this is the cause, compared with other findings of the same severity. */
  readonly likelihood: number;
  /** Names the cause in one line. */
  readonly title: string;
  /** Explains what the title means. */
  readonly detail: string;
  readonly advice: readonly Advice[];
  readonly fixes: readonly Fix[];
}

/** A finding without its id; `fixes` is omitted if nothing can be fixed automatically. */
export type Diagnosed = Omit<Finding, "id" | "fixes"> & { readonly fixes?: readonly Fix[] };

/** Looks for one problem. Pure. */
export type Diagnosis = (facts: Facts) => Diagnosed | undefined;

/** Diagnoses by the id of their finding. */
export type Diagnoses = Readonly<Record<string, Diagnosis>>;
