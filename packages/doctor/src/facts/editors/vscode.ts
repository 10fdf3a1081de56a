/** Finds VS Code, its forks, and Tandem's extension in each. */
import { join } from "node:path";
import { ask } from "../ask.js";
import { namesIn } from "../files.js";
import { findProgram } from "../programs.js";
import type { Surroundings } from "../surroundings.js";
import { numbersOf } from "../versions.js";

/** An installed VS Code or fork. */
export interface VscodeFacts {
  readonly name: string;
  /** Its command, if it is on the PATH. */
  readonly program?: { readonly path: string; readonly version?: string };
  /** The installed versions of Tandem's extension. */
  readonly extensions: readonly string[];
}

/** The extension folders are relative to the home directory. */
const family = [
  { name: "VS Code", command: "code", folders: [".vscode/extensions", ".vscode-server/extensions"] },
  { name: "VS Code Insiders", command: "code-insiders", folders: [".vscode-insiders/extensions"] },
  { name: "VSCodium", command: "codium", folders: [".vscode-oss/extensions"] },
  { name: "Cursor", command: "cursor", folders: [".cursor/extensions", ".cursor-server/extensions"] },
  { name: "Windsurf", command: "windsurf", folders: [".windsurf/extensions", ".windsurf-server/extensions"] },
  { name: "code-server", command: "code-server", folders: [".local/share/code-server/extensions"] },
] as const;

export const vscodeCommands = family.map(({ command }) => command);

const extensionName = /^tandem-ide\.tandem-vscode-(\d+\.\d+\.\d+)/;
const limitMs = 5000;

async function examine(
  { name, command, folders }: (typeof family)[number],
  surroundings: Surroundings,
  signal?: AbortSignal,
): Promise<VscodeFacts | undefined> {
  const path = await findProgram(command, surroundings);
  const found = await Promise.all(folders.map((folder) => namesIn(join(surroundings.home, folder))));
  const extensions = found.flat().flatMap((entry) => extensionName.exec(entry)?.[1] ?? []);
  if (path === undefined && extensions.length === 0) return undefined;
  if (path === undefined) return { name, extensions };
  const answer = await ask(path, ["--version"], surroundings, { limitMs, signal });
  const version = "output" in answer ? numbersOf(answer.output)?.join(".") : undefined;
  return { name, program: { path, ...(version !== undefined && { version }) }, extensions };
}

/** Finds every installed VS Code and fork. */
export async function gatherVscode(surroundings: Surroundings, signal?: AbortSignal): Promise<VscodeFacts[]> {
  const found = await Promise.all(family.map((member) => examine(member, surroundings, signal)));
  return found.filter((member) => member !== undefined);
}
