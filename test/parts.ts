/** Declares which programs a test needs. scripts/system-parts.mjs lists and installs them. */
import { describe, test } from "vitest";
import { type SystemPart, systemParts } from "../scripts/system-parts.mjs";

function find(name: string): SystemPart {
  const part = systemParts.find((candidate) => candidate.name === name);
  if (part === undefined) throw new Error(`Unknown part "${name}". Add it to scripts/system-parts.mjs.`);
  return part;
}

/** `npm test` sets a variable with the missing parts. Without it, checks the system. */
function isMissing(part: SystemPart): boolean {
  const missing = process.env.TANDEM_MISSING_PARTS;
  return missing === undefined ? !part.isPresent() : missing.split(",").includes(part.name);
}

/**
 * Returns `test` and `describe` for tests that need these parts. If one is missing, the tests are skipped and the reason is
 * printed. With `CI=true`, that is an error.
 *
 * @example
 * const { test } = needs("fish");
 * test("fish can read the output", () => { … });
 */
export function needs(...names: string[]): {
  readonly test: ReturnType<typeof test.skipIf>;
  readonly describe: ReturnType<typeof describe.skipIf>;
} {
  const missing = names.map(find).filter(isMissing);
  if (missing.length > 0) {
    const reason = missing.map((part) => `${part.name} is missing (for ${part.neededBy})`).join(", ");
    if (process.env.CI === "true") throw new Error(`${reason}. With CI=true, this is a failure instead of a skip.`);
    console.warn(`Skipped: ${reason}.`);
  }
  return { test: test.skipIf(missing.length > 0), describe: describe.skipIf(missing.length > 0) };
}
