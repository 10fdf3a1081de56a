/** Formats and parses recordings: JSON Lines with a header. */
import { explainIssues } from "@tandem-ide/protocol";
import * as z from "zod/mini";
import { type Entry, type Header, headerSchema, lineSchema, type Recording } from "./entry.js";

/** A file isn't a valid recording. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** Returns the header's line, with a line feed. */
export function formatHeader(header: Header): string {
  return `${JSON.stringify(header)}\n`;
}

/** Returns true if JSON.stringify restores exactly this text from its value. */
function isExactJson(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** Two decimals are precise enough. */
const rounded = (ms: number) => Math.round(ms * 100) / 100;

/**
 * Returns the line of an entry, with a line feed.
 *
 * @example
 * formatEntry({ t: 1, connection: 1, from: "client", text: '{"id":1}' }); // {"t":1,"connection":1,"from":"client","message":{"id":1}}
 */
export function formatEntry(entry: Entry): string {
  if (!("text" in entry)) return `${JSON.stringify({ ...entry, t: rounded(entry.t) })}\n`;
  const { text, ...rest } = entry;
  const start = JSON.stringify({ ...rest, t: rounded(entry.t) }).slice(0, -1);
  return isExactJson(text) ? `${start},"message":${text}}\n` : `${start},"text":${JSON.stringify(text)}}\n`;
}

function parseLine<S extends z.ZodMiniType>(schema: S, line: string, number: number): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new RecordingError(`Line ${number} isn't valid JSON: ${line.slice(0, 60)}`);
  }
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new RecordingError(`Line ${number} isn't valid in a recording: ${explainIssues(parsed.error.issues, "it")}.`);
}

/** Parses a line. Throws a {@link RecordingError}. */
export function parseEntry(line: string, number = 1): Entry {
  const parsed = parseLine(lineSchema, line, number);
  if (!("message" in parsed)) return parsed;
  const { message, ...rest } = parsed;
  return { ...rest, text: JSON.stringify(message) };
}

/**
 * Parses a recording. The last line may be cut off by a killed recorder. Throws a {@link RecordingError} with the line
 * number for any other problem.
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
      `This isn't a Tandem recording: the first line must be {"recording":1,…}. Record one with: tandem inspect --record <file>`,
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
