/** `tandem call`: calls one of an editor's tools, as Claude Code does. */
import { text as readAll } from "node:stream/consumers";
import { messageOf } from "@tandem-ide/base";
import type { Client } from "@tandem-ide/client";
import { type CallToolResult, isToolName, parseParams, RpcError, toolNames, tools } from "@tandem-ide/protocol";
import { connectTo } from "../connect.js";
import type { Context } from "../context.js";
import { pickEditor } from "../editors.js";
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

/** Reads the arguments: nothing, JSON, or `-` for JSON on standard input. */
async function readArguments(json: string | undefined, context: Context): Promise<unknown> {
  if (json === undefined) return {};
  const text = json === "-" ? await readAll(context.input) : json;
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = json === "-" ? "standard input" : "the arguments";
    throw new CommandError(exitCodes.cannotStart, `Invalid JSON in ${where}: ${messageOf(error)}`, [
      `Example: tandem call openFile '{"filePath": "README.md"}'`,
    ]);
  }
}

/** Checks arguments against the protocol's schema before anything is sent. */
export function checkArguments(tool: string, args: unknown): void {
  if (!isToolName(tool)) return;
  try {
    parseParams(tools[tool].arguments, args, tool);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new CommandError(exitCodes.cannotStart, error.message, [
      "List the tools and their arguments: tandem call --help",
    ]);
  }
}

/** Checks that the editor has the tool, which may be one that the protocol doesn't define. */
function checkOffered(tool: string, client: Client): void {
  const offered = client.tools.map(({ name }) => name);
  if (offered.includes(tool)) return;
  const { name } = client.serverInfo;
  const advice = [`${name} offers these tools: ${offered.join(", ")}`];
  if (isToolName(tool)) throw new CommandError(exitCodes.no, `${name} doesn't support the ${tool} tool.`, advice);
  const meant = nearest(tool, [...new Set([...offered, ...toolNames])]);
  const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new CommandError(exitCodes.cannotStart, `Unknown tool: ${tool}.${question}`, advice);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Prints a result as text. */
export function print(result: CallToolResult, { out, err }: Pick<Context, "out" | "err">): void {
  for (const item of result.content) {
    if (item.type === "image") err.line(`(image, ${visibleLine(item.mimeType)}; use --json to print it)`);
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
  const shell = guessShell(context.env, process.platform) ?? "sh";
  const quoted = json === undefined ? [] : [json === "-" ? json : quote[shell](json)];
  const editor = await pickEditor(context, options, {
    exitCode: exitCodes.cannotStart,
    commandFor: (port) => ["tandem call", tool, ...quoted, "--port", port].join(" "),
  });
  const client = await connectTo(context, editor);
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
