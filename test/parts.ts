/** Lets a test say what it needs of the system. scripts/system-parts.mjs has the table and installs what it can. */
import { describe, test } from "vitest";
import { type SystemPart, systemParts } from "../scripts/system-parts.mjs";

function find(name: string): SystemPart {
  const part = systemParts.find((candidate) => candidate.name === name);
  if (part === undefined) throw new Error(`"${name}" is not in the table of scripts/system-parts.mjs: add it there.`);
  return part;
}

/** `npm test` says what it could not install; a vitest that was started by hand looks for itself. */
function isMissing(part: SystemPart): boolean {
  const told = process.env.TANDEM_MISSING_PARTS;
  return told === undefined ? !part.isPresent() : told.split(",").includes(part.name);
}

/**
 * `test` and `describe` for tests that need these parts. Where one is missing they skip, with the reason in the output;
 * under `CI=true` that is an error, so that nothing goes untested unnoticed.
 *
 * @example
 * const { test } = needs("fish");
 * test("fish reads what is printed for it", () => { … });
 */
export function needs(...names: string[]): {
  readonly test: ReturnType<typeof test.skipIf>;
  readonly describe: ReturnType<typeof describe.skipIf>;
} {
  const missing = names.map(find).filter(isMissing);
  if (missing.length > 0) {
    const reason = missing.map((part) => `${part.name} is missing (for ${part.neededBy})`).join(", ");
    if (process.env.CI === "true") throw new Error(`${reason}. Under CI=true that is a failure, not a skip.`);
    console.warn(`Skipped: ${reason}.`);
  }
  return { test: test.skipIf(missing.length > 0), describe: describe.skipIf(missing.length > 0) };
}
