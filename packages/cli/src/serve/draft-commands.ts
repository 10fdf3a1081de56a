/** The commands for drafts: unsaved text from an earlier run. */
import type { OfferedDraft, Workbench } from "@tandem-ide/workbench";
import type { Colors } from "../output.js";
import type { LineCommands } from "../prompt/run-line.js";
import { visible } from "../visible.js";
import { unifiedDiff } from "./unified-diff.js";

export interface DraftContext {
  readonly workbench: Workbench;
  readonly colors: Colors;
  shorten(path: string): string;
}

function describe({ number, kind, path, keptAt }: OfferedDraft, shorten: (path: string) => string): string {
  const time = new Date(keptAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const note = kind === "review" ? "  your edits to a review that is no longer pending" : "";
  return `${number}  ${visible(shorten(path))}  ${time}${note}`;
}

/** Returns the list of drafts to print at startup, if there are any. */
export function draftLines(drafts: readonly OfferedDraft[], shorten: (path: string) => string): string[] {
  if (drafts.length === 0) return [];
  return [
    "Tandem has drafts of unsaved text:",
    ...drafts.map((draft) => `  ${describe(draft, shorten)}`),
    "Type restore, compare or discard with the draft's number, or choose in the browser.",
    "",
  ];
}

const noDrafts = "No drafts.";

/** Returns the draft with this number, or the only one if the number is empty. */
function find(wanted: string, { workbench }: DraftContext): OfferedDraft {
  const { offered } = workbench.drafts;
  const [first, ...others] = offered;
  if (!first) throw new Error(noDrafts);
  if (wanted === "" && others.length === 0) return first;
  const numbers = offered.map(({ number }) => number).join(", ");
  if (wanted === "") throw new Error(`There are several drafts. Add a number: ${numbers}.`);
  const found = offered.find(({ number }) => String(number) === wanted);
  if (!found) throw new Error(`There is no draft ${wanted}. Drafts: ${numbers}.`);
  return found;
}

export const draftCommands: LineCommands<DraftContext> = {
  drafts: {
    args: "",
    help: "list drafts: unsaved text from an earlier run",
    run: async (_rest, { workbench, shorten }) => {
      await workbench.drafts.refresh();
      const { offered } = workbench.drafts;
      return offered.length > 0 ? offered.map((draft) => describe(draft, shorten)) : [noDrafts];
    },
  },
  compare: {
    args: "[draft]",
    help: "show how a draft differs from the file",
    run: async (rest, context) => {
      const { id, path } = find(rest, context);
      const { text, onDisk } = await context.workbench.drafts.texts(id);
      const texts = { oldText: onDisk ?? "", newText: text, isNewFile: onDisk === undefined };
      return unifiedDiff(texts, context.shorten(path), context.colors);
    },
  },
  restore: {
    args: "[draft]",
    help: "open the file with the draft as unsaved changes",
    run: async (rest, context) => {
      const { workbench, shorten } = context;
      const { id, path } = find(rest, context);
      const tab = await workbench.restoreDraft(id, workbench.windows.currentView.group);
      workbench.show(tab, true);
      return [`Restored ${visible(shorten(path))} in the browser. It isn't saved yet.`];
    },
  },
  discard: {
    args: "[draft]",
    help: "delete a draft",
    run: async (rest, context) => {
      const { id, path } = find(rest, context);
      await context.workbench.drafts.discard(id);
      return [`Deleted the draft of ${visible(context.shorten(path))}.`];
    },
  },
};
