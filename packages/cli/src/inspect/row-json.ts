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
  const { t: _t, connection: _connection, ...received } = entry;
  const fields = { ...read, ...(id !== undefined && { id }) };
  // The whole row is tried, because the same message may be serializable alone.
  const rows = [
    { ...fields, ...(message === undefined ? received : { message }) },
    { ...fields, ...received },
  ];
  return rows.find(isSerializable) ?? { ...read, ...received };
}
