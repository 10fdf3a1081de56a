/** `tandem call`: how it is called. What it does is in call/, loaded only when it is needed. */
import { toolDescriptions, toolInputSchemas } from "@tandem/protocol/tool-schemas";
import { Argument, type Command } from "commander";
import type { CallOptions } from "../call/call.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption, parseSeconds } from "../options.js";

/** `openFile {filePath, preview?, …}` and what it does, for each tool. */
function toolLines(): [string, string][] {
  return toolDescriptions.map(([name, description]) => {
    const { properties, required = [] } = toolInputSchemas[name];
    const members = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
    return [`${name} {${members.join(", ")}}`, description];
  });
}

export function addCall(program: Command, context: Context): void {
  program
    .command("call")
    .description("call a tool of an editor and print its answer")
    // The tools have a list of their own below.
    .configureHelp({ helpWidth: context.out.columns, argumentDescription: (argument) => argument.description })
    // The choices are for completion; what is no choice is judged when the editor's own list is known.
    .addArgument(
      new Argument("<tool>", "the tool's name")
        .choices(toolDescriptions.map(([name]) => name))
        .argParser((tool) => tool),
    )
    .argument("[json]", "its arguments, as JSON; - reads them from standard input")
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .option("--timeout <seconds>", "how long to wait (60; without end for openDiff and executeCode)", parseSeconds)
    .addOption(jsonOption("print the whole answer as one line of JSON"))
    .addHelpText(
      "after",
      helpText(
        {
          list: { title: "Tools", lines: toolLines() },
          examples: [
            ["tandem call getOpenEditors", "the tabs that are open"],
            [`tandem call openFile '{"filePath":"a.ts"}'`, "open a file"],
            ["tandem call openDiff - < proposal.json", "arguments from a file"],
          ],
          exits: [
            [0, "the tool answered"],
            [1, "the tool reports an error, or the editor refuses the call"],
            [2, "wrong usage, or no editor to talk to"],
            [3, "the connection was lost, or no answer came in time"],
          ],
        },
        context.out.columns,
      ),
    )
    .action(async (tool: string, json: string | undefined, options: CallOptions) => {
      const { call } = await import("../call/call.js");
      context.exitWith(await call(tool, json, options, context));
    });
}
