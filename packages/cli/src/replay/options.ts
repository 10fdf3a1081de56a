/** What `tandem replay` is told, and the recording that it reads. */
import { resolve } from "node:path";
import { messageOf } from "@tandem/base";
import { playableConnections, type Recording, RecordingError, ReplayError } from "@tandem/inspector";
import { StartError } from "@tandem/server";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { readRecordingFile } from "../inspect/read-recording.js";

export interface ReplayOptions {
  /** Whose side is played. */
  readonly as: "client" | "editor";
  readonly exact?: true;
  readonly connection?: number;
  readonly folder?: readonly string[];
  readonly timeout?: number;
  readonly configDir?: string;
  readonly listenPort?: number;
  readonly json?: true;
}

export async function readRecording(path: string, context: Context): Promise<Recording> {
  try {
    return await readRecordingFile(resolve(context.cwd, path));
  } catch (error) {
    const advice =
      error instanceof RecordingError ? [] : ["Make one with: tandem inspect --record <file>, then start Claude Code"];
    throw new CommandError(exitCodes.cannotStart, `${path} cannot be played: ${messageOf(error)}`, advice);
  }
}

/** `old=new` words as a table. A folder may have the sign in its name, so one of the recording's is looked for first. */
export function foldersOf(words: readonly string[], recording: Recording, context: Context): Record<string, string> {
  const entries = words.map((word): [string, string] => {
    const known = recording.header.folders.find((folder) => word.startsWith(`${folder}=`));
    const at = known?.length ?? word.indexOf("=");
    if (at < 1 || at === word.length - 1)
      throw new CommandError(exitCodes.cannotStart, `--folder ${word} does not say which folder becomes which.`, [
        `Write it as --folder ${recording.header.folders[0] ?? "/recorded/folder"}=/your/folder`,
      ]);
    return [word.slice(0, at), resolve(context.cwd, word.slice(at + 1))];
  });
  return Object.fromEntries(entries);
}

/** Says which connection is played, where there are several. */
export function tellConnections(recording: Recording, options: ReplayOptions, { err }: Context): void {
  const all = playableConnections(recording);
  const [first] = all;
  if (options.connection !== undefined || all.length < 2) return;
  err.line(`The recording has ${all.length} connections (${all.join(", ")}); number ${first} is played.`);
  err.line(`Another one: --connection ${all[1]}`);
}

/** What keeps a replay from beginning is no fault of tandem's. */
export function explained(error: unknown): unknown {
  if (error instanceof ReplayError || error instanceof StartError)
    return new CommandError(exitCodes.cannotStart, error.message);
  return error;
}
