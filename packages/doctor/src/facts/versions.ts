/** Compares version numbers. Only the first three numbers matter here, so no semver library is needed. */

/** Returns the first three numbers of a string such as `v20.19.1` or `2.1.325 (Claude Code)`. */
export function numbersOf(text: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor), Number(patch ?? 0)];
}

/** Checks whether a version is at least another; false for anything that isn't a version. */
export function isAtLeast(version: string, minimum: string): boolean {
  const a = numbersOf(version);
  const b = numbersOf(minimum);
  if (!a || !b) return false;
  for (const index of [0, 1, 2] as const) if (a[index] !== b[index]) return a[index] > b[index];
  return true;
}
