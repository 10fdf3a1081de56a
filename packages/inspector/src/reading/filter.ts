/** Which rows somebody wants to see. */
import { type Row, titleOf } from "./row.js";

/**
 * Words that narrow a list. All must fit: `client`, `editor` (who said it), `faults`, `calls` (requests and their
 * answers), `pings`, `#3` (a row and what belongs to it), anything else is looked for in title, words and text; a word
 * with a minus before it must not fit. Without a word about them, pings and pongs are left out.
 *
 * @example
 * const isShown = filterOf("editor -selection_changed");
 * rows.filter(isShown);
 */
export function filterOf(words: string): (row: Row) => boolean {
  const tests = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-")
    .map((word) => (word.startsWith("-") ? not(testOf(word.slice(1))) : testOf(word)));
  const wantsPings = /(^|\s)pings?(\s|$)/.test(words.toLowerCase());
  return (row) => (wantsPings || !isPing(row)) && tests.every((test) => test(row));
}

type Test = (row: Row) => boolean;

const not =
  (test: Test): Test =>
  (row) =>
    !test(row);
const isPing: Test = ({ kind }) => kind === "ping" || kind === "pong";

function testOf(word: string): Test {
  switch (word) {
    case "client":
    case "editor":
      return ({ from }) => from === word;
    case "fault":
    case "faults":
      return ({ faults }) => faults.length > 0;
    case "call":
    case "calls":
      return ({ kind }) => kind === "request" || kind === "answer" || kind === "error";
    case "pings":
      return isPing;
  }
  const number = /^#(\d+)$/.exec(word);
  if (number) return (row) => row.number === Number(number[1]) || row.answers === Number(number[1]);
  // The frames, and the messages of that name.
  if (word === "ping") return (row) => isPing(row) || row.method === word;
  return (row) =>
    titleOf(row).toLowerCase().includes(word) ||
    (row.method?.toLowerCase().includes(word) ?? false) ||
    row.about.toLowerCase().includes(word) ||
    ("text" in row.entry && row.entry.text.toLowerCase().includes(word));
}
