import { type Row, titleOf } from "./row.js";

/**
 * Returns a test for a search query, of which all words must match: `client` and `editor` (the sender), `faults`,
 * `calls` (requests and their responses), `pings`, `#3` (a row and its response), anything else is searched in the
 * title, summary and text. `-word` must not match. Pings and pongs are hidden unless the query mentions them.
 *
 * @example
 * const isShown = filterOf("editor -selection_changed");
 * rows.filter(isShown);
 */
export function filterOf(query: string): (row: Row) => boolean {
  const tests = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-")
    .map((word) => (word.startsWith("-") ? not(testOf(word.slice(1))) : testOf(word)));
  const wantsPings = /(^|\s)pings?(\s|$)/.test(query.toLowerCase());
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
  // Matches WebSocket pings and messages called ping.
  if (word === "ping") return (row) => isPing(row) || row.method === word;
  return (row) =>
    titleOf(row).toLowerCase().includes(word) ||
    (row.method?.toLowerCase().includes(word) ?? false) ||
    row.about.toLowerCase().includes(word) ||
    ("text" in row.entry && row.entry.text.toLowerCase().includes(word));
}
