import { invisibleCharacters } from "@tandem-ide/protocol/schema-free";

/** Makes text from another program safe for a message: one line, no control characters, limited length. */
export function singleLine(text: string, limit = 200): string {
  const line = text.replace(invisibleCharacters, " ").replace(/\s+/g, " ").trim().slice(0, limit);
  return line.toWellFormed();
}
