/** Schemas for positions in text. */
import type { Position, TextRange } from "@tandem-ide/base";
import * as z from "zod/mini";
import type { SelectionRange } from "./geometry.js";

const index = z.int().check(z.nonnegative());

export const positionSchema: z.ZodMiniType<Position> = z.object({ line: index, character: index });
export const rangeSchema: z.ZodMiniType<TextRange> = z.object({ start: positionSchema, end: positionSchema });
export const selectionRangeSchema: z.ZodMiniType<SelectionRange> = z.object({
  start: positionSchema,
  end: positionSchema,
  isEmpty: z.boolean(),
});
