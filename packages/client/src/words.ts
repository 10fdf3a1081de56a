import { invisibleCharacters } from "@tandem/protocol/plain";

/** Text from elsewhere, made fit for a message: one line, no control characters, not too long. */
export function plain(text: string, limit = 200): string {
  const line = text.replace(invisibleCharacters, " ").replace(/\s+/g, " ").trim().slice(0, limit);
  return line.toWellFormed();
}
