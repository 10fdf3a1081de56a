/** Arguments and help of `tandem claude`, which is in claude/ and loaded on demand. */
import type { Command } from "commander";
import type { ClaudeOptions } from "../claude/claude.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption } from "../options.js";

export function addClaude(program: Command, context: Context): void {
  program
    .command("claude")
    .description("start Claude Code, connected to this folder's editor")
    .usage("[options] [arguments for Claude Code…]")
    .argument("[args...]", "passed to Claude Code unchanged")
    .passThroughOptions()
    .allowUnknownOption()
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .option("--claude-path <file>", "program to start (default: $TANDEM_CLAUDE, or claude from PATH)")
    .option("--anyway", "start even if no editor has this folder open")
    .option("--no-ask-before-edits", "use Claude Code's default mode, without reviews in the editor")
    .addOption(jsonOption("don't start Claude Code; print the command as one line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "Put Tandem's options first. The first argument that isn't one of them, and everything after it, is passed to Claude Code. To pass an option that both have, put -- before it.",
          "Claude Code starts in the mode that asks before editing (--permission-mode manual, or default in older versions), so that you can review edits in the editor. This doesn't apply to subcommands such as mcp, or if you pass --permission-mode, --dangerously-skip-permissions or -p.",
          "Claude Code 2 and later connects automatically; with 1.x, add --ide. claude -p never connects to an editor.",
        ],
        examples: [
          ["tandem claude", "connect to this folder's editor"],
          ["tandem claude --permission-mode plan", "choose another mode"],
          ["tandem claude --port 41234 --resume", "pass --resume to Claude Code"],
          ["tandem claude -- --help", "show Claude Code's help"],
        ],
        exits: [
          [1, "no editor has this folder open"],
          [2, "invalid usage, or Claude Code didn't start"],
          ["other", "exit code of Claude Code"],
        ],
      }),
    )
    .action(async (args: string[], options: ClaudeOptions) => {
      const { claude } = await import("../claude/claude.js");
      context.exitWith(await claude(args, options, context));
    });
}
