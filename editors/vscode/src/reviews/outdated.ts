/** Notices that the file of a review has changed on disk since it was proposed. */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { toEditorText } from "@tandem-ide/base/text";
import type { Review } from "@tandem-ide/server";
import * as vscode from "vscode";

async function isOutdated({ oldPath, oldText, isNewFile }: Review): Promise<boolean> {
  const text = await readFile(oldPath, "utf8").catch(() => undefined);
  if (text === undefined) return !isNewFile;
  return isNewFile || toEditorText(text) !== oldText;
}

/** Calls `changed` when the file may have become another one, or the same again, until it is disposed. */
export function watchOutdated(review: Review, changed: (isOutdated: boolean) => void): vscode.Disposable {
  let isDisposed = false;
  let last = false;
  let checks: Promise<void> = Promise.resolve();
  const check = () => {
    checks = checks.then(async () => {
      const now = !isDisposed && (await isOutdated(review));
      if (isDisposed || now === last) return;
      last = now;
      changed(now);
    });
  };
  // All files of the folder, because the name may contain characters that mean something in a pattern.
  const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(review.oldPath)), "*");
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const listen = ({ fsPath }: vscode.Uri) => {
    if (fsPath === review.oldPath) check();
  };
  // It may have changed before VS Code watches.
  check();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(listen),
    watcher.onDidCreate(listen),
    watcher.onDidDelete(listen),
    new vscode.Disposable(() => {
      isDisposed = true;
    }),
  );
}
