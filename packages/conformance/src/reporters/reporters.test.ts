import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { type CheckResult, count, type Report } from "../report.js";
import { formatJson } from "./json.js";
import { formatJunit } from "./junit.js";
import { formatText } from "./text.js";

const results: CheckResult[] = [
  { id: "CON-01", name: "CON-01/loopback-only", title: "It listens on loopback", status: "pass", durationMs: 3 },
  {
    id: "CON-03",
    name: "CON-03/reserved-control-opcode-of-some-length",
    title: "A control frame with a reserved opcode, of which there are several, is closed with 1002",
    status: "fail",
    expected: `close 1002 ${"and a long explanation ".repeat(6)}`,
    seen: `<close> & "nothing" ${"x".repeat(200)} 世界`,
    durationMs: 1500,
  },
  {
    id: "TOOL-12",
    name: "TOOL-12/arguments",
    title: "executeCode",
    status: "not-applicable",
    reason: "the endpoint does not advertise executeCode",
    durationMs: 0,
  },
];
const report: Report = {
  target: { port: 41234, lockFile: "/home/me/.claude/ide/41234.lock", ideName: "Neovim" },
  results,
  counts: count(results),
  durationMs: 1503,
};

describe("formatText", () => {
  it("groups by section and shows what was expected and seen", () => {
    const text = formatText(report);
    expect(text).toMatch(/^Neovim on port 41234 \(\/home\/me\/\.claude\/ide\/41234\.lock\)\n/);
    expect(text).toContain("\nConnection\n  ✓ CON-01/loopback-only  It listens on loopback\n");
    expect(text).toContain("      expected  close 1002 and a long explanation");
    expect(text).toContain('      seen      <close> & "nothing"');
    expect(text).toContain(
      "\nTools\n  – TOOL-12/arguments  executeCode\n      the endpoint does not advertise executeCode\n",
    );
    expect(text).toMatch(/\n1 passed, 1 failed, 1 not applicable, 1\.5 s\n$/);
  });

  it("fits 80 columns", () => {
    for (const line of formatText(report).split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("only has colours on request", () => {
    expect(formatText(report)).not.toContain("\u001b");
    const coloured = formatText(report, { color: true });
    expect(coloured).toContain("\u001b[31m");
    expect(stripVTControlCharacters(coloured)).toBe(formatText(report));
  });
});

describe("formatJson", () => {
  it("parses back into the report", () => {
    expect(JSON.parse(formatJson(report))).toEqual(report);
  });
});

describe("formatJunit", () => {
  it("has a suite per section and a case per check, and escapes text from endpoints", () => {
    const xml = formatJunit(report);
    expect(xml).toContain('<testsuites name="tandem conformance" tests="3" failures="1" skipped="1" time="1.503">');
    expect(xml).toContain('<testsuite name="Connection" tests="2" failures="1" skipped="0" time="1.503">');
    expect(xml).toContain(
      '<testcase classname="CON-01" name="CON-01/loopback-only: It listens on loopback" time="0.003"/>',
    );
    expect(xml).toContain("seen: &lt;close&gt; &amp; &quot;nothing&quot;");
    expect(xml).toContain('<skipped message="the endpoint does not advertise executeCode"/>');
  });

  it("removes characters that XML can't represent", () => {
    const odd: CheckResult = {
      ...results[0],
      id: "A",
      name: "A/b",
      title: "t\u0000\u001b\ud800",
      status: "pass",
      durationMs: 0,
    };
    const xml = formatJunit({ ...report, results: [odd] });
    expect(xml).toContain('name="A/b: t\ufffd"');
  });
});
