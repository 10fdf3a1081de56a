import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "@tandem-ide/base";
import { parseRecording, type Recording, RecordingError } from "@tandem-ide/inspector";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { quote } from "../shells.js";

const megabyte = 1024 * 1024;
/** A recording is read as one string, and Node's strings can't be much longer. */
const maxBytes = 500 * megabyte;

/** Reads a recording. `advice` is shown if the file can't be read. */
export async function readRecording(path: string, { cwd }: Pick<Context, "cwd">, advice: string): Promise<Recording> {
  const file = resolve(cwd, path);
  try {
    const { size } = await stat(file);
    if (size > maxBytes)
      throw new RecordingError(
        `It is ${Math.ceil(size / megabyte)} MB, and the limit is ${maxBytes / megabyte} MB. Cut it with: head -c 400M ${quote.sh(file)} > part.jsonl`,
      );
    return parseRecording(await readFile(file, "utf8"));
  } catch (error) {
    const lines = error instanceof RecordingError ? [] : [advice];
    throw new CommandError(exitCodes.cannotStart, `Can't read ${path}: ${messageOf(error)}`, lines);
  }
}
