/** Shows what a client proposes, and gives what the user made of it. Loaded with the first client that could propose. */
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { messageOf } from "@tandem/base";
import { acceptedAs, type DiffDecision } from "@tandem/base/review";
import { restoreText, toEditorText, toLineFeeds } from "@tandem/base/text";
import type { ClientInfo, DiffProposal, TakesBack } from "../editor.js";
import { readTextFile } from "../files/read-text.js";
import type { Hub } from "../hub.js";
import { sharingIsPaused } from "../privacy/privacy.js";
import { isSameFile } from "../workspace.js";
import { PendingReview } from "./review.js";

/** The old file never travels, so it may be larger than a message; past this no view helps. */
export const maxOldFileBytes = 64 * 1024 * 1024;

/** What a client proposes, as it came. */
export interface ReviewRequest {
  readonly client: ClientInfo;
  /** The file that the proposal is for, and the one that it is compared with. Absolute. */
  readonly path: string;
  readonly oldPath: string;
  /** How the client calls both, for messages. */
  readonly given: { readonly path: string; readonly oldPath: string };
  /** The name that the client gave the view. */
  readonly name: string;
  /** The whole proposed text, to the byte. */
  readonly content: string;
  readonly takes: TakesBack;
  /** Counts what is kept until the user decides; throws where the client has too much of that. */
  hold?(bytes: number): void;
  /** It is about to be shown. */
  shown?(): void;
}

/** `content` has the line ends and the byte-order mark of the proposal. `refused`: it could not be shown, and why. */
export type ReviewAnswer =
  | { readonly kind: "accepted"; readonly content: string }
  | { readonly kind: "rejected" }
  | { readonly kind: "refused"; readonly reason: string };

/** JSON can hold half a character, a file cannot: the client writes U+FFFD for it, so that is what editors show. */
function writable(text: string): string {
  return text.toWellFormed();
}

/** Shows a proposal until the user decides or `signal` aborts; then it rejects with the signal's reason. */
export async function askReview(hub: Hub, request: ReviewRequest, signal: AbortSignal): Promise<ReviewAnswer> {
  const proposal = await propose(hub, request, signal);
  if (typeof proposal === "string") return { kind: "refused", reason: proposal };
  signal.throwIfAborted();
  // The user may have paused while the old text was read.
  if (hub.privacy.isPaused) return { kind: "refused", reason: sharingIsPaused };
  request.shown?.();
  const decision = await show(hub, proposal, request.takes, signal);
  if (!decision.accepted) return { kind: "rejected" };
  const { content } = request;
  const isAsProposed = decision.text === proposal.newText;
  return { kind: "accepted", content: isAsProposed ? content : restoreText(decision.text, writable(content)) };
}

async function show(hub: Hub, proposal: DiffProposal, takes: TakesBack, signal: AbortSignal): Promise<DiffDecision> {
  const { editor, reviews } = hub;
  const review = new PendingReview(proposal, takes, (changed) =>
    reviews.drafts?.changed(changed, () => changed.result),
  );
  const withdraw = () => review.end({ accepted: false }, "withdrawn");
  reviews.add(review);
  signal.addEventListener("abort", withdraw, { once: true });
  try {
    const shown = await editor.reviewDiff?.(review, signal);
    review.end(shown ? checked(shown, review) : { accepted: false });
    return await review.decided;
  } finally {
    withdraw(); // An editor that failed has decided nothing.
    signal.removeEventListener("abort", withdraw);
  }
}

/** What an editor that has no use for hunks gives back: one text, or no. */
function checked(decision: DiffDecision, { oldText, newText, takes }: PendingReview): DiffDecision {
  if (!decision.accepted) return decision;
  const text = takes === "verdict" ? newText : toLineFeeds(decision.text);
  if (takes === "non-empty text" && text === "") return { accepted: false };
  return acceptedAs({ base: oldText, proposed: newText, result: text });
}

/** What the editor is shown, or why it cannot be. */
async function propose(hub: Hub, request: ReviewRequest, signal: AbortSignal): Promise<DiffProposal | string> {
  const { path, oldPath, given, client, name, content } = request;
  // After a hunk is rejected the answer holds old text, which the user meant for the file that is shown and no other.
  if (!isSameFile(oldPath, path) && hub.sources.isHidden(oldPath))
    return `Cannot compare ${given.path} with ${given.oldPath}: its text may not be shared. Propose the change with one path for both.`;
  await holdOldText(oldPath, request);
  const old = await readTextFile(oldPath, maxOldFileBytes);
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
    log.warn(`Could not learn whether the file has unsaved changes: ${messageOf(error)}`);
    return false;
  }
}

/** The old text stays in memory until the user decides: a client that proposes without end may not fill it with them. */
async function holdOldText(path: string, request: ReviewRequest): Promise<void> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0, // Not there, or not to be looked at: reading it tells.
  );
  if (size <= maxOldFileBytes) request.hold?.(size);
}
