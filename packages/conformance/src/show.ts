/** Formats values for a report: short, on one line, without control characters. */
import { invisibleCharacters } from "@tandem-ide/protocol";

const maxLength = 500;
const maxStringLength = 100;

/** Escapes control and direction characters, so an endpoint can't control the reader's terminal. */
export function escapeInvisible(text: string): string {
  return text.replace(invisibleCharacters, (char) => {
    if (char === "\n") return "\\n";
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Keeps both ends of a long string. A long path must not push the rest of a value out of the report. */
function shorten(key: string, value: unknown): unknown {
  const isLong = key !== "" && typeof value === "string" && value.length > maxStringLength;
  return isLong ? `${value.slice(0, 55)}…${value.slice(-44)}` : value;
}

/** JSON.stringify throws on very deep nesting, which must not break the report. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value, shorten) ?? String(value);
  } catch {
    return "a value that is nested too deeply to show";
  }
}

/** Formats a value as short JSON. */
export function show(value: unknown): string {
  const text = value === undefined ? "nothing" : stringify(value);
  return escapeInvisible(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}
