/** WSM-05: writes a file of the workspace whole or not at all. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "@tandem/base/node";
import { errorCodes, RpcError } from "@tandem/protocol";
import { holdNewFolder } from "../files/held-folder.js";
import { ProgramFile, replaceFile } from "../files/replace-file.js";
import { whyUnreadable } from "../files/why-unreadable.js";
import { isPrivacyFile, onlyTheUser } from "../privacy-file.js";
import type { Services } from "../services.js";
import { confinePath } from "./confine.js";
import { refusal, refuseCode } from "./refuse-code.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";
import { refuseWithheld } from "./withheld.js";

async function refuseUnsaved(
  path: string,
  given: string,
  { editor, call, signal }: WorkspaceRequestContext,
): Promise<void> {
  const state = await call("is the file unsaved", signal, (inner) => editor.documentState?.(path, inner));
  if (state?.isDirty)
    throw new RpcError(
      errorCodes.internalError,
      `failed to write file: ${given} has unsaved changes in ${editor.name}. Save or discard them first.`,
    );
}

/** The folder of the workspace that the path is in: the nearest, where one holds another. */
function rootOf(path: string, folders: readonly string[]): string {
  const [nearest = path] = folders.filter((folder) => isInside(folder, path)).sort((a, b) => b.length - a.length);
  return nearest;
}

/** Writes at a real path itself, and not where a link leads that was put in its way since. */
async function writeInPlace(path: string, content: string, { workspace, unfinished }: Services): Promise<void> {
  const folder = holdNewFolder(dirname(path), rootOf(path, workspace.folders));
  try {
    await replaceFile(join(folder.path, basename(path)), content, { unfinished, refusePrograms: true });
  } finally {
    folder.close();
  }
}

function whyNotWritten(path: string, error: unknown, folders: readonly string[]): string {
  const root = rootOf(path, folders);
  return existsSync(root) ? whyUnreadable(error) : `the workspace folder ${root} is not there any more`;
}

export const writeFile: WorkspaceRequest<"writeFile"> = async (params, context) => {
  const { path: given, content } = params;
  const { folders } = context.workspace;
  const path = await confinePath(context.workspace, given);
  refuseWithheld(path.real, given, context.privacy);
  if (isPrivacyFile(path.real, folders)) throw new RpcError(errorCodes.invalidParams, `${onlyTheUser}: ${given}`);
  refuseCode(path, params, folders);
  await refuseUnsaved(path.real, given, context);
  await context.sources.beforeWriting(path.real, content);
  context.signal.throwIfAborted();
  try {
    await writeInPlace(path.real, content, context);
  } catch (error) {
    if (error instanceof ProgramFile) throw refusal(given, "a program that is there already");
    const why = whyNotWritten(path.real, error, folders);
    throw new RpcError(errorCodes.internalError, `failed to write file: ${why}`);
  }
  return { success: true };
};
