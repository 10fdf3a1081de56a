/** Recordings as text: JSON Lines, the header first. */
import { explainIssues } from "@tandem/protocol";
import * as z from "zod/mini";
import { type Entry, type Header, headerSchema, lineSchema, type Recording } from "./entry.js";

/** A file that is no recording, with the line that says so. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** The line of a header, with its line feed. */
export function formatHeader(header: Header): string {
  return `${JSON.stringify(header)}\n`;
}

/** The value of a text, if JSON writes that value exactly so: then the value alone is enough to give the text back. */
function exactJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** Two decimals are more than a socket tells. */
const rounded = (ms: number) => Math.round(ms * 100) / 100;

/**
 * The line of an entry, with its line feed.
 *
 * @example
 * formatEntry({ t: 1, connection: 1, from: "client", text: '{"id":1}' }); // {"t":1,"connection":1,"from":"client","message":{"id":1}}
 */
export function formatEntry(entry: Entry): string {
  if (!("text" in entry)) return `${JSON.stringify({ ...entry, t: rounded(entry.t) })}\n`;
  const { text, ...rest } = entry;
  const start = JSON.stringify({ ...rest, t: rounded(entry.t) }).slice(0, -1);
  // The text is the message's own JSON already, so it is not written a second time.
  return exactJson(text) ? `${start},"message":${text}}\n` : `${start},"text":${JSON.stringify(text)}}\n`;
}

function parseLine<S extends z.ZodMiniType>(schema: S, line: string, number: number): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new RecordingError(`Line ${number} is not JSON: ${line.slice(0, 60)}`);
  }
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new RecordingError(`Line ${number} is none of a recording: ${explainIssues(parsed.error.issues, "it")}.`);
}

/** The entry of a line. Throws a {@link RecordingError}. */
export function parseEntry(line: string, number = 1): Entry {
  const parsed = parseLine(lineSchema, line, number);
  if (!("message" in parsed)) return parsed;
  const { message, ...rest } = parsed;
  return { ...rest, text: JSON.stringify(message) };
}

/**
 * Reads a recording. The last line may be cut off, as a killed recorder leaves it; anything else that is wrong throws a
 * {@link RecordingError} that names the line.
 *
 * @example
 * const { header, entries } = parseRecording(await readFile("session.jsonl", "utf8"));
 */
export function parseRecording(content: string): Recording {
  const lines = content.replace(/^\uFEFF/, "").split("\n");
  const isCutOff = lines.at(-1) !== "";
  if (!isCutOff) lines.pop();
  const [first = "", ...rest] = lines.map((line) => line.replace(/\r$/, ""));
  let header: Header;
  try {
    header = parseLine(headerSchema, first, 1);
  } catch {
    throw new RecordingError(
      'This is no recording of Tandem: its first line must be {"recording":1,…}. Make one with: tandem inspect --record <file>',
    );
  }
  const entries: Entry[] = [];
  for (const [index, line] of rest.entries()) {
    if (line === "") continue;
    try {
      entries.push(parseEntry(line, index + 2));
    } catch (error) {
      if (isCutOff && index === rest.length - 1) return { header, entries, cutOff: true };
      throw error;
    }
  }
  return { header, entries };
}
