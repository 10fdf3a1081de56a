/**
 * Finds the parts of a diagnostic's message that may come from a file: quoted text, lists after a quote, and numbers.
 * `Type '"zz"' is not assignable to type '"hunter2"'.` contains `zz` and `hunter2`.
 */

export interface MessagePart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Words of programming languages and their libraries, which reveal nothing about a file. */
const vocabulary = new Set(
  (
    "any array bigint bool boolean bytes char class complex const def default dict double enum export extends false float " +
    "fn for from func function if impl import in int interface is keyof let list literal long mut never new nil none null " +
    "number object of optional or private promise protected public readonly record return self set short static str string " +
    "struct symbol this true tuple type typeof undefined union unknown unsigned usize var void while"
  ).split(" "),
);

const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', "`": "`", "‘": "’", "“": "”", "«": "»" };
const literal = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const word = /[\p{L}\p{N}_$]+/gu;
/** A quotation mark that isn't an apostrophe. */
const unmatchedQuote = /["`]|(?<![\p{L}\p{N}_])'|'(?![\p{L}\p{N}_])/u;
const lastQuote = /["'`’”»](?=[^"'`’”»]*$)/;
/** Characters that are common in types and rare in strings. */
const typeMarks = /[<>(){}[\]|&:]/;

function wordsIn(text: string, offset: number): MessagePart[] {
  return [...text.matchAll(word)]
    .filter(([each]) => each.length > 1 && !vocabulary.has(each.toLowerCase()))
    .map((match) => part(match[0], offset + match.index));
}

function part(text: string, start: number): MessagePart {
  return { start, end: start + text.length, text };
}

/**
 * Returns the strings in a quoted text, each as a whole, and the other words. Returns undefined if a quotation mark in it is
 * unmatched, so the quote ends elsewhere.
 */
function partsOfQuote(text: string, quote: string, offset: number): MessagePart[] | undefined {
  if (quote === '"' && !typeMarks.test(text) && !/['`]/.test(text))
    return /[\p{L}\p{N}]/u.test(text) ? known(text, offset) : [];
  const parts: MessagePart[] = [];
  let rest = text;
  for (const match of text.matchAll(literal)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? "";
    if (inner !== "") parts.push(part(inner, offset + match.index + 1));
    rest = rest.slice(0, match.index) + " ".repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  return unmatchedQuote.test(rest) ? undefined : [...parts, ...wordsIn(rest, offset)];
}

function known(text: string, offset: number): MessagePart[] {
  return vocabulary.has(text.toLowerCase()) ? [] : [part(text, offset)];
}

/** Returns the end of a quote that begins at `start`: a closing mark that isn't followed by a word, as in `'it's'`. */
function endOfQuote(message: string, start: number): number | undefined {
  const close = closing[message[start] ?? ""] ?? "";
  for (let at = message.indexOf(close, start + 1); at !== -1; at = message.indexOf(close, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(message[at + 1] ?? "")) return at;
  return undefined;
}

const number = /(?<![\p{L}\p{N}_])(?:0[xob][\da-f_]+|\d[\d._]{2,})/giu;
/** Finding quotes takes quadratic time, and no one reads longer messages. */
const maxLength = 10_000;

/** Returns the parts, unordered. They don't overlap. */
export function partsOf(whole: string): MessagePart[] {
  const message = whole.slice(0, maxLength);
  const parts: MessagePart[] = whole.length > maxLength ? [part(whole.slice(maxLength), maxLength)] : [];
  let unquoted = message;
  const blank = (from: number, to: number) => {
    unquoted = unquoted.slice(0, from) + " ".repeat(to - from) + unquoted.slice(to);
  };
  for (let at = 0; at < message.length; at++) {
    const mark = message[at] ?? "";
    if (!(mark in closing) || /[\p{L}\p{N}_]/u.test(message[at - 1] ?? "")) continue;
    const end = endOfQuote(message, at);
    if (end === undefined) continue;
    const quoted = partsOfQuote(message.slice(at + 1, end), mark, at + 1);
    if (!quoted) {
      // The end is unclear, so use everything up to the last mark.
      const last = lastQuote.exec(message)?.index ?? end;
      parts.push(part(message.slice(at + 1, last), at + 1));
      blank(at, last + 1);
      break;
    }
    parts.push(...quoted);
    blank(at, end + 1);
    at = end;
    // `… missing the following properties from type 'Secrets': password, port`
    const listed = /^:[ \t]+([^\n'"`‘“«]+)$/m.exec(message.slice(end + 1));
    if (listed?.index !== 0) continue;
    parts.push(...wordsIn(listed[0], end + 1));
    blank(end + 1, end + 1 + listed[0].length);
  }
  for (const match of unquoted.matchAll(number)) parts.push(part(match[0], match.index));
  return parts;
}

/** Replaces these parts of the message with an ellipsis. */
export function without(message: string, parts: readonly MessagePart[]): string {
  let text = message;
  for (const { start, end } of [...parts].sort((a, b) => b.start - a.start))
    text = `${text.slice(0, start)}…${text.slice(end)}`;
  return text;
}
