/** `tandem call`: calls one tool of an editor, as Claude Code does. */
import { text as readAll } from "node:stream/consumers";
import { messageOf } from "@tandem/base";
import type { Client } from "@tandem/client";
import { type CallToolResult, isToolName, parseParams, RpcError, toolNames, tools } from "@tandem/protocol";
import { connectTo } from "../connect.js";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { guessShell, quote } from "../shells.js";
import { nearest } from "../suggest.js";
import { visible, visibleLine } from "../visible.js";

export interface CallOptions {
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

export async function call(
  tool: string,
  json: string | undefined,
  options: CallOptions,
  context: Context,
): Promise<number> {
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
  const client = await connectTo(context, await pickEditor(context, discovery, wish));
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
