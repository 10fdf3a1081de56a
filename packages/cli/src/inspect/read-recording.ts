/** Reads a recording from a file. */
import { readFile, stat } from "node:fs/promises";
import { parseRecording, type Recording, RecordingError } from "@tandem/inspector";
import { quote } from "../shells.js";

const megabyte = 1024 * 1024;
/** It is read as one string, of which Node makes none that is much longer. */
const maxBytes = 500 * megabyte;

/**
 * Throws a {@link RecordingError}, or what the system says.
 *
 * @example
 * const { entries } = await readRecordingFile("session.jsonl");
 */
export async function readRecordingFile(path: string): Promise<Recording> {
  const { size } = await stat(path);
  if (size > maxBytes)
    throw new RecordingError(
      `It has ${Math.ceil(size / megabyte)} MB, and no more than ${maxBytes / megabyte} can be read. A part from its start is a recording too: head -c 400M ${quote.sh(path)} > part.jsonl`,
    );
  return parseRecording(await readFile(path, "utf8"));
}
