/** What can be typed about unsaved text that an earlier run kept. */
import { type OfferedDraft, restoreDraft, type Workbench } from "@tandem/workbench";
import type { Colors } from "../output.js";
import type { LineCommands } from "../prompt/run-line.js";
import { visible } from "../visible.js";
import { unifiedDiff } from "./unified-diff.js";

/** What these work on. */
export interface DraftDesk {
  readonly workbench: Workbench;
  readonly colors: Colors;
  shorten(path: string): string;
}

function describe({ number, kind, path, keptAt }: OfferedDraft, shorten: (path: string) => string): string {
  const time = new Date(keptAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const what = kind === "review" ? "  typed into a review; Claude is no longer waiting" : "";
  return `${number}  ${visible(shorten(path))}  ${time}${what}`;
}

/** For the start: what was kept, and what to type. Nothing when there is nothing. */
export function draftLines(drafts: readonly OfferedDraft[], shorten: (path: string) => string): string[] {
  if (drafts.length === 0) return [];
  return [
    "Tandem ended before you saved this text:",
    ...drafts.map((draft) => `  ${describe(draft, shorten)}`),
    "Type restore, compare or discard with its number, or choose in the page.",
    "",
  ];
}

/** The draft of that number, or the only one there is. Throws words for the user. */
function find(word: string, { workbench }: DraftDesk): OfferedDraft {
  const { offered } = workbench.drafts;
  const [first, ...others] = offered;
  if (!first) throw new Error("No unsaved text is kept.");
  if (word === "" && others.length === 0) return first;
  const numbers = offered.map(({ number }) => number).join(", ");
  if (word === "") throw new Error(`${offered.length} texts are kept. Say which one: ${numbers}.`);
  const found = offered.find(({ number }) => String(number) === word);
  if (!found) throw new Error(`There is no kept text ${word}. There are: ${numbers}.`);
  return found;
}

export const draftCommands: LineCommands<DraftDesk> = {
  drafts: {
    takes: "",
    help: "list unsaved text that was kept when Tandem ended",
    run: async (_rest, { workbench, shorten }) => {
      await workbench.drafts.look();
      const { offered } = workbench.drafts;
      return offered.length > 0 ? offered.map((draft) => describe(draft, shorten)) : ["No unsaved text is kept."];
    },
  },
  compare: {
    takes: "[draft]",
    help: "show how kept text differs from the file",
    run: async (rest, desk) => {
      const { id, path } = find(rest, desk);
      const { text, onDisk } = await desk.workbench.drafts.texts(id);
      const texts = { oldText: onDisk ?? "", newText: text, isNewFile: onDisk === undefined };
      return unifiedDiff(texts, desk.shorten(path), desk.colors);
    },
  },
  restore: {
    takes: "[draft]",
    help: "open the file with kept text as unsaved changes",
    run: async (rest, desk) => {
      const { workbench, shorten } = desk;
      const { id, path } = find(rest, desk);
      const tab = await restoreDraft(workbench, id, workbench.windows.currentView.group);
      workbench.show(tab, true);
      return [`Restored ${visible(shorten(path))} in the page. It is not saved yet.`];
    },
  },
  discard: {
    takes: "[draft]",
    help: "throw kept text away",
    run: async (rest, desk) => {
      const { id, path } = find(rest, desk);
      await desk.workbench.drafts.discard(id);
      return [`Discarded the kept text of ${visible(desk.shorten(path))}.`];
    },
  },
};
