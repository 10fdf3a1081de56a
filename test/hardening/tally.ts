/** What the hardening tests count. `npm test` and `npm run test:long` print it as a table at their end. */
import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/** True in the long run, where everything is tried far more often. */
export const isLong = process.env.TANDEM_LONG === "true";

/** So many in the ordinary tests, so many in the long run. */
export function howMany(ordinarily: number, inTheLongRun: number): number {
  return isLong ? inTheLongRun : ordinarily;
}

export interface Tally {
  /** A row of the table: what was tried. */
  readonly what: string;
  readonly attempts: number;
  /** Attempts that were turned away; left out where being turned away is not the point. */
  readonly refused?: number;
  readonly crashes: number;
  /** Answers, notifications or bytes that did not come, or came wrong. */
  readonly lost: number;
  /** Processes, files, handles, listeners or timers that stayed. */
  readonly leaked: number;
  /** The longest that a well-behaved client waited meanwhile. */
  readonly worstMs?: number;
}

/**
 * Counts, and holds that nothing crashed, was lost or stayed behind.
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
