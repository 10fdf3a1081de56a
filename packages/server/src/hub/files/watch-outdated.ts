/** Notices that a file changes on disk while a proposal for it is reviewed. */
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { toEditorText } from "@tandem-ide/base/text";
import type { DiffProposal } from "../editor.js";
import { maxReviewedBytes, readTextFile } from "./read-text.js";

type Base = Pick<DiffProposal, "oldPath" | "oldText" | "isNewFile">;

async function isOutdated({ oldPath, oldText, isNewFile }: Base): Promise<boolean> {
  const file = await readTextFile(oldPath, maxReviewedBytes);
  if (file.kind !== "text") return file.kind !== "missing" || !isNewFile;
  return isNewFile || toEditorText(file.text) !== oldText;
}

/**
 * Calls `changed` when the file on disk is no longer the one that a proposal is based on, and when it is again. Returns a
 * function that stops it. Without a folder to watch, `changed` is not called.
 *
 * @example
 * const stop = watchOutdated(review, (isOutdated) => panel.setOutdated(isOutdated));
 */
export function watchOutdated(base: Base, changed: (isOutdated: boolean) => void): () => void {
  const { oldPath } = base;
  let was = false;
  let isStopped = false;
  let looking = Promise.resolve();
  const look = async () => {
    const now = !isStopped && (await isOutdated(base));
    if (isStopped || now === was) return;
    was = now;
    changed(now);
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(oldPath), (_event, name) => {
      if (name === null || name === basename(oldPath)) looking = looking.then(look);
    });
    watcher.on("error", () => watcher?.close());
  } catch {
    return () => {};
  }
  return () => {
    isStopped = true;
    watcher.close();
  };
}
