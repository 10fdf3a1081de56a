/** `tandem conformance`: how it is called. What it does is in conformance/, loaded only when it is needed. */
import { type Command, Option } from "commander";
import type { ConformanceOptions } from "../conformance/conformance.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { configDirOption, jsonOption, parseSeconds, requestsOption } from "../options.js";

export function addConformance(program: Command, context: Context): void {
  program
    .command("conformance")
    .description("check an endpoint, or a client, requirement by requirement")
    .usage("[options] [port]\n       tandem conformance --client [options] [-- command…]")
    .argument(
      "[words...]",
      "the port of an editor (default: the one that Claude Code would take); with --client the command that starts the client (default: you start it)",
    )
    .option("--client", "check a client in place of an endpoint")
    .addOption(configDirOption())
    .addOption(
      new Option("--format <format>", "how to print the report").choices(["text", "json", "junit"]).default("text"),
    )
    .option("--output <file>", "write the report there")
    .option("--only <id...>", "only these sections (CON), requirements (CON-03) or checks (CON-03/ping)")
    .option("--skip <id...>", "all but these")
    .option("--slow", "also the checks that take long")
    .option("--may-write", "also those that make files in the workspace; they are removed again")
    .addOption(requestsOption("what its workspace requests may do (default: what the lock says)"))
    .addOption(new Option("--timeout <seconds>", "with --client: end the run after that time").argParser(parseSeconds))
    .option("--accept", "with --client: accept its edits, so that it writes them; by default they are rejected")
    .addOption(jsonOption("the same as --format json"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "With --client a scripted endpoint announces itself and judges who comes, by the same ids. A client that is started here gets a config directory of its own, so nothing of yours is touched; Claude Code is then as if it were new, and asks to log in. Name yours to avoid that: --config-dir ~/.claude",
          ],
          examples: [
            ["tandem conformance", "the editor of this folder"],
            ["tandem conformance 41234", "the one on that port"],
            ["tandem conformance 41234 --only AUTH CON-03", "a part of it; the port comes first"],
            ["tandem conformance --format junit --output report.xml", "for a build server"],
            ["tandem conformance --client", "the client that you start then"],
            ["tandem conformance --client -- claude --ide", "this one"],
          ],
          exits: [
            [0, "every check passed or does not apply"],
            [1, "some failed, or no client came"],
            [2, "it could not run"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (words: string[], options: ConformanceOptions) => {
      const { conformance } = await import("../conformance/conformance.js");
      context.exitWith(await conformance(words, options, context));
    });
}
