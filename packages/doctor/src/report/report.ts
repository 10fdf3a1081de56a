/** What goes into a bug report: everything that was seen, without secrets. */
import type { Examination } from "../examine.js";
import type { Surroundings } from "../facts/surroundings.js";
import { redactDeep, redactor } from "./redact.js";

/**
 * An examination as a value for JSON, for a program on this machine. It holds no token; paths are whole.
 *
 * @example
 * console.log(JSON.stringify(toJson(await examine(surroundings))));
 */
export function toJson({ facts, findings, summary, isHealthy }: Examination): object {
  return { healthy: isHealthy, summary, findings, facts };
}

/**
 * The same for others to see: without secrets, the home directory and the user's name. Folders below the home directory
 * keep their names.
 *
 * @example
 * await writeFile("report.json", JSON.stringify(reportOf(await examine(surroundings), surroundings), undefined, 2));
 */
export function reportOf(examination: Examination, surroundings: Surroundings): unknown {
  return redactDeep(toJson(examination), redactor(surroundings));
}
