/** Notices that a file changes on disk while a proposal for it is reviewed. */
import { watch } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { toEditorText } from "@tandem-ide/base/text";
import type { Review } from "@tandem-ide/server";

/** The most bytes that a UTF-16 code unit has in UTF-8, with room for line endings. */
const bytesPerUnit = 4;

type Base = Pick<Review, "oldPath" | "oldText" | "isNewFile">;

/** Returns whether the file on disk is not the one that the proposal is based on. */
async function isOutdated({ oldPath, oldText, isNewFile }: Base): Promise<boolean> {
  try {
    const { size } = await stat(oldPath);
    // It can't be the same text, so it isn't read.
    if (isNewFile || size > oldText.length * bytesPerUnit + bytesPerUnit) return true;
    return toEditorText(await readFile(oldPath, "utf8")) !== oldText;
  } catch {
    return !isNewFile;
  }
}

/**
 * Calls `changed` whenever the file becomes outdated or is as before again, until the returned function is called. Without a
 * folder to watch, it is never called.
 */
export function watchOutdated(review: Base, changed: (isOutdated: boolean) => void): () => void {
  const { oldPath } = review;
  let was = false;
  let isClosed = false;
  let check = Promise.resolve();
  const look = async () => {
    const is = await isOutdated(review);
    if (isClosed || is === was) return;
    was = is;
    changed(is);
  };
  try {
    const watcher = watch(dirname(oldPath), (_, name) => {
      if (name === null || name === basename(oldPath)) check = check.then(look);
    });
    watcher.on("error", () => watcher.close());
    return () => {
      isClosed = true;
      watcher.close();
    };
  } catch {
    return () => {};
  }
}
