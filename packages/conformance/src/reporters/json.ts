/** Formats a report for programs. */
import type { Report } from "../report.js";

/**
 * Formats the report as JSON, which parses back into a `Report`.
 *
 * @example
 * await writeFile("report.json", formatJson(report));
 */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
