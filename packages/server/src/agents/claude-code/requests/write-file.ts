/**
 * WSM-05: writes a file of the workspace whole or not at all. With workspace requests set to "ask" the user sees the change as a
 * review first, and what they accept is written.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { innermostFolder } from "@tandem/base/node";
import { errorCodes, RpcError } from "@tandem/protocol";
import { holdNewFolder } from "../../../hub/files/held-folder.js";
import { readTextFile } from "../../../hub/files/read-text.js";
import { ProgramFile, replaceFile } from "../../../hub/files/replace-file.js";
import { whyUnreadable } from "../../../hub/files/why-unreadable.js";
import { isPrivacyFile, onlyTheUser } from "../../../hub/privacy/privacy-file.js";
import { askReview, maxOldFileBytes } from "../../../hub/reviews/ask-review.js";
import { type ConfinedPath, confinePath } from "./confine.js";
import { refusal, refuseCode } from "./refuse-code.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";
import { refuseWithheld } from "./withheld.js";

function notWritten(why: string): RpcError {
  return new RpcError(errorCodes.internalError, `failed to write file: ${why}`);
}

interface Write {
  readonly path: string;
  readonly content: string;
}

/** Refuses what no request may write; asked again after the user has looked. */
async function check({ path: given, content }: Write, context: WorkspaceRequestContext): Promise<ConfinedPath> {
  const { editor, workspace, privacy, call } = context.hub;
  const { folders } = workspace;
  const path = await confinePath(workspace, given);
  refuseWithheld(path.real, given, privacy);
  if (isPrivacyFile(path.real, folders)) throw new RpcError(errorCodes.invalidParams, `${onlyTheUser}: ${given}`);
  refuseCode(path, { path: given, content }, folders);
  const state = await call("is the file unsaved", context.signal, (inner) => editor.documentState?.(path.real, inner));
  if (state?.isDirty) throw notWritten(`${given} has unsaved changes in ${editor.name}. Save or discard them first.`);
  return path;
}

/** What is on disk now, to tell whether it is the same later. What is too large or no text is not shown, and so not asked about. */
async function contentOf(path: string): Promise<string> {
  const file = await readTextFile(path, maxOldFileBytes);
  return file.kind === "text" ? `text ${file.text}` : file.kind === "missing" ? "missing" : `unfit ${file.why}`;
}

/** Shows the change to the user, and gives what they made of it. */
async function ask(write: Write, real: string, context: WorkspaceRequestContext): Promise<Write> {
  const { hub, client, signal, request } = context;
  const { path: given, content } = write;
  if (!hub.editor.reviewDiff) throw notWritten(`${hub.editor.name} cannot ask its user about ${given}`);
  const before = await contentOf(real);
  const proposal = { client, path: real, oldPath: real, given: { path: given, oldPath: given }, name: given, content };
  const hold = (bytes: number) => request.hold(bytes);
  const answer = await askReview(hub, { ...proposal, takes: "text", hold }, signal);
  if (answer.kind === "refused") throw notWritten(answer.reason);
  if (answer.kind === "rejected") throw notWritten(`the user rejected the change of ${given}`);
  signal.throwIfAborted();
  if ((await contentOf(real)) !== before)
    throw notWritten(`${given} has changed while the user was asked. Read it again, and ask again.`);
  return { path: given, content: answer.content };
}

/** The folder of the workspace that the path is in: the nearest, where one holds another. */
function rootOf(path: string, folders: readonly string[]): string {
  return innermostFolder(folders, path) ?? path;
}

/** Writes at a real path itself, and not where a link leads that was put in its way since. */
async function writeInPlace(path: string, content: string, { hub }: WorkspaceRequestContext): Promise<void> {
  const folder = holdNewFolder(dirname(path), rootOf(path, hub.workspace.folders));
  try {
    await replaceFile(join(folder.path, basename(path)), content, { unfinished: hub.unfinished, refusePrograms: true });
  } finally {
    folder.close();
  }
}

function whyNotWritten(path: string, error: unknown, folders: readonly string[]): string {
  const root = rootOf(path, folders);
  return existsSync(root) ? whyUnreadable(error) : `the workspace folder ${root} is not there any more`;
}

export const writeFile: WorkspaceRequest<"writeFile"> = async (params, context) => {
  const { hub, signal, settings } = context;
  let write: Write = params;
  let path = await check(write, context);
  if (settings.workspaceRequests === "ask") {
    write = await ask(write, path.real, context);
    path = await check(write, context);
  }
  await hub.sources.beforeWriting(path.real, write.content);
  signal.throwIfAborted();
  try {
    await writeInPlace(path.real, write.content, context);
  } catch (error) {
    if (error instanceof ProgramFile) throw refusal(params.path, "a program that is there already");
    throw notWritten(whyNotWritten(path.real, error, hub.workspace.folders));
  }
  return { success: true };
};
