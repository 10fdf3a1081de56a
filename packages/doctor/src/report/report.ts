/** The content of a bug report: all facts and findings, without secrets. */
import type { Examination } from "../examine.js";
import type { Surroundings } from "../facts/surroundings.js";
import { redactDeep, redactor } from "./redact.js";

/**
 * Returns an examination as JSON for programs on this machine. It contains no tokens, but full paths.
 *
 * @example
 * console.log(JSON.stringify(toJson(await examine(surroundings))));
 */
export function toJson({ facts, findings, summary, isHealthy }: Examination): object {
  return { healthy: isHealthy, summary, findings, facts };
}

/**
 * Like {@link toJson}, but for sharing: without secrets, the home directory and the user's name. Folders below the home
 * directory keep their names.
 *
 * @example
 * await writeFile("report.json", JSON.stringify(reportOf(await examine(surroundings), surroundings), undefined, 2));
 */
export function reportOf(examination: Examination, surroundings: Surroundings): unknown {
  return redactDeep(toJson(examination), redactor(surroundings));
}
