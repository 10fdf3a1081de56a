/** Version numbers, compared by hand: three numbers each, and nothing of what else a version may hold matters here. */

/** The first three numbers in a text, as in `v20.19.1` or `2.1.325 (Claude Code)`. */
export function numbersOf(text: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor), Number(patch ?? 0)];
}

/** Whether a version is at least another one; false for what is no version. */
export function isAtLeast(version: string, least: string): boolean {
  const a = numbersOf(version);
  const b = numbersOf(least);
  if (!a || !b) return false;
  for (const index of [0, 1, 2] as const) if (a[index] !== b[index]) return a[index] > b[index];
  return true;
}
