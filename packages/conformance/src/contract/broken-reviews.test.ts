/** The cases about reviews catch broken editors. All editors here are stand-ins. */
import { writeFileSync } from "node:fs";
import type { DiffDecision } from "@tandem-ide/base/review";
import { MemoryEditor, type PendingReview } from "@tandem-ide/memory-editor";
import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
import type { DiffProposal, EditorEvents, EditorSelection, OpenEditor, Review } from "@tandem-ide/server";
import { test } from "vitest";
import { detachedReview } from "../testing/detached-review.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";

const quick = { readyDelayMs: 20 };
const never = new AbortController().signal;

type Show = (proposal: DiffProposal, signal: AbortSignal) => Promise<DiffDecision>;

/** An editor whose reviews go through `review`, which can call `show`. */
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

/** An editor whose decisions go through `change`. */
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

/** The endpoint waits a second for a view to close, longer than these tests wait for a response. */
const lingering = /must close when it is decided|wasn't answered within/;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "rejects the proposals of a closed window",
    launch: async (options) => {
      const { driver, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      const reopenWindow = () => {
        for (const tabName of driver.pendingReviews()) driver.reject(tabName);
      };
      return { driver: { ...driver, reopenWindow }, stop };
    },
    caughtBy: {
      "TOOL-01 Closing the window of a review decides nothing, and the next window shows it":
        /was (answered|closed) when the window/,
    },
  },
  {
    fault: "writes the file when the user accepts",
    launch: reviewing(async (proposal, signal, show) => {
      const decision = await show(proposal, signal);
      if (decision.accepted) writeFileSync(proposal.path, decision.text);
      return decision;
    }),
    caughtBy: { "TOOL-01 Accepting returns exactly the proposal and writes nothing": /but only the client may/ },
  },
  {
    fault: "saves the unchanged file before it shows a proposal",
    launch: reviewing((proposal, signal, show) => {
      writeFileSync(proposal.path, proposal.oldText);
      return show(proposal, signal);
    }),
    caughtBy: { "TOOL-01 Rejecting returns the tab name and writes nothing": /with equal bytes/ },
  },
  {
    fault: "accepts a proposal when its view is closed",
    launch: deciding((review) => ({ reject: () => review.accept() })),
    caughtBy: {
      "TOOL-01 Closing the view rejects the proposal": /Expected DIFF_REJECTED, saw FILE_SAVED/,
      "TOOL-01 Rejecting returns the tab name and writes nothing": /Expected DIFF_REJECTED, saw FILE_SAVED/,
    },
  },
  {
    fault: "ignores edits to the proposal",
    launch: deciding((review) => ({ accept: () => review.accept() })),
    caughtBy: { "TOOL-01 Edits to the proposal are part of the accepted text": /texts differ/ },
  },
  {
    fault: "accepts all hunks if one is accepted",
    launch: deciding((review) => ({ acceptHunks: () => review.accept() })),
    caughtBy: {
      "TOOL-01 Accepting only the first hunk returns the old text with that change": /texts differ/,
      "TOOL-01 Accepting only the second hunk returns the old text with that change": /texts differ/,
      "TOOL-01 Rejecting every hunk rejects the proposal": /Expected DIFF_REJECTED/,
      "TOOL-01 A proposal is compared with the file on disk, not with unsaved changes": /Expected DIFF_REJECTED/,
    },
  },
  {
    fault: "loses the last hunk",
    launch: deciding((review) => ({ acceptHunks: (indexes) => review.acceptHunks(indexes.slice(0, -1)) })),
    caughtBy: { "TOOL-01 Accepting every hunk accepts the proposal": /texts differ/ },
  },
  {
    fault: "decides all proposals at once",
    launch: deciding((_review, all) => ({
      accept: () => {
        for (const each of all) each.accept();
      },
    })),
    caughtBy: { "TOOL-01 Two proposals of a client can be decided in any order": /was answered when another/ },
  },
  {
    fault: "keeps the view of a cancelled proposal",
    launch: reviewing((proposal, _signal, show) => show(proposal, never)),
    caughtBy: {
      "TOOL-10 close_tab rejects the pending proposal, closes its view, and can be repeated": lingering,
      "TOOL-01 A second proposal with the same name rejects and replaces the first": /progress on the second proposal/,
      "TOOL-01 A disconnect closes only that client's views": lingering,
      "MCP-04 Cancelling a proposal closes it": lingering,
    },
  },
  {
    fault: "throws for an unknown tab",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override closeTab(label: string): never {
          throw new Error(`No such tab: ${label}`);
        }
      },
      quick,
    ),
    caughtBy: { "TOOL-10 close_tab after a decision does nothing": /No such tab/ },
  },
  {
    fault: "closes all proposals when one is closed",
    launch: reviewing((proposal, signal, show, editor) => {
      signal.addEventListener("abort", () => {
        for (const review of editor.reviews) review.reject();
      });
      return show(proposal, signal);
    }),
    caughtBy: {
      "TOOL-11 closeAllDiffTabs closes and counts only the caller's proposals": /by another client's closeAllDiffTabs/,
      "TOOL-01 A disconnect closes only that client's views": /when another client left/,
    },
  },
  {
    fault: "closes any client's proposal by its name",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override closeTab(label: string): "closed" | "not found" | "unsaved changes" {
          this.reviews.find(({ proposal }) => proposal.tabName === label)?.reject();
          return super.closeTab(label);
        }
      },
      quick,
    ),
    caughtBy: { "TOOL-10 close_tab doesn't close another client's proposal": /by another client's close_tab/ },
  },
  {
    fault: "identifies proposals only by name",
    launch: reviewing((proposal, signal, show, editor) => {
      editor.reviews.find((review) => review.proposal.tabName === proposal.tabName)?.reject();
      return show(proposal, signal);
    }),
    caughtBy: {
      "TOOL-01 Two clients can use the same name, and each closes only its own proposal":
        /The number of views with the shared name/,
    },
  },
  {
    fault: "reloads the file to review it",
    launch: reviewing((proposal, signal, show, editor) => {
      editor.close(proposal.path);
      editor.open(proposal.path);
      return show(proposal, signal);
    }),
    caughtBy: {
      "TOOL-01 Unsaved changes stay unsaved after a proposal for their file is accepted": /unsaved changes are gone/,
      "TOOL-01 Unsaved changes stay unsaved after a proposal for their file is rejected": /unsaved changes are gone/,
      "TOOL-11 closeAllDiffTabs doesn't close the user's files": /unsaved changes are gone/,
    },
  },
  {
    fault: "compares a proposal with unsaved changes",
    launch: reviewing((proposal, signal, show) => {
      const oldText = proposal.hasUnsavedChanges ? `unsaved ${proposal.oldText}` : proposal.oldText;
      return show({ ...proposal, oldText }, signal);
    }),
    caughtBy: {
      "TOOL-01 A proposal is compared with the file on disk, not with unsaved changes": /Expected DIFF_REJECTED/,
    },
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
    caughtBy: {
      "TOOL-05 A review isn't listed among the open files and doesn't change the list": /During the review/,
    },
  },
  {
    fault: "sends nothing after a review",
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
    caughtBy: { "NOT-01 After a review, selections are sent as usual": /didn't receive the selection/ },
  },
];

expectAllCaught(["Reviews: decisions", "Reviews: ownership", "Reviews: side effects"], brokenEditors, test.concurrent);
