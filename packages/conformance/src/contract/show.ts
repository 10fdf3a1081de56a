/** Values in failure messages: short, with what matters visible. */
import { AssertionError } from "node:assert/strict";

const longest = 300;

/** One line of JSON, cut where it gets long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

function around(text: string, index: number): string {
  return JSON.stringify(text.slice(Math.max(0, index - 20), index + 20));
}

/** Two texts are equal to the byte; where they are not, the first difference is shown and not a megabyte. */
export function sameText(seen: string, expected: string, what: string): void {
  if (seen === expected) return;
  let index = 0;
  while (seen[index] === expected[index]) index++;
  throw new AssertionError({
    message:
      `${what}: the texts differ at character ${index}, expected ${around(expected, index)} and saw ${around(seen, index)} ` +
      `(${expected.length} and ${seen.length} characters)`,
  });
}
