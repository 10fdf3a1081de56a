import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asPaste, feedbackPrompt } from "./feedback.js";
import { hasIdlePrompt } from "./idle-prompt.js";

/** Ends of real screens of Claude Code, without the spaces at the ends of lines. */
const folder = new URL("testing/screens/", import.meta.url);
const screen = (release: string, name: string) => readFileSync(new URL(`${release}/${name}`, folder), "utf8");

describe.for(["2.1.112", "2.1.325"])("Claude Code %s", (release) => {
  const names = readdirSync(new URL(release, folder));

  test.for(names.filter((name) => name.startsWith("idle-")))("waits for a prompt: %s", (name) => {
    expect(hasIdlePrompt(screen(release, name))).toBe(true);
    // As a terminal has it: with spaces up to its width, and empty lines up to its height.
    const lines = screen(release, name).split("\n");
    const width = Math.max(...lines.map((line) => line.length));
    expect(hasIdlePrompt([...lines.map((line) => line.padEnd(width)), "", ""].join("\n"))).toBe(true);
  });

  test.for(names.filter((name) => !name.startsWith("idle-")))("doesn't wait for a prompt: %s", (name) => {
    expect(hasIdlePrompt(screen(release, name))).toBe(false);
  });

  test("a menu isn't idle after an idle screen, or with one in the command that it asks about", () => {
    const idle = screen(release, "idle-rejected.txt");
    const menu = screen(release, "busy-command-menu.txt");
    const [before = "", after = ""] = menu.split("touch made");
    expect(hasIdlePrompt(`${idle}${menu}`)).toBe(false);
    expect(hasIdlePrompt(`${before}\n${idle}${after}`)).toBe(false);
    expect(hasIdlePrompt(`${idle}\n 1. Yes\n 2. No\n`)).toBe(false);
  });

  test("the prompt of a shell isn't Claude Code's", () => {
    const idle = screen(release, "idle-rejected.txt");
    for (const prompt of ["$ ", "ada@host:~/project$ ", "❯ ", "[1]+  Killed  claude\n$ "])
      expect(hasIdlePrompt(`${idle}${prompt}`)).toBe(false);
  });

  test("part of a screen isn't enough", () => {
    const lines = screen(release, "idle-rejected.txt").trimEnd().split("\n");
    const box = lines.lastIndexOf("❯");
    expect(hasIdlePrompt(lines.slice(0, box + 2).join("\n"))).toBe(false);
    expect(hasIdlePrompt(lines.slice(box).join("\n"))).toBe(false);
    expect(hasIdlePrompt(lines.with(box, "❯ 1").join("\n"))).toBe(false);
    expect(hasIdlePrompt(lines.with(box - 1, "────────").join("\n"))).toBe(false);
  });
});

test("an unknown screen doesn't wait for a prompt", () => {
  for (const other of ["", "\n\n", "$ ", "────────\n❯\n────────\n", "────────\n❯\n────────\n  hello\n"])
    expect(hasIdlePrompt(other)).toBe(false);
});

test("a reason that begins with 1 is never the first key of its paste", () => {
  const paste = asPaste(feedbackPrompt("a.ts", "rejected", { reason: "1", comments: [] }) ?? "");
  expect(paste).toBe("\u001b[200~I rejected your edit to a.ts: 1\u001b[201~");
});
