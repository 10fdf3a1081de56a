/** Shows the decision about each change at the end of its first line. */
import * as vscode from "vscode";
import { parseReviewUri } from "./review-files.js";
import type { Reviews } from "./reviews.js";

function markType(text: string): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor("editorCodeLens.foreground");
  return vscode.window.createTextEditorDecorationType({
    after: { contentText: text, color, margin: "0 0 0 2em", fontStyle: "italic" },
  });
}

export function showReviewMarks(reviews: Reviews): vscode.Disposable {
  const accepted = markType(`✓ ${vscode.l10n.t("accepted")}`);
  const rejected = markType(`✗ ${vscode.l10n.t("rejected")}`);
  const draw = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri, lineCount } = editor.document;
      const hunks = parseReviewUri(uri)?.side === "result" ? reviews.find(uri)?.hunks : undefined;
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
    // A decision changes the document after the review, which moves the existing marks.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (parseReviewUri(document.uri)) draw();
    }),
  );
}
