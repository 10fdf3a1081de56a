/** Places in a text, as messages carry them. */
import * as z from "zod/mini";
import type { Position, Range, SelectionRange } from "./geometry.js";

const index = z.int().check(z.nonnegative());

export const positionSchema: z.ZodMiniType<Position> = z.object({ line: index, character: index });
export const rangeSchema: z.ZodMiniType<Range> = z.object({ start: positionSchema, end: positionSchema });
export const selectionRangeSchema: z.ZodMiniType<SelectionRange> = z.object({
  start: positionSchema,
  end: positionSchema,
  isEmpty: z.boolean(),
});
