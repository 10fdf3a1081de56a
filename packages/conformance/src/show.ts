/** Values as a report shows them: short, on one line, without anything that a terminal would obey. */
import { invisibleCharacters } from "@tandem/protocol";

const longest = 240;

/** The text with control and direction characters spelt out, so that an endpoint cannot drive the reader's terminal. */
export function plain(text: string): string {
  return text.replace(invisibleCharacters, (char) => {
    if (char === "\n") return "\\n";
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A value as short JSON. */
export function show(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return plain(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
