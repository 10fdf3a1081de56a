/**
 * Which editor a command talks to. The rules are those of @tandem/client; here are only the words around them. Talking
 * to it is in connect.ts: `env` and `ls` only look, and shall not wait until a WebSocket is loaded.
 */
import { resolve } from "node:path";
import { type Discovery, discover, type FoundEditor } from "@tandem/client/discovery";
import type { Context } from "./context.js";
import { CommandError } from "./exit-codes.js";
import { shownPath } from "./paths.js";
import { visibleLine } from "./visible.js";

export interface SearchOptions {
  readonly configDir?: string;
  readonly cwd?: string;
}

/** Looks for editors as Claude Code, started in the working directory, would. */
export function findEditors(context: Context, options: SearchOptions): Promise<Discovery> {
  const { configDir } = options;
  return discover({
    cwd: resolve(context.cwd, options.cwd ?? "."),
    env: context.env,
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
  });
}

/** `41234  Neovim  ~/engine`, for a list of candidates. */
function describe({ port, name, lock }: FoundEditor): string {
  const folders = (lock?.workspaceFolders ?? []).map((folder) => shownPath(visibleLine(folder)));
  return `  ${String(port).padStart(5)}  ${visibleLine(name, 30)}  ${folders.join(", ") || "no folder"}`;
}

/** The editors that could be meant, and the command that means one of them. */
function listOf(editors: readonly FoundEditor[], { commandFor }: Wish): string[] {
  const reachable = editors.filter(({ verdict }) => !hopeless.has(verdict.code));
  const example = reachable.find(({ verdict }) => verdict.usable) ?? reachable[0];
  if (!example) return [];
  const lines = reachable.map(describe);
  return ["", "Editors that can be named by their port:", ...lines, "", `Name one: ${commandFor(example.port)}`];
}

/** Obstacles that naming the port does not overcome. */
const hopeless: ReadonlySet<string> = new Set<FoundEditor["verdict"]["code"]>([
  "is-directory",
  "unreadable",
  "garbage",
  "dead-pid",
  "silent-port",
  "port-closed",
  "wrong-transport",
]);

export interface Wish {
  readonly port?: number;
  /** The code to exit with when there is no such editor. */
  readonly exitCode: number;
  /** The command line that names an editor by its port. */
  readonly commandFor: (port: number) => string;
  /** The terminal's variables are about to be set, which lifts the rule about terminals of other IDEs. */
  readonly setsVariables?: boolean;
}

/** The editor on the named port, else the one that Claude Code would take. */
export async function pickEditor(context: Context, discovery: Discovery, wish: Wish): Promise<FoundEditor> {
  const { editors, choice } = discovery;
  const fail = (message: string, advice: readonly string[]): never => {
    throw new CommandError(wish.exitCode, message, advice);
  };
  if (wish.port !== undefined) {
    const named = editors.filter(({ port }) => port === wish.port);
    const found = named.find(({ verdict }) => !hopeless.has(verdict.code));
    if (found) return found;
    const why = named[0]?.verdict.message ?? `No lock file announces an editor on port ${wish.port}.`;
    return fail(why, [...listOf(editors, wish), "", "See all of them with: tandem ls"]);
  }
  if (choice.editor) return choice.editor;
  if (wish.setsVariables) {
    const [only, ...others] = editors.filter(({ verdict }) => verdict.usable || verdict.code === "needs-ancestor");
    if (only && others.length === 0 && choice.code === "no-match") return only;
  }
  const advice = [
    ...listOf(editors, wish),
    "",
    "See why with: tandem ls",
    "Start one for this folder with: tandem serve",
  ];
  if (choice.code === "no-match") return fail(`No editor serves ${shownPath(discovery.cwd)}.`, advice);
  // Only now: `env` goes well in every shell that starts, and shall not wait for the table of widths.
  const { wrap } = await import("./wrap.js");
  const [reason = "", ...more] = wrap(visibleLine(choice.reason, 1000), context.err.columns - "tandem: ".length);
  return fail(reason, [...more, ...listOf(editors, wish)]);
}
