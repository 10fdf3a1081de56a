/** What a diagnosis says. */
import type { Facts } from "../facts/facts.js";
import type { Fix } from "../fixes/fix.js";

/**
 * `fault`: Claude Code does not reach an editor because of it. `warning`: it does, and something of it will not work, or
 * is not safe. `note`: good to know, and nothing to mend.
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
  /** To be typed as it is. */
  readonly command?: string;
}

/**
 * Something that was found.
 *
 * @example
 * for (const { title, advice } of findings) console.log(title, advice.map(({ words }) => words));
 */
export interface Finding {
  /** Stable; docs/doctor.md explains each. */
  readonly id: string;
  readonly severity: Severity;
  /** From 0 to 100: how likely it is that this is what the user came for, compared with others of its severity. */
  readonly likelihood: number;
  /** Names the cause, in one line. */
  readonly title: string;
  /** What that means. */
  readonly detail: string;
  readonly advice: readonly Advice[];
  readonly fixes: readonly Fix[];
}

/** A finding before it has its name; without fixes where nothing can be mended from here. */
export type Diagnosed = Omit<Finding, "id" | "fixes"> & { readonly fixes?: readonly Fix[] };

/** Looks for one thing. Pure. */
export type Diagnosis = (facts: Facts) => Diagnosed | undefined;
