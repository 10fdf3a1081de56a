/** The options of `tandem replay`. */
import { resolve } from "node:path";
import { playableConnections, type Recording } from "@tandem-ide/inspector";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";

export interface ReplayOptions {
  /** The side to play. */
  readonly as: "client" | "editor";
  readonly exact?: true;
  readonly connection?: number;
  readonly folder?: readonly string[];
  readonly timeout?: number;
  readonly configDir?: string;
  readonly listenPort?: number;
  readonly json?: true;
}

/** Parses `old=new` values. Recorded folders are tried first, because their names may contain `=`. */
export function foldersOf(values: readonly string[], recording: Recording, context: Context): Record<string, string> {
  const entries = values.map((value): [string, string] => {
    const recorded = recording.header.folders.find((folder) => value.startsWith(`${folder}=`));
    const at = recorded?.length ?? value.indexOf("=");
    if (at < 1 || at === value.length - 1)
      throw new CommandError(exitCodes.cannotStart, `Invalid value for --folder: ${value}.`, [
        `Example: --folder ${recording.header.folders[0] ?? "/recorded/folder"}=/your/folder`,
      ]);
    return [value.slice(0, at), resolve(context.cwd, value.slice(at + 1))];
  });
  return Object.fromEntries(entries);
}

/** Prints which connection is played, if there are several. */
export function printConnections(recording: Recording, options: ReplayOptions, { err }: Context): void {
  const all = playableConnections(recording);
  if (options.connection !== undefined || all.length < 2) return;
  err.line(`The recording has ${all.length} connections: ${all.join(", ")}. Playing connection ${all[0]}.`);
  err.line(`To play another one: --connection ${all[1]}`);
}
