import type { Row } from "@tandem-ide/inspector";

function isSerializable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** Formats a row for `--json`. A message that is nested too deeply to be serialized is included as received text. */
export function rowJson({ entry, message, id, size: _size, ...read }: Row): Record<string, unknown> {
  const fields = { ...read, ...(id !== undefined && isSerializable(id) && { id }) };
  if (message !== undefined && isSerializable(message)) return { ...fields, message };
  const { t: _t, connection: _connection, ...rest } = entry;
  return { ...fields, ...rest };
}
