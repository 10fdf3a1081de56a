/** Compares texts for failure messages. */
import { AssertionError } from "node:assert/strict";

function around(text: string, index: number): string {
  return JSON.stringify(text.slice(Math.max(0, index - 20), index + 20));
}

/** Checks that two texts are equal, and only shows the first difference. */
export function assertSameText(seen: string, expected: string, what: string): void {
  if (seen === expected) return;
  let index = 0;
  while (seen[index] === expected[index]) index++;
  throw new AssertionError({
    message:
      `${what}: the texts differ at character ${index}, expected ${around(expected, index)} and saw ${around(seen, index)} ` +
      `(${expected.length} and ${seen.length} characters)`,
  });
}
