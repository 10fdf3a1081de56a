/** `tandem serve`: how it is called. What it does is in serve/, loaded only when it is needed. */
import { type Command, Option } from "commander";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { collect, configDirOption, jsonOption, listenPortOption, pagePortOption, requestsOption } from "../options.js";
import type { ServeOptions } from "../serve/serve.js";

export function addServe(program: Command, context: Context): void {
  program
    .command("serve", { isDefault: true })
    .description("serve folders to Claude Code, with an editor in the browser")
    .argument("[folders...]", "the folders to serve (default: the current one)")
    .option("--name <name>", "what Claude Code shows as the editor's name", "Tandem")
    .addOption(listenPortOption())
    .addOption(configDirOption())
    .addOption(new Option("--clients <policy>", "how many at once").choices(["many", "single"]).default("many"))
    .addOption(new Option("--reject <code>", "how a bad token is refused").choices(["401", "1008"]).default("401"))
    .addOption(
      requestsOption("what workspace requests may do; ask shows you each write as a review first").default("write"),
    )
    .option("--withhold <rule>", "keep files from Claude Code, as in .gitignore; repeatable", collect)
    .addOption(
      new Option("--log-level <level>", "what to log").choices(["error", "warn", "info", "debug"]).default("warn"),
    )
    .option("--log-bodies", "put whole messages into the debug log; they hold your text")
    .option("--no-language-servers", "start no language servers: no diagnostics, no completion")
    .option("--no-kernel", "run no code: executeCode is not offered, notebooks are only shown")
    .addOption(pagePortOption())
    .option("--no-open", "print a link to the page instead of opening the browser")
    .addOption(jsonOption("print a line of JSON when ready, and one for each event after it"))
    .addHelpText(
      "after",
      helpText(
        {
          notes: [
            "The page shows your files and what Claude Code proposes, to accept whole, hunk by hunk, or edited. Its link works once; type page for another. The page has a port of its own, a new one at each start unless --page-port says which; --port is the one for Claude Code.",
            "It runs until Ctrl-C, quit, or a signal, and then removes its lock file. Of unsaved text it keeps a copy, and says where. Lines of standard input are commands; type help for the list. Code that Claude Code wants to run waits for your yes, in the page or by allow and deny. At the end of standard input it serves on, unless that is a terminal.",
          ],
          examples: [
            ["tandem serve", "the current folder"],
            ["tandem serve api web", "two folders"],
            ["tandem serve --withhold '*.sql' .", "keep some files to yourself"],
            ["tandem serve --no-kernel --no-language-servers", "start no programs: text only"],
            ["tandem serve --no-open --page-port 4567", "over SSH, with ssh -L 4567:127.0.0.1:4567"],
            ["tandem serve --json < /dev/null", "under another program"],
          ],
          exits: [
            [0, "ended with quit or Ctrl-D"],
            [2, "wrong usage, no such folder, or it cannot start"],
            ["130, 143, 129", "ended in order by SIGINT, SIGTERM, SIGHUP"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (folders: string[], options: ServeOptions) => {
      const { serve } = await import("../serve/serve.js");
      const commands = program.commands.map((command) => command.name());
      await serve(folders, options, context, commands);
      context.exitWith(exitCodes.ok);
    });
}
