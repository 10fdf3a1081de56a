/** A hub whose editor shows reviews, without a connection. */
import { Logger } from "@tandem-ide/base";
import type { DiffDecision } from "@tandem-ide/base/review";
import { FakeClock } from "@tandem-ide/base/testing";
import type { AcceptedForm, Editor, Review, ReviewDraftStore } from "../hub/editor.js";
import { Hub } from "../hub/hub.js";
import { askReview } from "../hub/reviews/ask-review.js";
import { temporaryDirectory, writeTo } from "./temporary.js";

export const client = { id: "1", name: "some-agent", version: "1" };

/** An editor that shows reviews with `show`, and a folder with one file. */
export function setUp(show: (review: Review, signal: AbortSignal) => Promise<DiffDecision>, drafts?: ReviewDraftStore) {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "a.txt", "one\r\ntwo\r\nthree\r\n");
  const editor: Editor = { name: "Test", workspaceFolders: [folder], subscribe: () => () => {}, reviewDiff: show };
  const clock = new FakeClock();
  const hub = new Hub(editor, {
    ...{ clock, log: new Logger(() => {}, "error"), env: {}, home: folder },
    ...{
      callTimeoutMs: 1000,
      selectionIntervalMs: 50,
      hiddenFiles: [],
      paused: false,
      drafts,
      changes: undefined,
      allowedCode: undefined,
    },
  });
  const ask = (
    content: string,
    acceptedForm: AcceptedForm = "text",
    signal: AbortSignal = new AbortController().signal,
  ) =>
    askReview(
      hub,
      { client, path, oldPath: path, given: { path, oldPath: path }, name: "a diff", content, acceptedForm },
      signal,
    );
  return { hub, path, clock, ask };
}
