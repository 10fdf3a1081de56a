/** The mode in which Claude Code asks before it edits. With a fake `claude` that has the help text of a real release. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { Fixture } from "./terminal-stand-in.js";

const { test } = needs("neovim");

const help = `Options:
  --model <model>            Which one
  --permission-mode <mode>   How (choices: "acceptEdits", "auto",
                             "manual", "plan")
  -r, --resume               Again
`;
const asking = 'require("tandem.config").get().terminal.ask_before_edits = true';

async function argumentsOf(args: string, options = asking, says = help): Promise<string[]> {
  await using fixture = await Fixture.open("{}", options);
  writeFileSync(join(fixture.directory, "help"), says);
  await fixture.nvim.lua(`terminal.open(${args})`);
  return (await fixture.started()).args;
}

describe("with a fake claude", () => {
  test("Claude Code starts in the mode that asks, whose name depends on the release", async () => {
    expect(await argumentsOf("")).toEqual(["--permission-mode", "manual"]);
    expect(await argumentsOf("", asking, help.replace("manual", "default"))).toEqual(["--permission-mode", "default"]);
  });

  test("comes after the arguments, and does not replace the user's mode", async () => {
    expect(await argumentsOf('"--resume"')).toEqual(["--resume", "--permission-mode", "manual"]);
    expect(await argumentsOf('"--permission-mode plan"')).toEqual(["--permission-mode", "plan"]);
    expect(await argumentsOf('"--permission-mode=plan"')).toEqual(["--permission-mode=plan"]);
  });

  test("is not added for a release without modes or if the option is off", async () => {
    expect(await argumentsOf("", asking, "Usage: claude\n")).toEqual([]);
    expect(await argumentsOf("", "")).toEqual([]);
  });
});
