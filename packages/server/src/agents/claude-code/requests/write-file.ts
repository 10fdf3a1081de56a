/**
 * WSM-05: writes a file of the workspace atomically. With workspace requests set to "ask" the user reviews the change first,
 * and the accepted text is written.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { innermostFolder } from "@tandem-ide/base/node";
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import { sourcesOf } from "../../../hub/diagnostics/sources-of.js";
import { describeFileError } from "../../../hub/files/file-error.js";
import { pinNewFolder } from "../../../hub/files/pinned-folder.js";
import { maxReviewedBytes, readTextFile } from "../../../hub/files/read-text.js";
import { ProgramFile, replaceFile } from "../../../hub/files/replace-file.js";
import { isPrivacyFile, onlyTheUser } from "../../../hub/privacy/rules-file.js";
import { askReview } from "../../../hub/reviews/ask-review.js";
import { type ConfinedPath, confinePath, refuseHidden } from "./confine.js";
import { refusal, refuseCode } from "./refuse-code.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";

function notWritten(why: string): RpcError {
  return new RpcError(errorCodes.internalError, `failed to write file: ${why}`);
}

interface Write {
  readonly path: string;
  readonly content: string;
}

/** Throws for files that can't be written. Called again after the review. */
async function check({ path: given, content }: Write, context: WorkspaceRequestContext): Promise<ConfinedPath> {
  const { editor, workspace, privacy, call } = context.hub;
  const { folders } = workspace;
  const path = await confinePath(workspace, given);
  refuseHidden(path.real, given, privacy);
  if (isPrivacyFile(path.real, folders)) throw new RpcError(errorCodes.invalidParams, `${onlyTheUser}: ${given}`);
  refuseCode(path, { path: given, content }, folders);
  const state = await call("is the file unsaved", context.signal, (inner) => editor.documentState?.(path.real, inner));
  if (state?.isDirty) throw notWritten(`${given} has unsaved changes in ${editor.name}. Save or discard them first.`);
  return path;
}

/** Returns the content on disk, to detect changes during the review. Other content than text can't be reviewed. */
async function contentOf(path: string): Promise<string> {
  const file = await readTextFile(path, maxReviewedBytes);
  return file.kind === "text" ? `text ${file.text}` : file.kind === "missing" ? "missing" : `unfit ${file.why}`;
}

/** Shows the change as a review and returns the accepted text. */
async function ask(write: Write, real: string, context: WorkspaceRequestContext): Promise<Write> {
  const { hub, client, signal, request } = context;
  const { path: given, content } = write;
  if (!hub.editor.reviewDiff) throw notWritten(`${hub.editor.name} can't show a review of ${given}`);
  const before = await contentOf(real);
  const proposal = { client, path: real, oldPath: real, given: { path: given, oldPath: given }, name: given, content };
  const hold = (bytes: number) => request.hold(bytes);
  const answer = await askReview(hub, { ...proposal, acceptedForm: "text", hold }, signal);
  if (answer.kind === "refused") throw notWritten(answer.reason);
  if (answer.kind === "rejected") throw notWritten(`the user rejected the change to ${given}`);
  signal.throwIfAborted();
  if ((await contentOf(real)) !== before)
    throw notWritten(`${given} changed during the review. Read it and try again.`);
  return { path: given, content: answer.content };
}

/** Returns the innermost workspace folder that contains the path. */
function rootOf(path: string, folders: readonly string[]): string {
  return innermostFolder(folders, path) ?? path;
}

/** Writes the file at a real path, without following links that were added since it was resolved. */
async function writeInPlace(path: string, content: string, { hub }: WorkspaceRequestContext): Promise<void> {
  const folder = pinNewFolder(dirname(path), rootOf(path, hub.workspace.folders));
  try {
    await replaceFile(join(folder.path, basename(path)), content, { unfinished: hub.unfinished, refusePrograms: true });
  } finally {
    folder.close();
  }
}

function whyNotWritten(path: string, error: unknown, folders: readonly string[]): string {
  const root = rootOf(path, folders);
  return existsSync(root) ? describeFileError(error) : `the workspace folder ${root} no longer exists`;
}

export const writeFile: WorkspaceRequest<"writeFile"> = async (params, context) => {
  const { hub, signal, settings } = context;
  let write: Write = params;
  let path = await check(write, context);
  if (settings.workspaceRequests === "ask") {
    write = await ask(write, path.real, context);
    path = await check(write, context);
  }
  await sourcesOf(hub).beforeWriting(path.real, write.content);
  signal.throwIfAborted();
  try {
    await writeInPlace(path.real, write.content, context);
  } catch (error) {
    if (error instanceof ProgramFile) throw refusal(params.path, "an existing program");
    throw notWritten(whyNotWritten(path.real, error, hub.workspace.folders));
  }
  return { success: true };
};
