/** Arguments and help of `tandem serve`, which is in serve/ and loaded on demand. */
import { type Command, Option } from "commander";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import {
  agentsOption,
  collect,
  configDirOption,
  jsonOption,
  pagePortOption,
  parsePort,
  requestsOption,
} from "../options.js";
import type { ServeOptions } from "../serve/serve.js";

export function addServe(program: Command, context: Context): void {
  program
    .command("serve", { isDefault: true })
    .description("open folders in a browser-based editor that Claude Code can connect to")
    .argument("[folders...]", "folders to open (default: the current folder)")
    .option("--name <name>", "editor name that Claude Code shows", "Tandem")
    .addOption(new Option("--port <port>", "port for Claude Code (default: any free port)").argParser(parsePort))
    .addOption(configDirOption())
    .addOption(agentsOption())
    .addOption(
      new Option("--clients <policy>", "how many clients can connect").choices(["many", "single"]).default("many"),
    )
    .addOption(new Option("--reject <code>", "how to reject a wrong token").choices(["401", "1008"]).default("401"))
    .addOption(requestsOption("what workspace requests may do; with ask, you review each write first").default("write"))
    .option("--hide <rule>", "hide files from Claude Code (.gitignore syntax; repeatable)", collect)
    // Kept for scripts written for earlier versions.
    .addOption(new Option("--withhold <rule>", "same as --hide").argParser(collect).hideHelp())
    .addOption(
      new Option("--log-level <level>", "minimum level to log")
        .choices(["error", "warn", "info", "debug"])
        .default("warn"),
    )
    .option("--log-bodies", "include whole messages, with your text, in the debug log")
    .option("--no-language-servers", "don't start language servers: no diagnostics, no completion")
    .option("--no-changes", "don't record what changes on disk while Claude Code is connected")
    .option("--no-kernel", "don't run code: no executeCode, and notebooks are read-only")
    .addOption(pagePortOption())
    .option("--no-open", "print a link to the page instead of opening the browser")
    .addOption(jsonOption("print a line of JSON when ready, then one for each event"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        notes: [
          "The page shows your files and Claude Code's proposals. You can accept a proposal, edit it first, or accept individual changes. The link works once; type page for a new one. The page uses a new port each time, unless you set --page-port.",
          "Tandem runs until Ctrl-C, quit or a signal, then removes its lock file. It keeps a copy of unsaved text. Commands are read from standard input; type help to list them. Code that Claude Code wants to run needs your approval, in the browser or with allow and deny. In a terminal, Ctrl-D quits. If input comes from a file or pipe, Tandem keeps running when it ends.",
        ],
        examples: [
          ["tandem serve", "open the current folder"],
          ["tandem serve api web", "open two folders"],
          ["tandem serve --hide '*.sql' .", "hide some files from Claude Code"],
          ["tandem serve --no-kernel --no-language-servers", "don't start other programs"],
          ["tandem serve --no-open --page-port 4567", "over SSH, with ssh -L 4567:127.0.0.1:4567"],
          ["tandem serve --json < /dev/null", "run from a script"],
        ],
        exits: [
          [0, "stopped with quit or Ctrl-D"],
          [2, "invalid usage, no such folder, or couldn't start"],
          ["130, 143, 129", "stopped by SIGINT, SIGTERM or SIGHUP"],
        ],
      }),
    )
    .action(async (folders: string[], options: ServeOptions) => {
      const { serve } = await import("../serve/serve.js");
      const commands = program.commands.map((command) => command.name());
      await serve(folders, options, context, commands);
      context.exitWith(exitCodes.ok);
    });
}
