/** Notices that a file was changed while a proposal for it waits: the client will refuse to write over that. */
import { dirname } from "node:path";
import { toEditorText } from "@tandem/base/text";
import { readTextFile } from "@tandem/server/files";
import type { SharedWatches } from "./files/shared-watches.js";
import type { SharedReview } from "./reviews.js";

const maxBytes = 64 * 1024 * 1024;

/** Keeps `isOutdated` right and calls `changed` when it turns; the function that is returned ends it. */
export function watchOutdated(shared: SharedReview, watches: SharedWatches, changed: () => void): () => void {
  const { oldPath, oldText, isNewFile } = shared.review;
  return watches.add(dirname(oldPath), async () => {
    const file = await readTextFile(oldPath, maxBytes);
    const isSame = file.kind === "text" ? !isNewFile && toEditorText(file.text) === oldText : isNewFile;
    if (shared.isOutdated === !isSame) return;
    shared.isOutdated = !isSame;
    changed();
  });
}
