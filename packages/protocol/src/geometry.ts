/**
 * Places in a text. Lines and characters count from 0, characters are UTF-16 code units, ends are exclusive.
 */
import * as z from "zod/mini";

const index = z.int().check(z.nonnegative());

export const positionSchema = z.object({ line: index, character: index });
export type Position = z.infer<typeof positionSchema>;

export const rangeSchema = z.object({ start: positionSchema, end: positionSchema });
export type Range = z.infer<typeof rangeSchema>;

/** A range as `selection_changed` carries it. */
export const selectionRangeSchema = z.object({ start: positionSchema, end: positionSchema, isEmpty: z.boolean() });
export type SelectionRange = z.infer<typeof selectionRangeSchema>;

/** True when `a` comes before `b` or is the same place. */
export function isBeforeOrSame(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

/** The range with its ends in order and `isEmpty` worked out. */
export function toSelectionRange(range: Range): SelectionRange {
  const [start, end] = isBeforeOrSame(range.start, range.end) ? [range.start, range.end] : [range.end, range.start];
  return { start, end, isEmpty: start.line === end.line && start.character === end.character };
}
