import type { Examination, Finding } from "@tandem/doctor";
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

test("a fault is told whole, a note beside it in a line, and a command stands on a line of its own when it must", () => {
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
    "One thing can be mended from here: tandem doctor --fix",
    "",
    "Claude Code  missing",
    "Folder       ~/engine",
    "Locks        none",
    "Installed    no editor that Tandem has a plugin for",
    "Tandem       0.1.0 on Node 20.19.0, linux",
  ]);
});

test("where all is well that comes first, and notes are told whole", () => {
  const lines = formatExamination(examined([{ severity: "note", title: "By the way." }], true), screen);
  expect(lines.slice(0, 4)).toEqual(["✓ By the way.", "", "· By the way.", "  Because."]);
});

test("nothing is wider than the screen, and what others wrote cannot draw on it", () => {
  const wide = "編集者".repeat(8);
  const hostile = "\u001b[2J\u202e evil ".repeat(12);
  const lines = formatExamination(
    examined([{ title: `${wide} on port 41234 has another folder open, not this one.`, detail: hostile.repeat(3) }]),
    screen,
  );
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  expect(lines.join("")).not.toContain("\u001b");
  expect(lines.join("")).not.toContain("\u202e");
});

test("a command is printed with every space that it has", () => {
  const lines = formatExamination(examined([{ advice: [{ words: "Go:", command: "cd '/a  b'" }] }]), screen);
  expect(lines).toContain("  → Go: cd '/a  b'");
});
