/**
 * Chooses the editor for a command, by the rules of @tandem-ide/client. connect.ts is separate because `env` and `ls`
 * don't connect, and should not load a WebSocket library.
 */
import { resolve } from "node:path";
import { type Discovery, discover, type FoundEditor } from "@tandem-ide/client/discovery";
import type { Context } from "./context.js";
import { CommandError } from "./exit-codes.js";
import { shownPath } from "./paths.js";
import { visibleLine } from "./visible.js";

export interface SearchOptions {
  readonly configDir?: string;
  readonly cwd?: string;
}

/** Finds editors as Claude Code does when it starts in the working directory. */
export function findEditors(context: Context, options: SearchOptions): Promise<Discovery> {
  const { configDir } = options;
  return discover({
    cwd: resolve(context.cwd, options.cwd ?? "."),
    env: context.env,
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
  });
}

/** Returns `41234  Neovim  ~/engine`. */
function describe({ port, name, lock }: FoundEditor): string {
  const folders = (lock?.workspaceFolders ?? []).map((folder) => shownPath(visibleLine(folder)));
  return `  ${String(port).padStart(5)}  ${visibleLine(name, 30)}  ${folders.join(", ") || "no folder"}`;
}

/** Lists the editors that can be chosen by port, with an example command. */
function listOf(editors: readonly FoundEditor[], { commandFor }: EditorRequest): string[] {
  const reachable = editors.filter(({ status }) => !unreachable.has(status.code));
  const example = reachable.find(({ status }) => status.usable) ?? reachable[0];
  if (!example) return [];
  return ["", "Choose an editor by port:", ...reachable.map(describe), "", `Example: ${commandFor(example.port)}`];
}

/** Problems that choosing the editor by port doesn't solve. */
const unreachable: ReadonlySet<string> = new Set<FoundEditor["status"]["code"]>([
  "is-directory",
  "unreadable",
  "garbage",
  "dead-pid",
  "silent-port",
  "port-closed",
  "wrong-transport",
]);

export interface EditorRequest {
  /** Default: `--port`. */
  readonly port?: number | undefined;
  /** The exit code if there is no such editor. */
  readonly exitCode: number;
  /** Returns the command line that chooses an editor by its port. */
  readonly commandFor: (port: number) => string;
  /** The command sets the terminal's variables, so the rule about other IDEs' terminals doesn't apply. */
  readonly setsVariables?: boolean;
}

/** Returns the editor on the requested port, or the one that Claude Code would choose. */
export async function pickEditor(
  context: Context,
  options: SearchOptions & { readonly port?: number },
  request: EditorRequest,
): Promise<FoundEditor> {
  const { cwd, editors, choice } = await findEditors(context, options);
  const fail = (message: string, advice: readonly string[]): never => {
    throw new CommandError(request.exitCode, message, advice);
  };
  const wanted = request.port ?? options.port;
  if (wanted !== undefined) {
    const onPort = editors.filter(({ port }) => port === wanted);
    const found = onPort.find(({ status }) => !unreachable.has(status.code));
    if (found) return found;
    const reason = onPort[0]?.status.message ?? `There is no editor on port ${wanted}.`;
    return fail(reason, [...listOf(editors, request), "", "List all editors: tandem ls"]);
  }
  if (choice.editor) return choice.editor;
  if (request.setsVariables) {
    const [only, ...others] = editors.filter(({ status }) => status.usable || status.code === "needs-ancestor");
    if (only && others.length === 0 && choice.code === "no-match") return only;
  }
  const advice = [...listOf(editors, request), "", "Find out why: tandem ls", "Start an editor: tandem serve"];
  if (choice.code === "no-match") return fail(`No editor has ${shownPath(cwd)} open.`, advice);
  // Loaded on demand: `env` runs at the start of every shell.
  const { wrap } = await import("./wrap.js");
  const [reason = "", ...more] = wrap(visibleLine(choice.reason, 1000), context.err.columns - "tandem: ".length);
  return fail(reason, [...more, ...listOf(editors, request)]);
}
