import type { Examination, Finding } from "@tandem-ide/doctor";
import { createColors } from "picocolors";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { formatExamination } from "./print.js";

const screen = { colors: createColors(false), columns: 80 };

function examined(findings: readonly Partial<Finding>[], isHealthy = false): Examination {
  const whole = findings.map((finding): Finding => {
    const usual = { id: "x", severity: "fault", likelihood: 1, title: "It is so.", detail: "Because." } as const;
    return { ...usual, advice: [], fixes: [], ...finding };
  });
  return {
    facts: {
      tandem: { version: "0.1.0", node: "20.19.0", platform: "linux" },
      cwd: "/home/ada/engine",
      home: "/home/ada",
      claude: { state: "missing", wanted: "claude" },
      programsInFolder: [],
      directories: [],
      agents: [],
      locks: [],
      problems: [],
      choice: { code: "no-match", reason: "" },
      environment: { variables: [], isIdeTerminal: false },
      settings: { files: [], env: {} },
      machine: { isSsh: false },
      running: { editors: [], hidden: [] },
      neovim: { plugins: [] },
      vscode: [],
    },
    findings: whole,
    isHealthy,
    summary: whole[0]?.title ?? "All is well.",
  };
}

test("shows a fault in full, a note in one line, and a long command on its own line", () => {
  const fix = { kind: "set-mode", path: "/x", mode: 0o700, was: 0o755 } as const;
  const command = `tandem claude --port 41234 --permission-mode manual ${"x".repeat(30)}`;
  const lines = formatExamination(
    examined([
      {
        title: "The cause.",
        advice: [
          { words: "Do this:", command: "tandem ls" },
          { words: "Or that:", command },
        ],
        fixes: [fix],
      },
      { severity: "note", title: "By the way.", detail: "Nobody reads this now." },
    ]),
    screen,
  );
  expect(lines).toEqual([
    "✗ The cause.",
    "  Because.",
    "  → Do this: tandem ls",
    "  → Or that:",
    `      ${command}`,
    "",
    "· By the way.",
    "",
    "1 problem can be fixed automatically: tandem doctor --fix",
    "",
    "Claude Code  missing",
    "Folder       ~/engine",
    "Locks        none",
    "Installed    no editor with a Tandem plugin",
    "Tandem       0.1.0 on Node 20.19.0, linux",
  ]);
});

test("when everything is fine, says so first and shows notes in full", () => {
  const lines = formatExamination(examined([{ severity: "note", title: "By the way." }], true), screen);
  expect(lines.slice(0, 4)).toEqual(["✓ By the way.", "", "· By the way.", "  Because."]);
});

test("no line is wider than the screen, and untrusted text can't control it", () => {
  const wide = "編集者".repeat(8);
  const hostile = "\u001b[2J\u202e evil ".repeat(12);
  const lines = formatExamination(
    examined([{ title: `${wide} on port 41234 has a different folder open.`, detail: hostile.repeat(3) }]),
    screen,
  );
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  expect(lines.join("")).not.toContain("\u001b");
  expect(lines.join("")).not.toContain("\u202e");
});

test("keeps repeated spaces in a command", () => {
  const lines = formatExamination(examined([{ advice: [{ words: "Go:", command: "cd '/a  b'" }] }]), screen);
  expect(lines).toContain("  → Go: cd '/a  b'");
});
