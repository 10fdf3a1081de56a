/**
 * Messages that hold far more values than any real one. Parsing 10 MB of brackets takes seconds and hundreds of megabytes,
 * and nobody else is answered meanwhile; looking for them takes milliseconds.
 */

/** What is smaller cannot hold enough to matter, and is not looked at. */
const harmlessBytes = 64 * 1024;
/** A large message is large by a text in it; a full batch has some ten thousand values. */
const maxValues = 100_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/** Where the string that begins at `start` ends; -1 when it does not. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

/** True for a text of JSON with too many values; of what is no JSON at all the parser tells. */
export function isIntricate(bytes: Buffer): boolean {
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
