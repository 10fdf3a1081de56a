/** What can be typed while inspecting. */
import { filterOf, type Row } from "@tandem/inspector";
import type { Output } from "../output.js";
import { helpOf, type LineCommands } from "../prompt/run-line.js";
import { visibleName } from "../visible.js";
import { rowDetail } from "./row-detail.js";
import { duration, rowLines } from "./row-line.js";
import type { SeenRows } from "./seen-rows.js";
import { summary } from "./summary.js";

/** What the commands work on. */
export interface InspectDesk {
  readonly seen: SeenRows;
  readonly screen: Output;
  /** The words that narrow what is shown from now on. */
  filter: string;
  isPaused: boolean;
  /** Milliseconds since the start. */
  now(): number;
  openPage(): Promise<readonly string[]>;
  quit(): void;
}

/** So many of what went by are shown again. */
const lastCount = 40;

function list(rows: readonly Row[], { screen }: InspectDesk): string[] {
  return rows.flatMap((row) => rowLines(row, screen.columns, screen.colors));
}

function narrow(words: string, desk: InspectDesk): string[] {
  desk.filter = words;
  const shown = desk.seen.all.filter(filterOf(words));
  const what = words === "" ? "Everything is shown." : `Only what fits is shown: ${visibleName(words)}.`;
  return [...list(shown.slice(-lastCount), desk), `${what} So far ${shown.length} of ${desk.seen.all.length}.`];
}

function show(rest: string, { seen, screen }: InspectDesk): string[] {
  const number = Number(rest.replace(/^#/, ""));
  const row = seen.find(number);
  if (!row && Number.isInteger(number) && number > 0 && number <= seen.lastNumber)
    throw new Error(
      `Message ${number} went by so long ago that it is not kept here any more. A recording has all: --record <file>`,
    );
  if (!row)
    throw new Error(`There is no message ${rest || "without a number"}. Its number stands at the start of its line.`);
  const related = seen.all.filter((other) => other.answers === number || other.number === row.answers);
  return rowDetail(row, related, screen.colors);
}

function waiting(desk: InspectDesk): string[] {
  const { pending } = desk.seen;
  if (pending.length === 0) return ["No call waits for an answer."];
  return pending.flatMap((row) => [
    ...rowLines(row, desk.screen.columns, desk.screen.colors),
    `      waits for ${duration(desk.now() - row.t)}`,
  ]);
}

export const lineCommands: LineCommands<InspectDesk> = {
  filter: {
    takes: "[words]",
    help: "show only what fits: client editor faults calls pings #3 openDiff -word",
    run: narrow,
  },
  show: { takes: "<number>", help: "a message in full", run: show },
  pending: { takes: "", help: "calls that wait for an answer", run: (_rest, desk) => waiting(desk) },
  faults: {
    takes: "",
    help: "what broke the protocol so far",
    run: (_rest, desk) => {
      const faulty = desk.seen.all.filter(({ faults }) => faults.length > 0);
      return faulty.length === 0 ? ["Nothing has broken the protocol so far."] : list(faulty.slice(-lastCount), desk);
    },
  },
  pause: {
    takes: "",
    help: "show nothing until resume; it goes on and is kept",
    run: (_rest, desk) => {
      desk.isPaused = true;
      return ["Paused. Type resume to see what comes, filter to see what came."];
    },
  },
  resume: {
    takes: "",
    help: "show again",
    run: (_rest, desk) => {
      desk.isPaused = false;
      return [];
    },
  },
  status: { takes: "", help: "how much went by", run: (_rest, { seen, screen }) => summary(seen, screen) },
  page: { takes: "", help: "open the page in the browser, or print a new link", run: (_rest, desk) => desk.openPage() },
  help: { takes: "", help: "this list", run: () => helpOf(lineCommands) },
  quit: {
    takes: "",
    help: "end it",
    run: (_rest, desk) => {
      desk.quit();
      return [];
    },
  },
};
