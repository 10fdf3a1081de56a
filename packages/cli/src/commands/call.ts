/** Arguments and help of `tandem call`, which is in call/ and loaded on demand. */
import { toolDescriptions, toolInputSchemas } from "@tandem-ide/protocol/tool-schemas";
import { Argument, type Command } from "commander";
import type { CallOptions } from "../call/call.js";
import type { Context } from "../context.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption, parseSeconds } from "../options.js";

/** Returns `openFile {filePath, preview?, …}` and its description for each tool. */
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
    .description("call one of an editor's tools and print the result")
    // The tools are listed below the options.
    .configureHelp({ helpWidth: context.out.columns, argumentDescription: (argument) => argument.description })
    // The choices are for completion. An editor may have other tools.
    .addArgument(
      new Argument("<tool>", "tool name").choices(toolDescriptions.map(([name]) => name)).argParser((tool) => tool),
    )
    .argument("[json]", "tool arguments as JSON, or - to read them from standard input")
    .addOption(editorPortOption())
    .addOption(configDirOption())
    .option("--timeout <seconds>", "time limit (default: 60; none for openDiff and executeCode)", parseSeconds)
    .addOption(jsonOption("print the complete response as one line of JSON"))
    .addHelpText(
      "after",
      helpText(context.out.columns, {
        list: { title: "Tools", lines: toolLines() },
        examples: [
          ["tandem call getOpenEditors", "list the open tabs"],
          [`tandem call openFile '{"filePath":"a.ts"}'`, "open a file"],
          ["tandem call openDiff - < proposal.json", "read the arguments from a file"],
        ],
        exits: [
          [0, "success"],
          [1, "the tool returned an error, or the editor refused the call"],
          [2, "invalid usage, or no editor found"],
          [3, "connection lost, or timed out"],
        ],
      }),
    )
    .action(async (tool: string, json: string | undefined, options: CallOptions) => {
      const { call } = await import("../call/call.js");
      context.exitWith(await call(tool, json, options, context));
    });
}
