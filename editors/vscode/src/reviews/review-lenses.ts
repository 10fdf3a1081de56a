/** Shows Accept and Reject above each change, if code lenses are enabled in diff editors (`diffEditor.codeLens`). */
import * as vscode from "vscode";
import { parseReviewUri, reviewScheme } from "./review-files.js";
import type { Reviews } from "./reviews.js";

export function showReviewLenses(reviews: Reviews): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses({ uri, lineCount }) {
      const shown = parseReviewUri(uri)?.side === "result" ? reviews.find(uri) : undefined;
      if (!shown) return [];
      return shown.hunks.flatMap((hunk) => {
        const line = Math.min(hunk.newStart, lineCount - 1);
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command, arguments: [uri, hunk.index] });
        const accept = lens(`$(check) ${vscode.l10n.t("Accept")}`, "tandem.acceptHunk");
        const reject = lens(`$(close) ${vscode.l10n.t("Reject")}`, "tandem.rejectHunk");
        const undo = lens(`$(discard) ${vscode.l10n.t("Undo Decision")}`, "tandem.undecideHunk");
        if (hunk.decision === "undecided") return [accept, reject];
        return [hunk.decision === "accepted" ? reject : accept, undo];
      });
    },
  };
  return vscode.Disposable.from(
    changed,
    reviews.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider({ scheme: reviewScheme }, provider),
  );
}
