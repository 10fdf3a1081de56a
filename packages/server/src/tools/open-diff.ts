/** TOOL-01: shows a proposal and waits for the user. The file is never written: the client does that. */
import { randomUUID } from "node:crypto";
import { answers } from "@tandem/protocol";
import { DiffClosed } from "../diffs.js";
import type { DiffDecision } from "../editor.js";
import { messageOf } from "../errors.js";
import { readTextFile } from "../files/read-text.js";
import { restoreText, toEditorText } from "../text/line-endings.js";
import { failure, type Tool, type ToolContext, text } from "./tool.js";

/** The old file never travels, so it may be larger than a message; past this no view helps. */
const maxOldFileBytes = 64 * 1024 * 1024;

async function hasUnsavedChanges(path: string, context: ToolContext): Promise<boolean> {
  const { editor, call, signal, log } = context;
  if (!editor.documentState) return false;
  try {
    const state = await call("is the file unsaved", signal, (inner) => editor.documentState?.(path, inner));
    return state?.isDirty ?? false;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(`Could not learn whether the file has unsaved changes: ${messageOf(error)}`);
    return false;
  }
}

export const openDiff: Tool<"openDiff"> = async (args, context) => {
  const { editor, workspace, diffs, signal } = context;
  const tabName = args.tab_name;
  const path = workspace.absolute(args.new_file_path);
  const old = await readTextFile(workspace.absolute(args.old_file_path), maxOldFileBytes);
  if (old.kind === "unfit") return failure(`Cannot show a diff of ${args.old_file_path}: ${old.why}`);
  const oldText = old.kind === "text" ? toEditorText(old.text) : "";
  const newText = toEditorText(args.new_file_contents);
  const proposal = {
    id: randomUUID(),
    client: context.client,
    path,
    tabName,
    oldText,
    newText,
    isNewFile: old.kind === "missing",
    hasUnsavedChanges: await hasUnsavedChanges(path, context),
  };
  const rejected = text(answers.diffRejected, tabName);
  let decision: DiffDecision;
  try {
    decision = await diffs.run(tabName, signal, async (inner) => {
      context.progress(`Waiting for a decision in ${editor.name}`);
      return (await editor.reviewDiff?.(proposal, inner)) ?? { accepted: false };
    });
  } catch (error) {
    if (error instanceof DiffClosed) return rejected;
    throw error;
  }
  if (!decision.accepted) return rejected;
  const edited = toEditorText(decision.text);
  // Every hunk refused is a rejection. Not for a new file, which may be empty, nor where only line ends change.
  if (!proposal.isNewFile && edited === oldText && newText !== oldText) return rejected;
  return text(answers.fileSaved, restoreText(edited, args.new_file_contents));
};
