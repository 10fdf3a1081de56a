/** The mode in which Claude Code asks before it edits. `claude` is a stand-in with the help of a real release. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { Stage } from "./terminal-stand-in.js";

const { test } = needs("neovim");

const help = `Options:
  --model <model>            Which one
  --permission-mode <mode>   How (choices: "acceptEdits", "auto",
                             "manual", "plan")
  -r, --resume               Again
`;
const asking = 'require("tandem.config").get().terminal.ask_before_edits = true';

async function argumentsOf(args: string, options = asking, says = help): Promise<string[]> {
  await using stage = await Stage.open("{}", options);
  writeFileSync(join(stage.directory, "help"), says);
  await stage.nvim.lua(`terminal.open(${args})`);
  return (await stage.started()).args;
}

describe("with a stand-in for claude", () => {
  test("Claude Code starts in the mode that asks, by the name that its release has for it", async () => {
    expect(await argumentsOf("")).toEqual(["--permission-mode", "manual"]);
    expect(await argumentsOf("", asking, help.replace("manual", "default"))).toEqual(["--permission-mode", "default"]);
  });

  test("arguments come before it, and a mode that the user names is theirs", async () => {
    expect(await argumentsOf('"--resume"')).toEqual(["--resume", "--permission-mode", "manual"]);
    expect(await argumentsOf('"--permission-mode plan"')).toEqual(["--permission-mode", "plan"]);
    expect(await argumentsOf('"--permission-mode=plan"')).toEqual(["--permission-mode=plan"]);
  });

  test("a release that knows no modes, and a user who does not want it, get no argument", async () => {
    expect(await argumentsOf("", asking, "Usage: claude\n")).toEqual([]);
    expect(await argumentsOf("", "")).toEqual([]);
  });
});
