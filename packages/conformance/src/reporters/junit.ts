/** Formats a report for build servers. Four elements with escaped text don't need an XML library. */
import { bySection, type CheckResult, count, type Report } from "../report.js";

/** Removes most control characters and lone surrogates, because XML 1.0 can't represent them. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\n", "&#10;")
  );
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

function testCase(result: CheckResult): string {
  const name = escapeXml(`${result.name}: ${result.title}`);
  const open = `    <testcase classname="${escapeXml(result.id)}" name="${name}" time="${seconds(result.durationMs)}"`;
  if (result.status === "pass") return `${open}/>`;
  if (result.status === "not-applicable")
    return `${open}>\n      <skipped message="${escapeXml(result.reason ?? "")}"/>\n    </testcase>`;
  const both = `expected: ${result.expected ?? ""}\nseen: ${result.seen ?? ""}`;
  const message = escapeXml(`expected ${result.expected ?? ""}`);
  return `${open}>\n      <failure message="${message}">${escapeXml(both)}</failure>\n    </testcase>`;
}

/**
 * Formats the report as JUnit XML: a suite for each section, a case for each check. Checks that don't apply are skipped.
 *
 * @example
 * await writeFile("conformance.xml", formatJunit(report));
 */
export function formatJunit(report: Report): string {
  const attributes = (results: readonly CheckResult[], ms: number) => {
    const { fail, notApplicable } = count(results);
    return `tests="${results.length}" failures="${fail}" skipped="${notApplicable}" time="${seconds(ms)}"`;
  };
  const suites = bySection(report.results).map(({ title, results }) => {
    const ms = results.reduce((sum, result) => sum + result.durationMs, 0);
    const cases = results.map(testCase).join("\n");
    return `  <testsuite name="${escapeXml(title)}" ${attributes(results, ms)}>\n${cases}\n  </testsuite>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tandem conformance" ${attributes(report.results, report.durationMs)}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}
