/** `tandem replay`: the client's side of a recording, against an editor. */
import { targetOf } from "@tandem/client";
import { type Recording, replayClient } from "@tandem/inspector";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { exitCodes } from "../exit-codes.js";
import { explained, foldersOf, type ReplayOptions, tellConnections } from "./options.js";
import { printResult, progressLine } from "./print.js";

export async function playClient(
  file: string,
  recording: Recording,
  port: number | undefined,
  options: ReplayOptions,
  context: Context,
): Promise<number> {
  const { err, lifecycle } = context;
  const folders = foldersOf(options.folder ?? [], recording, context);
  const editor = await pickEditor(context, await findEditors(context, options), {
    exitCode: exitCodes.cannotStart,
    commandFor: (named) => `tandem replay ${file} ${named}`,
    ...(port !== undefined && { port }),
  });
  tellConnections(recording, options, context);
  const { connection, exact, timeout } = options;
  const progress = progressLine(err);
  try {
    const target = { ...targetOf(editor), folders: editor.lock?.workspaceFolders ?? [] };
    const result = await replayClient(recording, target, {
      folders,
      exact: exact ?? false,
      signal: lifecycle.signal,
      onProgress: (each) => progress.tell(each),
      ...(connection !== undefined && { connection }),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    });
    progress.end();
    return printResult(result, recording, options, context);
  } catch (error) {
    progress.end();
    throw explained(error);
  }
}
