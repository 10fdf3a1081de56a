/** `tandem replay`: plays the client's side of a recording to an editor. */
import { targetOf } from "@tandem-ide/client";
import { type Recording, replayClient } from "@tandem-ide/inspector";
import type { Context } from "../context.js";
import { pickEditor } from "../editors.js";
import { exitCodes } from "../exit-codes.js";
import { foldersOf, printConnections, type ReplayOptions } from "./options.js";
import { printResult, ReplayProgressLine } from "./print.js";

export async function playClient(
  file: string,
  recording: Recording,
  port: number | undefined,
  options: ReplayOptions,
  context: Context,
): Promise<number> {
  const { err, lifecycle } = context;
  const folders = foldersOf(options.folder ?? [], recording, context);
  const editor = await pickEditor(context, options, {
    exitCode: exitCodes.cannotStart,
    commandFor: (other) => `tandem replay ${file} ${other}`,
    port,
  });
  printConnections(recording, options, context);
  const { connection, exact, timeout } = options;
  const progress = new ReplayProgressLine(err);
  const target = { ...targetOf(editor), folders: editor.lock?.workspaceFolders ?? [] };
  const result = await replayClient(recording, target, {
    folders,
    exact: exact ?? false,
    signal: lifecycle.signal,
    onProgress: (each) => progress.update(each),
    ...(connection !== undefined && { connection }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
  }).finally(() => progress.clear());
  return printResult(result, recording, options, context);
}
