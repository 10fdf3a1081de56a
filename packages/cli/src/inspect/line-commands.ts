/** The commands that can be typed during `tandem inspect`. */
import { filterOf, type Row } from "@tandem-ide/inspector";
import type { Output } from "../output.js";
import { helpOf, type LineCommands } from "../prompt/run-line.js";
import { visibleName } from "../visible.js";
import { rowDetail } from "./row-detail.js";
import { duration, rowLines } from "./row-line.js";
import type { SeenRows } from "./seen-rows.js";
import { summary } from "./summary.js";

export interface InspectContext {
  readonly seen: SeenRows;
  readonly screen: Output;
  /** The filter for new messages. */
  isShown: (row: Row) => boolean;
  isPaused: boolean;
  /** Milliseconds since the start. */
  now(): number;
  openPage(): Promise<readonly string[]>;
  quit(): void;
}

/** How many earlier messages are listed. */
const maxListed = 40;

function list(rows: readonly Row[], { screen }: InspectContext): string[] {
  return rows.flatMap((row) => rowLines(row, screen.columns, screen.colors));
}

function filter(words: string, context: InspectContext): string[] {
  context.isShown = filterOf(words);
  const { all } = context.seen;
  const shown = all.filter(context.isShown);
  const what = words === "" ? "Showing all messages" : `Showing messages that match ${visibleName(words)}`;
  return [...list(shown.slice(-maxListed), context), `${what}. So far ${shown.length} of ${all.length}.`];
}

function show(rest: string, { seen, screen }: InspectContext): string[] {
  const number = Number(rest.replace(/^#/, ""));
  const row = seen.find(number);
  if (!row && Number.isInteger(number) && number > 0 && number <= seen.lastNumber)
    throw new Error(`Message ${number} is too old and no longer in memory. To keep all messages: --record <file>`);
  if (!row) throw new Error(rest === "" ? "Add a message number. Example: show 3" : `There is no message ${rest}.`);
  const related = seen.all.filter((other) => other.answers === number || other.number === row.answers);
  return rowDetail(row, related, screen.colors);
}

function listPending(context: InspectContext): string[] {
  const { pending } = context.seen;
  if (pending.length === 0) return ["No pending calls."];
  return pending.flatMap((row) => [...list([row], context), `      pending for ${duration(context.now() - row.t)}`]);
}

export const lineCommands: LineCommands<InspectContext> = {
  filter: {
    args: "[words]",
    help: "show only matching messages: client editor faults calls pings #3 openDiff -word",
    run: filter,
  },
  show: { args: "<number>", help: "show a complete message", run: show },
  pending: { args: "", help: "list unanswered calls", run: (_rest, context) => listPending(context) },
  faults: {
    args: "",
    help: "list protocol violations",
    run: (_rest, context) => {
      const faulty = context.seen.all.filter(({ faults }) => faults.length > 0);
      return faulty.length === 0 ? ["No protocol violations so far."] : list(faulty.slice(-maxListed), context);
    },
  },
  pause: {
    args: "",
    help: "stop showing messages until resume; recording continues",
    run: (_rest, context) => {
      context.isPaused = true;
      return ["Paused. Type resume to show new messages, or filter to list earlier ones."];
    },
  },
  resume: {
    args: "",
    help: "show messages again",
    run: (_rest, context) => {
      context.isPaused = false;
      return [];
    },
  },
  status: { args: "", help: "count messages and faults", run: (_rest, { seen, screen }) => summary(seen, screen) },
  page: {
    args: "",
    help: "open the page in the browser, or print a new link",
    run: (_rest, { openPage }) => openPage(),
  },
  help: { args: "", help: "list these commands", run: () => helpOf(lineCommands) },
  quit: {
    args: "",
    help: "stop inspecting",
    run: (_rest, context) => {
      context.quit();
      return [];
    },
  },
};
