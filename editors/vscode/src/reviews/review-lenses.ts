/** Accept and reject above each change, for those who have code lenses on in diff editors (`diffEditor.codeLens`). */
import * as vscode from "vscode";
import { placeOf, reviewScheme } from "./review-files.js";
import type { Reviews } from "./reviews.js";

export function showReviewLenses(reviews: Reviews): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses({ uri, lineCount }) {
      const review = placeOf(uri)?.side === "result" ? reviews.find(uri) : undefined;
      if (!review) return [];
      return review.hunks.flatMap(({ index, newStart }) => {
        const line = Math.min(newStart, lineCount - 1);
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
            title,
            command,
            arguments: [uri, index],
          });
        return [
          lens(`$(check) ${vscode.l10n.t("Accept")}`, "tandem.acceptHunk"),
          lens(`$(close) ${vscode.l10n.t("Reject")}`, "tandem.rejectHunk"),
        ];
      });
    },
  };
  return vscode.Disposable.from(
    changed,
    reviews.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider({ scheme: reviewScheme }, provider),
  );
}
