/** A report for programs. */
import type { Report } from "../report.js";

/**
 * The report as JSON, which reads back into a `Report`.
 *
 * @example
 * await writeFile("report.json", formatJson(report));
 */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
