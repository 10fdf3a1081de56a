/**
 * Bounds on rules in the form of .gitignore, and on paths that they are asked about. For each `**` the library tries every
 * folder of a path, with two of them every pair, and so on: with five, one path of a hundred folders never ends, and neither
 * does the editor's thread.
 */

/** No path is matched by more, and reading a line takes the square of what it repeats. */
const maxRuleLength = 1000;
const maxGlobstars = 3;
/** Twenty rules with as many `**` as may be, about a second with the worst path; or a thousand with one less. */
const budget = 50_000;
const maxParts = 128;

/** How long a rule takes with the worst path, next to one with a single `**`. */
function costOf(line: string): number {
  if (line.startsWith("#")) return 0;
  if (line.length > maxRuleLength) return Number.POSITIVE_INFINITY;
  const globstars = line.replaceAll("\\", "").split("**/").length - 1;
  if (globstars > maxGlobstars) return Number.POSITIVE_INFINITY;
  return globstars === 0 ? 0 : 50 ** (globstars - 1);
}

/** The rules of these that would take too long with some path, alone or with those before them. */
export function costlyRules(lines: readonly string[]): ReadonlySet<string> {
  let left = budget;
  return new Set(
    lines.filter((line) => {
      const cost = costOf(line);
      if (cost > left) return true;
      left -= cost;
      return false;
    }),
  );
}

/** True for a path, with `/` between its parts, that is deeper than any real one. */
export function isTooDeep(path: string): boolean {
  return path.length > 2 * maxParts && path.split("/").length > maxParts;
}
