/** A row for a program: what was read of the message, and the message. */
import type { Row } from "@tandem/inspector";

export function rowJson({ entry, message, size: _size, ...read }: Row): Record<string, unknown> {
  if (message !== undefined) return { ...read, message };
  const { t: _t, connection: _connection, ...rest } = entry;
  return { ...read, ...rest };
}
