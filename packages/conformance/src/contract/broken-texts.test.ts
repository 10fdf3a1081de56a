/** The cases about the bytes of a proposal catch what they are there for. Every editor here is a stand-in. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { DiffDecision } from "@tandem/base/review";
import { applyHunks, splitHunks } from "@tandem/base/text";
import { MemoryEditor, type PendingReview } from "@tandem/memory-editor";
import { memoryLauncher } from "@tandem/memory-editor/testing";
import type { DiffProposal, Review } from "@tandem/server";
import { test } from "vitest";
import { detachedReview } from "../testing/detached-review.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";
import { tampered } from "./testing/tamper.js";

const quick = { readyDelayMs: 20 };
const never = new AbortController().signal;

/** An editor that makes `change` of an accepted text. */
function accepting(change: (text: string, proposal: DiffProposal) => string) {
  return memoryLauncher(
    class extends MemoryEditor {
      override async reviewDiff(proposal: Review, signal: AbortSignal = never): Promise<DiffDecision> {
        const decision = await super.reviewDiff(detachedReview(proposal, signal));
        return decision.accepted ? { accepted: true, text: change(decision.text, proposal) } : decision;
      }
    },
    quick,
  );
}

/** An endpoint that makes `change` of the text of an answer. */
function answering(change: (text: string) => string) {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return tampered(memoryLauncher(MemoryEditor, quick), {
    fromEditor: (message) =>
      message.includes("FILE_SAVED")
        ? message.replace(/("FILE_SAVED".*"text":")((?:[^"\\]|\\.)*)"/, (_all, start: string, text: string) => {
            return `${start}${escaped(change(String(JSON.parse(`"${text}"`))))}"`;
          })
        : message,
  });
}

const differ = /texts differ/;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "makes the new file to show it",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override reviewDiff(review: Review): Promise<DiffDecision> {
          mkdirSync(dirname(review.path), { recursive: true });
          if (review.isNewFile) writeFileSync(review.path, "");
          return super.reviewDiff(review);
        }
      },
      quick,
    ),
    caughtBy: {
      "A new file: the proposal is answered": /The editor made/,
      "A new file that is rejected leaves nothing": /The editor made/,
    },
  },
  {
    fault: "ends every text with a newline",
    launch: accepting((text) => (text.endsWith("\n") ? text : `${text}\n`)),
    caughtBy: {
      "A new file that is empty can be accepted": differ,
      "A proposal that empties a file": differ,
      "A proposal without a final newline": differ,
    },
  },
  {
    fault: "answers with the line ends of the old file",
    launch: answering((text) => text.replaceAll(/\r?\n/g, "\r\n")),
    caughtBy: { "A CRLF file with an LF proposal: the answer has": differ },
  },
  {
    fault: "takes the bytes of the file for its text",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override get reviews(): readonly PendingReview[] {
          return super.reviews.map((review) => {
            const { path, newText } = review.proposal;
            const acceptHunks = (indexes: readonly number[]) => {
              const oldText = readFileSync(path, "utf8");
              const hunks = splitHunks(oldText, newText);
              review.accept(applyHunks(oldText, newText, hunks, (_hunk, index) => indexes.includes(index)));
            };
            return { ...review, acceptHunks };
          });
        }
      },
      quick,
    ),
    caughtBy: { "only what differs but for line ends is a hunk": /Expected FILE_SAVED/ },
  },
  {
    fault: "answers with LF",
    launch: answering((text) => text.replaceAll("\r\n", "\n")),
    caughtBy: {
      "A CRLF proposal is answered": differ,
      "A CRLF proposal that the user edits": differ,
      "Mixed line ends": differ,
    },
  },
  {
    fault: "takes a change of blank space for none",
    launch: accepting((text, { oldText }) => (text.trim() === oldText.trim() ? oldText : text)),
    caughtBy: { "A proposal that only adds the final newline": /Expected FILE_SAVED/ },
  },
  {
    fault: "loses the byte-order mark",
    launch: answering((text) => text.replace("\uFEFF", "")),
    caughtBy: { "A byte-order mark of the proposal is kept": differ },
  },
  {
    fault: "takes a byte-order mark off what the user left",
    launch: accepting((text) => text.replace(/^\uFEFF/, "")),
    caughtBy: {
      "two byte-order marks keeps both": differ,
      "every hunk is refused is rejected": /Expected DIFF_REJECTED/,
    },
  },
  {
    fault: "cuts emoji in two",
    launch: accepting((text) => text.replace("a😀b", "a\ufffdb")),
    caughtBy: { "refused come back whole": differ },
  },
  {
    fault: "tidies what is accepted",
    launch: accepting((text) => text.replaceAll(/[ \t]+$/gm, "")),
    caughtBy: { "What editors like to tidy is left alone": differ },
  },
  {
    fault: "cuts what is long",
    launch: accepting((text) => text.slice(0, 65_536)),
    caughtBy: { "A proposal of a megabyte": differ },
  },
];

expectAllCaught(["Reviews: texts"], brokenEditors, test.concurrent);
