/** Shows the decision about each change at the end of its first line, the user's comments, and what to know about the review. */
import { displayName } from "@tandem-ide/protocol";
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
  const comments = markType("");
  const notes = markType("");
  const draw = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri, lineCount } = editor.document;
      const shown = parseReviewUri(uri)?.side === "result" ? reviews.find(uri) : undefined;
      if (!shown) continue;
      const { hunks, review } = shown;
      const endOf = (line: number) => {
        const { end } = editor.document.lineAt(Math.min(line, lineCount - 1)).range;
        return new vscode.Range(end, end);
      };
      for (const [type, marked] of [
        [accepted, "accepted"],
        [rejected, "rejected"],
      ] as const) {
        const lines = hunks.filter(({ decision }) => decision === marked).map(({ newStart }) => newStart);
        editor.setDecorations(type, lines.map(endOf));
      }
      const contentText = `⚠ ${shown.notes.map(({ short }) => short).join(", ")}`;
      editor.setDecorations(
        notes,
        shown.notes.length > 0 ? [{ range: endOf(0), renderOptions: { after: { contentText } } }] : [],
      );
      editor.setDecorations(
        comments,
        review.comments.map(({ line, text }) => ({
          range: endOf(line),
          renderOptions: { after: { contentText: `✎ ${displayName(text)}` } },
        })),
      );
    }
  };
  return vscode.Disposable.from(
    accepted,
    rejected,
    comments,
    notes,
    reviews.onDidChange(draw),
    vscode.window.onDidChangeVisibleTextEditors(draw),
    // A decision changes the document after the review, which moves the existing marks.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (parseReviewUri(document.uri)) draw();
    }),
  );
}
