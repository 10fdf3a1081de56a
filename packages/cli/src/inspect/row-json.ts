/** A row for a program: what was read of the message, and the message. */
import type { Row } from "@tandem/inspector";

function fitsIntoJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** What is nested so deeply that it cannot be written again stands there as the text that it came as. */
export function rowJson({ entry, message, id, size: _size, ...read }: Row): Record<string, unknown> {
  const known = { ...read, ...(id !== undefined && fitsIntoJson(id) && { id }) };
  if (message !== undefined && fitsIntoJson(message)) return { ...known, message };
  const { t: _t, connection: _connection, ...rest } = entry;
  return { ...known, ...rest };
}
