/**
 * Limits .gitignore rules and the paths that they are matched with. For each `**` the library tries every folder of a path, for
 * two every pair, and so on. With five, matching a path of a hundred folders never ends and blocks the editor.
 */

/** Longer rules match nothing, and parsing a line takes quadratic time. */
const maxRuleLength = 1000;
const maxGlobstars = 3;
/** Twenty rules with three `**`, which take about a second for the worst path, or a thousand with two. */
const budget = 50_000;
const maxDepth = 128;

/** Time of a rule for the worst path, relative to a single `**`. */
function costOf(line: string): number {
  if (line.startsWith("#")) return 0;
  if (line.length > maxRuleLength) return Number.POSITIVE_INFINITY;
  const globstars = line.replaceAll("\\", "").split("**/").length - 1;
  if (globstars > maxGlobstars) return Number.POSITIVE_INFINITY;
  return globstars === 0 ? 0 : 50 ** (globstars - 1);
}

/** Returns the rules that would take too long for some path, alone or together with those before them. */
export function costlyRules(lines: readonly string[]): ReadonlySet<string> {
  let remaining = budget;
  return new Set(
    lines.filter((line) => {
      const cost = costOf(line);
      if (cost > remaining) return true;
      remaining -= cost;
      return false;
    }),
  );
}

/** Returns true for a path deeper than any real one. Its parts are separated by `/`. */
export function isTooDeep(path: string): boolean {
  return path.length > 2 * maxDepth && path.split("/").length > maxDepth;
}
