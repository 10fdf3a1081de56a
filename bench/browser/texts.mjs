/** A large file, and a proposal with many hunks, similar to source code. */
const lines = 20_000;
const hunks = 500;

export const largeText = `${"x".repeat(99)}\n`.repeat(52_429);

const lineOf = (number) => `export const value${number} = compute(${number % 97}, "line ${number} of a long file");`;

export const oldText = `${Array.from({ length: lines }, (_, i) => lineOf(i)).join("\n")}\n`;

/** Every fortieth line differs: 500 hunks. */
export const newText = `${Array.from({ length: lines }, (_, i) =>
  i % (lines / hunks) === 5 ? lineOf(i).replace("compute", "recompute") : lineOf(i),
).join("\n")}\n`;
