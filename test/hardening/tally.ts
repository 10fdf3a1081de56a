/** The results of the hardening tests, which `npm test` and `npm run test:long` print as a table at the end. */
import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/** True in the long run, which tries everything far more often. */
export const isLong = process.env.TANDEM_LONG === "true";

/** Returns the first number in ordinary tests, the second in the long run. */
export function scaled(usual: number, inLongRun: number): number {
  return isLong ? inLongRun : usual;
}

export interface Tally {
  /** The attempt, in a row of the table. */
  readonly what: string;
  readonly attempts: number;
  /** Refused attempts. Omitted if the test isn't about refusals. */
  readonly refused?: number;
  readonly crashes: number;
  /** Missing or wrong answers, notifications or bytes. */
  readonly lost: number;
  /** Leaked processes, files, handles, listeners or timers. */
  readonly leaked: number;
  /** The longest time that a well-behaved client waited. */
  readonly worstMs?: number;
}

/**
 * Adds a row to the table, and checks that nothing crashed, was lost or leaked.
 *
 * @example
 * tally({ what: "Pages of foreign origins", attempts: 120, refused: 120, crashes: 0, lost: 0, leaked: 0 });
 */
export function tally(row: Tally): void {
  const { TANDEM_TALLY_FILE: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
  else console.log(JSON.stringify(row));
  const { crashes, lost, leaked } = row;
  expect({ crashes, lost, leaked }, row.what).toEqual({ crashes: 0, lost: 0, leaked: 0 });
}
