/** WSM-05: writes a file of the workspace whole or not at all. */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, rename, rm, stat, writeFile as write } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCodes, RpcError } from "@tandem/protocol";
import { systemErrorCode } from "../errors.js";
import { whyUnreadable } from "../files/why-unreadable.js";
import { privacyFileName } from "../privacy.js";
import type { WorkspaceRequest, WorkspaceRequestContext } from "./request.js";
import { refuseWithheld } from "./withheld.js";

/** The permissions of the file that is replaced, or undefined for a new one. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new RpcError(errorCodes.internalError, "failed to write file: Not a regular file");
    return found.mode & 0o7777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

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

export const writeFile: WorkspaceRequest<"writeFile"> = async ({ path: given, content }, context) => {
  const path = await context.workspace.confine(given);
  refuseWithheld(path, given, context.privacy);
  // Whoever may write the rules has none to obey.
  if (basename(path).toLowerCase() === privacyFileName)
    throw new RpcError(errorCodes.invalidParams, `Only the user changes privacy rules: ${given}`);
  await refuseUnsaved(path, given, context);
  const temporary = join(dirname(path), `.tandem-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const mode = await modeOf(path);
    await mkdir(dirname(path), { recursive: true });
    await write(temporary, content, { flag: "wx" });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // It may never have been there.
    if (error instanceof RpcError) throw error;
    throw new RpcError(errorCodes.internalError, `failed to write file: ${whyUnreadable(error)}`);
  }
  return { success: true };
};
