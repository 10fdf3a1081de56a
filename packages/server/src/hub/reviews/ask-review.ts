/** Shows a client's proposal and returns the user's decision. Loaded with the first client. */
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { messageOf } from "@tandem-ide/base";
import { acceptedAs, type DiffDecision } from "@tandem-ide/base/review";
import { restoreText, toEditorText, toLineFeeds } from "@tandem-ide/base/text";
import { sourcesOf } from "../diagnostics/sources-of.js";
import type { AcceptedForm, ClientInfo, DiffProposal } from "../editor.js";
import { maxReviewedBytes, readTextFile } from "../files/read-text.js";
import type { Hub } from "../hub.js";
import { sharingIsPaused } from "../privacy/privacy.js";
import { isSameFile } from "../workspace.js";
import { recordReview } from "./record-review.js";
import { PendingReview } from "./review.js";

/** A proposal as received from a client. */
export interface ReviewRequest {
  readonly client: ClientInfo;
  /** The proposed file and the file to compare it with. Absolute paths. */
  readonly path: string;
  readonly oldPath: string;
  /** The paths as the client wrote them, for messages. */
  readonly given: { readonly path: string; readonly oldPath: string };
  /** The client's name for the view. */
  readonly name: string;
  /** The whole proposed text, unchanged. */
  readonly content: string;
  readonly acceptedForm: AcceptedForm;
  /** Counts memory held until the user decides. Throws if the client has too much. */
  hold?(bytes: number): void;
  /** Called right before the proposal is shown. `text` returns what accepting would return now. */
  shown?(text: () => string): void;
}

/** `content` has the line endings and byte-order mark of the proposal. `refused` means that it could not be shown. */
export type ReviewAnswer =
  | { readonly kind: "accepted"; readonly content: string }
  | { readonly kind: "rejected" }
  | { readonly kind: "refused"; readonly reason: string };

/** JSON can contain lone surrogates. The client writes U+FFFD for them, so editors show that. */
function writable(text: string): string {
  return text.toWellFormed();
}

/** Shows a proposal until the user decides. Rejects with the signal's reason if it aborts. */
export async function askReview(hub: Hub, request: ReviewRequest, signal: AbortSignal): Promise<ReviewAnswer> {
  const proposal = await propose(hub, request, signal);
  if (typeof proposal === "string") return { kind: "refused", reason: proposal };
  signal.throwIfAborted();
  // The user may have paused while the old text was being read.
  if (hub.privacy.isPaused) return { kind: "refused", reason: sharingIsPaused };
  const decision = await show(hub, proposal, request, signal);
  if (!decision.accepted) return { kind: "rejected" };
  const accepted = asAnswer(decision.text, proposal, request);
  hub.accepted(proposal.path, accepted);
  return { kind: "accepted", content: accepted };
}

/** Returns a text of the editor with the line endings and byte-order mark of the proposal. */
function asAnswer(text: string, { newText }: DiffProposal, { content }: ReviewRequest): string {
  return text === newText ? content : restoreText(text, writable(content));
}

async function show(
  hub: Hub,
  proposal: DiffProposal,
  request: ReviewRequest,
  signal: AbortSignal,
): Promise<DiffDecision> {
  const { editor, reviews } = hub;
  const review = new PendingReview(proposal, request.acceptedForm, (changed) =>
    reviews.drafts?.changed(changed, () => changed.result),
  );
  const withdraw = () => review.end({ accepted: false }, "withdrawn");
  reviews.add(review);
  request.shown?.(() => asAnswer(review.result, proposal, request));
  void review.decided.then((decision) => recordReview(hub, review, decision));
  signal.addEventListener("abort", withdraw, { once: true });
  try {
    const shown = await editor.reviewDiff?.(review, signal);
    review.end(shown ? normalizeDecision(shown, review) : { accepted: false });
    return await review.decided;
  } finally {
    withdraw(); // If the editor failed, nothing was decided.
    signal.removeEventListener("abort", withdraw);
  }
}

/** Converts the decision of an editor that doesn't use hunks. */
function normalizeDecision(decision: DiffDecision, { oldText, newText, acceptedForm }: PendingReview): DiffDecision {
  if (!decision.accepted) return decision;
  const text = acceptedForm === "decision" ? newText : toLineFeeds(decision.text);
  if (acceptedForm === "non-empty text" && text === "") return { accepted: false };
  return acceptedAs({ base: oldText, proposed: newText, result: text });
}

/** Returns the proposal to show, or why it can't be shown. */
async function propose(hub: Hub, request: ReviewRequest, signal: AbortSignal): Promise<DiffProposal | string> {
  const { path, oldPath, given, client, name, content } = request;
  // If a hunk is rejected, the response contains old text, which must not come from a hidden file.
  if (!isSameFile(oldPath, path) && sourcesOf(hub).isHidden(oldPath))
    return `Cannot compare ${given.path} with ${given.oldPath}: its text is hidden from clients. Use the same path for both.`;
  await holdOldText(oldPath, request);
  const old = await readTextFile(oldPath, maxReviewedBytes);
  if (old.kind === "unfit") return `Cannot show a diff of ${given.oldPath}: ${old.why}`;
  return {
    id: randomUUID(),
    client,
    path,
    oldPath,
    tabName: name,
    oldText: old.kind === "text" ? toEditorText(old.text) : "",
    newText: toEditorText(writable(content)),
    isNewFile: old.kind === "missing",
    hasUnsavedChanges: await hasUnsavedChanges(hub, oldPath, signal),
  };
}

async function hasUnsavedChanges({ editor, call, log }: Hub, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const state = await call("is the file unsaved", signal, (inner) => editor.documentState?.(path, inner));
    return state?.isDirty ?? false;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(`Could not check for unsaved changes: ${messageOf(error)}`);
    return false;
  }
}

/** Counts the old text, which stays in memory until the user decides. */
async function holdOldText(path: string, request: ReviewRequest): Promise<void> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0, // Missing or inaccessible, which reading reports.
  );
  if (size <= maxReviewedBytes) request.hold?.(size);
}
