/** WSM-05: writes a file of the workspace whole or not at all. */
import { basename, dirname, join } from "node:path";
import { errorCodes, RpcError } from "@tandem/protocol";
import { holdNewFolder } from "../files/held-folder.js";
import { replaceFile } from "../files/replace-file.js";
import { whyUnreadable } from "../files/why-unreadable.js";
import { isPrivacyFile, onlyTheUser } from "../privacy-file.js";
import { confine } from "./confine.js";
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

/** Writes at a real path itself, and not where a link leads that was put in its way since. */
async function writeInPlace(path: string, content: string): Promise<void> {
  const folder = holdNewFolder(dirname(path));
  try {
    await replaceFile(join(folder.path, basename(path)), content);
  } finally {
    folder.close();
  }
}

export const writeFile: WorkspaceRequest<"writeFile"> = async ({ path: given, content }, context) => {
  const path = await confine(context.workspace, given);
  refuseWithheld(path, given, context.privacy);
  if (isPrivacyFile(path, context.workspace.folders))
    throw new RpcError(errorCodes.invalidParams, `${onlyTheUser}: ${given}`);
  await refuseUnsaved(path, given, context);
  try {
    await writeInPlace(path, content);
  } catch (error) {
    throw new RpcError(errorCodes.internalError, `failed to write file: ${whyUnreadable(error)}`);
  }
  return { success: true };
};
