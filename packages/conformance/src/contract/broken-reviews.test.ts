/** The cases about reviews catch what they are there for. Every editor here is a stand-in, broken on purpose. */
import { writeFileSync } from "node:fs";
import type { DiffDecision } from "@tandem/base/review";
import { MemoryEditor, type PendingReview } from "@tandem/memory-editor";
import { memoryLauncher } from "@tandem/memory-editor/testing";
import type { DiffProposal, EditorEvents, EditorSelection, OpenEditor, Review } from "@tandem/server";
import { test } from "vitest";
import { detachedReview } from "../testing/detached-review.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";

const quick = { readyDelayMs: 20 };
const never = new AbortController().signal;

type Show = (proposal: DiffProposal, signal: AbortSignal) => Promise<DiffDecision>;

/** An editor that reviews through `review`, which may show the proposal as the plain editor does. */
function reviewing(
  review: (proposal: DiffProposal, signal: AbortSignal, show: Show, editor: MemoryEditor) => Promise<DiffDecision>,
) {
  return memoryLauncher(
    class extends MemoryEditor {
      override reviewDiff(proposal: Review, signal: AbortSignal = never): Promise<DiffDecision> {
        return review(proposal, signal, (shown, until) => super.reviewDiff(detachedReview(shown, until)), this);
      }
    },
    quick,
  );
}

/** An editor in which a decision is made through `change`. */
function deciding(change: (review: PendingReview, all: readonly PendingReview[]) => Partial<PendingReview>) {
  return memoryLauncher(
    class extends MemoryEditor {
      override get reviews(): readonly PendingReview[] {
        const all = super.reviews;
        return all.map((review) => ({ ...review, ...change(review, all) }));
      }
    },
    quick,
  );
}

/** The endpoint waits a second for a view to close, which is longer than these tests wait for an answer. */
const lingering = /must close when it is decided|not answered within/;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "rejects what a window showed that is closed",
    launch: async (options) => {
      const { hand, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      const reopenWindow = () => {
        for (const tabName of hand.pendingReviews()) hand.reject(tabName);
      };
      return { hand: { ...hand, reopenWindow }, stop };
    },
    caughtBy: { "Closing the window that shows a proposal decides nothing": /was (answered|closed) when the window/ },
  },
  {
    fault: "writes the file when the user accepts",
    launch: reviewing(async (proposal, signal, show) => {
      const decision = await show(proposal, signal);
      if (decision.accepted) writeFileSync(proposal.path, decision.text);
      return decision;
    }),
    caughtBy: { "Accepting answers with exactly the proposal": /which only the client may/ },
  },
  {
    fault: "saves the file as it was before it shows a proposal",
    launch: reviewing((proposal, signal, show) => {
      writeFileSync(proposal.path, proposal.oldText);
      return show(proposal, signal);
    }),
    caughtBy: { "Rejecting answers with the tab's name": /again with equal bytes/ },
  },
  {
    fault: "takes closing for accepting",
    launch: deciding((review) => ({ reject: () => review.accept() })),
    caughtBy: {
      "Closing the view is a rejection": /Expected DIFF_REJECTED, saw FILE_SAVED/,
      "Rejecting answers with the tab's name": /Expected DIFF_REJECTED, saw FILE_SAVED/,
    },
  },
  {
    fault: "answers the proposal whatever the user made of it",
    launch: deciding((review) => ({ accept: () => review.accept() })),
    caughtBy: { "What the user makes of the proposal": /texts differ/ },
  },
  {
    fault: "takes every hunk when it takes one",
    launch: deciding((review) => ({ acceptHunks: () => review.accept() })),
    caughtBy: {
      "Accepting the first hunk only": /texts differ/,
      "Accepting the second hunk only": /texts differ/,
      "Refusing every hunk is a rejection": /Expected DIFF_REJECTED/,
      "A proposal is compared with what is on disk": /Expected DIFF_REJECTED/,
    },
  },
  {
    fault: "loses the last hunk",
    launch: deciding((review) => ({ acceptHunks: (indexes) => review.acceptHunks(indexes.slice(0, -1)) })),
    caughtBy: { "Accepting every hunk is accepting": /texts differ/ },
  },
  {
    fault: "decides all proposals at once",
    launch: deciding((_review, all) => ({
      accept: () => {
        for (const each of all) each.accept();
      },
    })),
    caughtBy: { "Two proposals of a client wait side by side": /was answered when another/ },
  },
  {
    fault: "leaves the view when its proposal is void",
    launch: reviewing((proposal, _signal, show) => show(proposal, never)),
    caughtBy: {
      "close_tab rejects the pending proposal": lingering,
      "A second proposal of the same name": /that the second proposal waits/,
      "A client that leaves takes its views along": lingering,
      "A proposal that the client cancels": lingering,
    },
  },
  {
    fault: "makes a fuss about a tab that is not there",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override closeTab(label: string): never {
          throw new Error(`No such tab: ${label}`);
        }
      },
      quick,
    ),
    caughtBy: { "close_tab after a decision finds nothing to do": /No such tab/ },
  },
  {
    fault: "closes every proposal when one is closed",
    launch: reviewing((proposal, signal, show, editor) => {
      signal.addEventListener("abort", () => {
        for (const review of editor.reviews) review.reject();
      });
      return show(proposal, signal);
    }),
    caughtBy: {
      "closeAllDiffTabs closes and counts the caller's own": /by another client's closeAllDiffTabs/,
      "A client that leaves takes its views along": /when another client left/,
    },
  },
  {
    fault: "closes anybody's proposal by its name",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override closeTab(label: string): "closed" | "not found" | "unsaved changes" {
          this.reviews.find(({ proposal }) => proposal.tabName === label)?.reject();
          return super.closeTab(label);
        }
      },
      quick,
    ),
    caughtBy: { "close_tab leaves another client's proposal alone": /by another client's close_tab/ },
  },
  {
    fault: "tells proposals apart by their names only",
    launch: reviewing((proposal, signal, show, editor) => {
      editor.reviews.find((review) => review.proposal.tabName === proposal.tabName)?.reject();
      return show(proposal, signal);
    }),
    caughtBy: { "Two clients may use the same name": /Views of the name that both clients use/ },
  },
  {
    fault: "reads the file again to review it",
    launch: reviewing((proposal, signal, show, editor) => {
      editor.close(proposal.path);
      editor.open(proposal.path);
      return show(proposal, signal);
    }),
    caughtBy: {
      "when a proposal for their file was accepted": /unsaved changes are gone/,
      "when a proposal for their file was rejected": /unsaved changes are gone/,
      "closeAllDiffTabs closes no file": /unsaved changes are gone/,
    },
  },
  {
    fault: "compares a proposal with what is unsaved",
    launch: reviewing((proposal, signal, show) => {
      const oldText = proposal.hasUnsavedChanges ? `unsaved ${proposal.oldText}` : proposal.oldText;
      return show({ ...proposal, oldText }, signal);
    }),
    caughtBy: { "A proposal is compared with what is on disk": /Expected DIFF_REJECTED/ },
  },
  {
    fault: "lists reviews among the open files",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override openEditors(): OpenEditor[] {
          const views = this.reviews.map(({ proposal: { path, tabName: label } }) => {
            return { path, label, isActive: false, isDirty: false, languageId: "plaintext", lineCount: 1 };
          });
          return [...super.openEditors(), ...views];
        }
      },
      quick,
    ),
    caughtBy: { "A review is not listed among the open files": /While the review is there/ },
  },
  {
    fault: "is silent after a review",
    launch: memoryLauncher(
      class extends MemoryEditor {
        #isSilent = false;
        override subscribe(events: EditorEvents): () => void {
          const selectionChanged = (selection: EditorSelection | undefined) => {
            if (!this.#isSilent) events.selectionChanged(selection);
          };
          return super.subscribe({ ...events, selectionChanged });
        }
        override async reviewDiff(review: Review): Promise<DiffDecision> {
          const decision = await super.reviewDiff(review);
          this.#isSilent = true;
          return decision;
        }
      },
      quick,
    ),
    caughtBy: { "After a review the user's next selection": /was not told the selection/ },
  },
];

expectAllCaught(
  ["Reviews: decisions", "Reviews: whose they are", "Reviews: what is around them"],
  brokenEditors,
  test.concurrent,
);
