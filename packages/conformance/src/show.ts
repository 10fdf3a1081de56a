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

/** A value may be nested so deeply that it has no JSON; that must not cost the report. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "something that is nested too deeply to show";
  }
}

/** A value as short JSON. */
export function show(value: unknown): string {
  const text = value === undefined ? "nothing" : written(value);
  return plain(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
