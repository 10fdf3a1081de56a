/** Says behind the first line of each decided change what was decided. */
import * as vscode from "vscode";
import { placeOf } from "./review-files.js";
import type { Reviews } from "./reviews.js";

function markType(words: string): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor("editorCodeLens.foreground");
  return vscode.window.createTextEditorDecorationType({
    after: { contentText: words, color, margin: "0 0 0 2em", fontStyle: "italic" },
  });
}

export function showReviewMarks(reviews: Reviews): vscode.Disposable {
  const accepted = markType(`✓ ${vscode.l10n.t("accepted")}`);
  const rejected = markType(`✗ ${vscode.l10n.t("rejected")}`);
  const draw = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri, lineCount } = editor.document;
      const hunks = placeOf(uri)?.side === "result" ? reviews.find(uri)?.hunks : undefined;
      if (!hunks) continue;
      for (const [type, marked] of [
        [accepted, "accepted"],
        [rejected, "rejected"],
      ] as const) {
        const lines = hunks.filter(({ decision }) => decision === marked).map(({ newStart }) => newStart);
        const ends = lines.map((line) => editor.document.lineAt(Math.min(line, lineCount - 1)).range.end);
        editor.setDecorations(
          type,
          ends.map((end) => new vscode.Range(end, end)),
        );
      }
    }
  };
  return vscode.Disposable.from(
    accepted,
    rejected,
    reviews.onDidChange(draw),
    vscode.window.onDidChangeVisibleTextEditors(draw),
    // A decision changes the document after the review, and moves the marks that are there.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (placeOf(document.uri)) draw();
    }),
  );
}
