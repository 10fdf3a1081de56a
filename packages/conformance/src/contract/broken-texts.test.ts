/** The cases about the bytes of a proposal catch broken editors. All editors here are stand-ins. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { DiffDecision } from "@tandem-ide/base/review";
import { applyHunks } from "@tandem-ide/base/testing";
import { splitHunks } from "@tandem-ide/base/text";
import { MemoryEditor, type PendingReview } from "@tandem-ide/memory-editor";
import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
import type { DiffProposal, Review } from "@tandem-ide/server";
import { test } from "vitest";
import { detachedReview } from "../testing/detached-review.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";
import { tampered } from "./testing/tamper.js";

const quick = { readyDelayMs: 20 };
const never = new AbortController().signal;

/** An editor whose accepted texts go through `change`. */
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

/** An endpoint whose answered texts go through `change`. */
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
    fault: "creates the new file to show it",
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
      "TOOL-01 Accepting a new file returns the proposal and creates no file": /The editor created/,
      "TOOL-01 Rejecting a new file leaves nothing behind": /The editor created/,
    },
  },
  {
    fault: "ends every text with a newline",
    launch: accepting((text) => (text.endsWith("\n") ? text : `${text}\n`)),
    caughtBy: {
      "TOOL-01 An empty new file can be accepted": differ,
      "TOOL-01 A proposal that empties a file can be accepted": differ,
      "TOOL-01 A proposal without a final newline stays without one": differ,
    },
  },
  {
    fault: "answers with the line endings of the old file",
    launch: answering((text) => text.replaceAll(/\r?\n/g, "\r\n")),
    caughtBy: { "TOOL-01 An LF proposal for a CRLF file is returned with LF": differ },
  },
  {
    fault: "compares raw file contents",
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
    caughtBy: { "TOOL-01 In an LF proposal for a CRLF file, line endings alone aren't hunks": /Expected FILE_SAVED/ },
  },
  {
    fault: "answers with LF",
    launch: answering((text) => text.replaceAll("\r\n", "\n")),
    caughtBy: {
      "TOOL-01 A CRLF proposal is returned with CRLF": differ,
      "TOOL-01 An edited CRLF proposal is returned with CRLF": differ,
      "TOOL-01 Mixed line endings are returned unchanged": differ,
    },
  },
  {
    fault: "ignores whitespace changes",
    launch: accepting((text, { oldText }) => (text.trim() === oldText.trim() ? oldText : text)),
    caughtBy: { "TOOL-01 A proposal that only adds the final newline can be accepted": /Expected FILE_SAVED/ },
  },
  {
    fault: "loses the byte-order mark",
    launch: answering((text) => text.replace("\uFEFF", "")),
    caughtBy: { "TOOL-01 The proposal's byte-order mark is kept, even after an edit": differ },
  },
  {
    fault: "removes the byte-order mark from the decided text",
    launch: accepting((text) => text.replace(/^\uFEFF/, "")),
    caughtBy: {
      "TOOL-01 Two byte-order marks are both kept, if accepted, edited or partly accepted": differ,
      "TOOL-01 Whatever the marks and line endings, rejecting every hunk rejects the proposal":
        /Expected DIFF_REJECTED/,
    },
  },
  {
    fault: "splits emoji",
    launch: accepting((text) => text.replace("a😀b", "a\ufffdb")),
    caughtBy: { "TOOL-01 Rejected emoji, joined characters and accents come back intact": differ },
  },
  {
    fault: "trims trailing spaces",
    launch: accepting((text) => text.replaceAll(/[ \t]+$/gm, "")),
    caughtBy: { "TOOL-01 Trailing spaces, tabs, blank lines and unusual separators are kept": differ },
  },
  {
    fault: "truncates long texts",
    launch: accepting((text) => text.slice(0, 65_536)),
    caughtBy: { "TOOL-01 A one-megabyte proposal comes back intact": differ },
  },
];

expectAllCaught(["Reviews: texts"], brokenEditors, test.concurrent);
