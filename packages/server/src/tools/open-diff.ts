/** TOOL-01: shows a proposal and waits for the user. The file is never written: the client does that. */
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { messageOf } from "@tandem/base";
import { restoreText, toEditorText, toLineFeeds } from "@tandem/base/text";
import { answers, type ToolArguments } from "@tandem/protocol";
import { DiffClosed } from "../diffs.js";
import type { DiffDecision, DiffProposal } from "../editor.js";
import { readTextFile } from "../files/read-text.js";
import { sharingIsPaused } from "../privacy.js";
import { isSameFile } from "../workspace.js";
import { failure, type Tool, type ToolContext, text } from "./tool.js";

/** The old file never travels, so it may be larger than a message; past this no view helps. */
const maxOldFileBytes = 64 * 1024 * 1024;

async function hasUnsavedChanges(path: string, context: ToolContext, signal: AbortSignal): Promise<boolean> {
  const { editor, call, log } = context;
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
async function holdOldText(path: string, context: ToolContext): Promise<void> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0, // Not there, or not to be looked at: reading it tells.
  );
  if (size <= maxOldFileBytes) context.hold(size);
}

/** JSON can hold half a character, a file cannot: the client writes U+FFFD for it, so that is what editors show. */
function writable(text: string): string {
  return text.toWellFormed();
}

/** What the editor is shown, or why it cannot be. */
async function propose(
  args: ToolArguments<"openDiff">,
  context: ToolContext,
  signal: AbortSignal,
): Promise<DiffProposal | string> {
  const { workspace } = context;
  const oldPath = workspace.absolute(args.old_file_path);
  const path = workspace.absolute(args.new_file_path);
  // After a hunk is rejected the answer holds old text, which the user meant for the file that is shown and no other.
  if (!isSameFile(oldPath, path) && context.sources.isHidden(oldPath))
    return `Cannot compare ${args.new_file_path} with ${args.old_file_path}: its text may not be shared. Propose the change with one path for both.`;
  await holdOldText(oldPath, context);
  const old = await readTextFile(oldPath, maxOldFileBytes);
  if (old.kind === "unfit") return `Cannot show a diff of ${args.old_file_path}: ${old.why}`;
  return {
    id: randomUUID(),
    client: context.client,
    path,
    oldPath,
    tabName: args.tab_name,
    oldText: old.kind === "text" ? toEditorText(old.text) : "",
    newText: toEditorText(writable(args.new_file_contents)),
    isNewFile: old.kind === "missing",
    hasUnsavedChanges: await hasUnsavedChanges(oldPath, context, signal),
  };
}

/** Every hunk refused is a rejection. Where there are no hunks, as with other line ends or an empty new file, accepting is accepting. */
function isAcceptance({ oldText, newText }: DiffProposal, edited: string): boolean {
  return edited !== oldText || newText === oldText;
}

/** What the user left of the proposal, with the bytes that the proposal has. */
function answerFor(edited: string, { newText }: DiffProposal, proposed: string): string {
  return edited === newText ? proposed : restoreText(edited, writable(proposed));
}

export const openDiff: Tool<"openDiff"> = async (args, context) => {
  const { editor } = context;
  const rejected = text(answers.diffRejected, args.tab_name);
  let outcome: { proposal: DiffProposal; decision: DiffDecision } | string;
  try {
    outcome = await context.diffs.run(args.tab_name, context.signal, async (signal) => {
      const proposal = await propose(args, context, signal);
      if (typeof proposal === "string") return proposal;
      signal.throwIfAborted();
      if (context.privacy.isPaused) return sharingIsPaused; // The user paused while the old text was read.
      context.progress(`Waiting for a decision in ${editor.name}`);
      return { proposal, decision: (await editor.reviewDiff?.(proposal, signal)) ?? { accepted: false } };
    });
  } catch (error) {
    if (error instanceof DiffClosed) return rejected;
    throw error;
  }
  if (typeof outcome === "string") return failure(outcome);
  const { proposal, decision } = outcome;
  if (!decision.accepted) return rejected;
  const edited = toLineFeeds(decision.text);
  return isAcceptance(proposal, edited)
    ? text(answers.fileSaved, answerFor(edited, proposal, args.new_file_contents))
    : rejected;
};
