/** The parts of a message that are shown separately, above the whole message. */
import type { PageRow } from "../core/reader.js";

export interface Section {
  readonly title: string;
  readonly content: { readonly tree: unknown } | { readonly text: string };
}

/** Arguments with text of several lines. */
const textArguments = ["new_file_contents", "code"];

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Parses a string if it's a JSON object or array. */
function parsed(text: string): { readonly tree: unknown } | { readonly text: string } {
  try {
    const tree: unknown = JSON.parse(text);
    if (typeof tree === "object" && tree !== null) return { tree };
  } catch {
    // Not JSON.
  }
  return { text };
}

function argumentsOf(message: unknown): Section[] {
  const given = member(member(message, "params"), "arguments");
  return textArguments.flatMap((title) => {
    const text = member(given, title);
    return typeof text === "string" ? [{ title, content: { text } }] : [];
  });
}

function answerTexts(message: unknown): Section[] {
  const content = member(member(message, "result"), "content");
  const texts = Array.isArray(content) ? content.map((item) => member(item, "text")) : [];
  const strings = texts.filter((text) => typeof text === "string");
  return strings.map((text, index) => {
    const shown = parsed(text);
    const number = strings.length > 1 ? ` ${index + 1}` : "";
    return { title: `Text${number} of the response${"tree" in shown ? ", as JSON" : ""}`, content: shown };
  });
}

/**
 * Returns the parts to show separately: a tool's response, or the proposed text.
 *
 * @example
 * sectionsOf(row, messageIn(row)).map(({ title }) => title); // ["new_file_contents"]
 */
export function sectionsOf(row: PageRow, message: unknown): Section[] {
  if (row.kind === "request") return argumentsOf(message);
  return row.kind === "answer" && row.method === "tools/call" ? answerTexts(message) : [];
}

/** Returns the received frame, or a description if it isn't text. */
export function rawOf({ entry }: PageRow): { readonly title: string; readonly text: string } | undefined {
  if ("text" in entry) return { title: "Frame", text: entry.text };
  if ("binary" in entry) return { title: "Frame, binary, in base64", text: entry.binary };
  if ("open" in entry) return { title: "Handshake", text: JSON.stringify(entry.open, undefined, 2) };
  if ("refused" in entry) return { title: "Refusal", text: JSON.stringify(entry.refused, undefined, 2) };
  if ("close" in entry) return { title: "Close frame", text: JSON.stringify(entry.close, undefined, 2) };
  return undefined;
}
