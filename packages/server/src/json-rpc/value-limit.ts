/**
 * Detects messages with far too many values before parsing them. Parsing 10 MB of brackets takes seconds and hundreds of
 * megabytes and blocks everyone else, while counting them takes milliseconds.
 */

/** Smaller messages can't contain enough values to matter. */
const harmlessBytes = 64 * 1024;
/** Large messages consist of long texts. A full batch has about ten thousand values. */
const maxValues = 100_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/** Returns the end of the string that begins at `start`, or -1. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

/** Returns true for JSON with too many values. Invalid JSON is left to the parser. */
export function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length <= harmlessBytes) return false;
  let values = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === quote) {
      i = endOfString(bytes, i);
      if (i === -1) return false;
    } else if ((byte === comma || byte === bracket || byte === brace) && ++values > maxValues) return true;
  }
  return false;
}
