/** Summarizes a session in a few lines. */
import { titleOf } from "@tandem-ide/inspector";
import type { Output } from "../output.js";
import { visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";
import type { SeenRows } from "./seen-rows.js";

const maxFaults = 10;

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export function summary(seen: SeenRows, { columns, colors }: Output): string[] {
  const { messages, faults, connections } = seen.totals;
  const pending = seen.pending.length;
  const parts = [
    plural(messages, "message"),
    plural(connections, "connection"),
    plural(faults, "fault"),
    ...(pending > 0 ? [`${plural(pending, "unanswered call")}`] : []),
  ];
  const faulty = seen.all.filter((row) => row.faults.length > 0);
  return [
    `${parts.join(", ")}.`,
    ...faulty.slice(0, maxFaults).flatMap((row) =>
      row.faults.flatMap((fault) => {
        const text = `#${row.number} ${visibleLine(titleOf(row), 40)} from the ${row.from ?? "editor"}: ${visibleLine(fault, 500)}`;
        return wrap(text, columns, "  ").map(colors.red);
      }),
    ),
    ...(faulty.length > maxFaults ? [`  … and ${faulty.length - maxFaults} more messages with faults.`] : []),
  ];
}
