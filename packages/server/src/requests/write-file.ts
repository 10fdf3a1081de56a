/** WSM-05: writes a file of the workspace whole or not at all. */
import { realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { errorCodes, RpcError } from "@tandem/protocol";
import { holdNewFolder } from "../files/held-folder.js";
import { replaceFile } from "../files/replace-file.js";
import { whyUnreadable } from "../files/why-unreadable.js";
import { privacyFileName } from "../privacy.js";
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

/**
 * Whoever may write the rules has none to obey: neither the file itself, nor the one that it is a link to, nor a folder
 * of its name, which would be rules that cannot be read.
 */
function isOfRules(path: string, folders: readonly string[]): boolean {
  if (path.split(sep).some((part) => part.toLowerCase() === privacyFileName)) return true;
  return folders.some((folder) => {
    try {
      return realpathSync(join(folder, privacyFileName)) === path;
    } catch {
      return false; // No rules there; where they cannot be read, everything is withheld.
    }
  });
}

export const writeFile: WorkspaceRequest<"writeFile"> = async ({ path: given, content }, context) => {
  const path = await confine(context.workspace, given);
  refuseWithheld(path, given, context.privacy);
  if (isOfRules(path, context.workspace.folders))
    throw new RpcError(errorCodes.invalidParams, `Only the user changes privacy rules: ${given}`);
  await refuseUnsaved(path, given, context);
  try {
    await writeInPlace(path, content);
  } catch (error) {
    throw new RpcError(errorCodes.internalError, `failed to write file: ${whyUnreadable(error)}`);
  }
  return { success: true };
};
