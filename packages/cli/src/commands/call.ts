/** `tandem call`: calls one tool of an editor, as Claude Code does. */
import { text as readAll } from "node:stream/consumers";
import type { Client } from "@tandem/client";
import { type CallToolResult, isToolName, parseParams, RpcError, toolNames, tools } from "@tandem/protocol";
import { Argument, type Command } from "commander";
import type { Context } from "../context.js";
import { connectTo, findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes, messageOf } from "../exit-codes.js";
import { helpText } from "../help-text.js";
import { configDirOption, editorPortOption, jsonOption, parseSeconds } from "../options.js";
import { guessShell, quote } from "../shells.js";
import { nearest } from "../suggest.js";
import { visible, visibleLine } from "../visible.js";

interface CallOptions {
  readonly port?: number;
  readonly configDir?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** The arguments as the user wrote them: nothing, JSON, or `-` for JSON on standard input. */
async function readArguments(json: string | undefined, context: Context): Promise<unknown> {
  if (json === undefined) return {};
  const text = json === "-" ? await readAll(context.input) : json;
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = json === "-" ? "Standard input is" : "The arguments are";
    throw new CommandError(exitCodes.cannotStart, `${where} not JSON: ${messageOf(error)}`, [
      `An example: tandem call openFile '{"filePath": "README.md"}'`,
    ]);
  }
}

/** Checks arguments by the protocol's own schema, so that a mistake is found before anything is sent. */
export function checkArguments(tool: string, args: unknown): void {
  if (!isToolName(tool)) return;
  try {
    parseParams(tools[tool].arguments, args, tool);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new CommandError(exitCodes.cannotStart, error.message, ["See what it takes with: tandem call --help"]);
  }
}

function unknownTool(tool: string, offered: readonly string[]): CommandError {
  const meant = nearest(tool, [...new Set([...offered, ...toolNames])]);
  const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new CommandError(exitCodes.cannotStart, `There is no tool called ${tool}.${question}`, [
    `The editor offers: ${offered.join(", ")}`,
  ]);
}

/** A tool that is not of the protocol may still be one of this editor's own. */
function checkOffered(tool: string, client: Client): void {
  const offered = client.tools.map(({ name }) => name);
  if (offered.includes(tool)) return;
  if (!isToolName(tool)) throw unknownTool(tool, offered);
  throw new CommandError(exitCodes.no, `${client.serverInfo.name} does not offer the tool ${tool}.`, [
    `It offers: ${offered.join(", ")}`,
  ]);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Prints an answer for people. */
export function print(result: CallToolResult, { out, err }: Pick<Context, "out" | "err">): void {
  for (const item of result.content) {
    if (item.type === "image") err.line(`(an image, ${visibleLine(item.mimeType)}: --json prints it)`);
    else if (result.isError) err.line(`${err.colors.red("The tool failed:")} ${visible(item.text)}`);
    else out.line(out.isTerminal ? visible(pretty(item.text)) : item.text);
  }
}

async function call(tool: string, json: string | undefined, options: CallOptions, context: Context): Promise<number> {
  const args = await readArguments(json, context);
  checkArguments(tool, args);
  const discovery = await findEditors(context, options);
  const shell = guessShell(context.env, process.platform) ?? "sh";
  const words = json === undefined ? [] : [json === "-" ? json : quote[shell](json)];
  const wish = {
    exitCode: exitCodes.cannotStart,
    commandFor: (port: number) => ["tandem call", tool, ...words, "--port", port].join(" "),
    ...(options.port !== undefined && { port: options.port }),
  };
  const client = await connectTo(context, pickEditor(context, discovery, wish));
  checkOffered(tool, client);
  const { timeout } = options;
  const result = await client.callRaw(tool, args, {
    signal: context.lifecycle.signal,
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
  });
  if (options.json) context.out.json(result);
  else print(result, context);
  return result.isError ? exitCodes.no : exitCodes.ok;
}

/** `openFile {filePath, preview?, …}` for each tool. */
function toolLines(): [string, string][] {
  return toolNames.map((name) => {
    const members = Object.entries(tools[name].arguments.def.shape).map(([key, schema]) =>
      schema.def.type === "optional" || schema.def.type === "default" ? `${key}?` : key,
    );
    return [`${name} {${members.join(", ")}}`, tools[name].description];
  });
}

export function addCall(program: Command, context: Context): void {
  program
    .command("call")
    .description("call a tool of an editor and print its answer")
    // The tools have a list of their own below.
    .configureHelp({ helpWidth: context.out.columns, argumentDescription: (argument) => argument.description })
    // The choices are for completion; what is no choice is judged when the editor's own list is known.
    .addArgument(new Argument("<tool>", "the tool's name").choices(toolNames).argParser((tool) => tool))
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
    .action(async (tool: string, json: string | undefined, options: CallOptions) =>
      context.exitWith(await call(tool, json, options, context)),
    );
}
