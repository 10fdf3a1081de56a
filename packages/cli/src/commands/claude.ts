/** `tandem claude`: how it is called. What it does is in claude/, loaded only when it is needed. */
import type { Command } from "commander";
import type { ClaudeOptions } from "../claude/claude.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption } from "../options.js";

export function addClaude(program: Command, context: Context): void {
  program
    .command("claude")
    .description("start Claude Code, joined to the editor of this folder")
    .usage("[options] [arguments for Claude Code…]")
    .argument("[args...]", "handed to Claude Code as they are")
    .passThroughOptions()
    .allowUnknownOption()
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .option("--claude-path <file>", "the program to start (default: TANDEM_CLAUDE, else claude on the PATH)")
    .option("--anyway", "start it even when no editor serves this folder")
    .option("--no-ask-before-edits", "start it in its own mode, in which no edit comes to the editor for review")
    .addOption(jsonOption("start no session: print what would be started, as one line of JSON"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "Options of tandem come first; from the first word on that is none of them, everything goes to Claude Code as it is. Put -- before an option that both have.",
            "It starts in the mode that asks before it edits, so that edits come to the editor for review: --permission-mode manual, or default on older versions. Your own --permission-mode, --dangerously-skip-permissions and -p stay as they are, and so do subcommands such as mcp.",
            "Versions from 2 on connect by the environment alone; with 1.x add --ide. claude -p never connects to an editor.",
          ],
          examples: [
            ["tandem claude", "in a folder that an editor serves"],
            ["tandem claude --permission-mode plan", "in a mode of your choice"],
            ["tandem claude --port 41234 --resume", "--port is ours, --resume Claude's"],
            ["tandem claude -- --help", "Claude Code's own help"],
          ],
          exits: [
            [1, "no editor serves this folder"],
            [2, "wrong usage, or Claude Code did not start"],
            ["other", "that of Claude Code"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (args: string[], options: ClaudeOptions) => {
      const { claude } = await import("../claude/claude.js");
      context.exitWith(await claude(args, options, context));
    });
}
