/** Arguments and help of `tandem conformance`, which is in conformance/ and loaded on demand. */
import { type Command, Option } from "commander";
import type { ConformanceOptions } from "../conformance/conformance.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { configDirOption, jsonOption, parseSeconds, requestsOption } from "../options.js";

export function addConformance(program: Command, context: Context): void {
  program
    .command("conformance")
    .description("check an endpoint or a client against the protocol")
    .usage("[options] [port]\n       tandem conformance --client [options] [-- command…]")
    .argument(
      "[port|command...]",
      "the editor's port (default: the editor Claude Code would choose); with --client, the command that starts the client (default: you start it)",
    )
    .option("--client", "check a client instead of an endpoint")
    .addOption(
      new Option("--agent <agent>", "agent to check the endpoint for")
        .choices(["claude-code", "gemini"])
        .default("claude-code"),
    )
    .addOption(configDirOption())
    .addOption(new Option("--format <format>", "report format").choices(["text", "json", "junit"]).default("text"))
    .option("--output <file>", "write the report to a file")
    .option("--only <id...>", "run only these sections (CON), requirements (CON-03) or checks (CON-03/ping)")
    .option("--skip <id...>", "skip these sections, requirements or checks")
    .option("--slow", "include slow checks")
    .option("--may-write", "include checks that create files in the workspace, then delete them")
    .addOption(requestsOption("what workspace requests may do (default: as in the lock file)"))
    .addOption(new Option("--timeout <seconds>", "with --client: stop after this time").argParser(parseSeconds))
    .option("--accept", "with --client: accept its edits, so that it writes them (default: reject)")
    .addOption(jsonOption("same as --format json"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "With --client, Tandem starts a scripted endpoint and checks the client that connects to it. A client started by this command gets a new config directory, so your settings stay untouched; Claude Code will ask you to log in. To use your settings instead: --config-dir ~/.claude",
        ],
        examples: [
          ["tandem conformance", "check this folder's editor"],
          ["tandem conformance 41234", "check the editor on this port"],
          ["tandem conformance 41234 --only AUTH CON-03", "run some checks (port first)"],
          ["tandem conformance --format junit --output report.xml", "write a report for CI"],
          ["tandem conformance --agent gemini", "check what Gemini CLI needs from this folder's editor"],
          ["tandem conformance --client", "check a client that you start"],
          ["tandem conformance --client -- claude --ide", "start Claude Code and check it"],
        ],
        exits: [
          [0, "all applicable checks passed"],
          [1, "a check failed, or no client connected"],
          [2, "couldn't run"],
        ],
      }),
    )
    .action(async (args: string[], options: ConformanceOptions) => {
      const { conformance } = await import("../conformance/conformance.js");
      context.exitWith(await conformance(args, options, context));
    });
}
