/** Reports which files the user saves, creates, renames and deletes in VS Code. */
import * as vscode from "vscode";
import { pathOf } from "./tabs.js";
import { WrittenDocuments } from "./written-documents.js";

export function followUserSaves(report: (path: string) => void): vscode.Disposable {
  const { workspace } = vscode;
  const written = new WrittenDocuments();
  for (const document of [...workspace.textDocuments, ...workspace.notebookDocuments]) written.changed(document);
  const tell = (...uris: readonly vscode.Uri[]) => {
    for (const path of uris.map(pathOf)) if (path !== undefined) report(path);
  };
  const saved = (document: vscode.TextDocument | vscode.NotebookDocument) => {
    if (written.saved(document)) tell(document.uri);
  };
  return vscode.Disposable.from(
    workspace.onDidChangeTextDocument(({ document }) => written.changed(document)),
    workspace.onDidChangeNotebookDocument(({ notebook }) => written.changed(notebook)),
    workspace.onWillSaveTextDocument(({ document }) => written.saving(document)),
    workspace.onWillSaveNotebookDocument(({ notebook }) => written.saving(notebook)),
    workspace.onDidSaveTextDocument(saved),
    workspace.onDidSaveNotebookDocument(saved),
    workspace.onDidCloseTextDocument((document) => written.closed(document)),
    workspace.onDidCloseNotebookDocument((notebook) => written.closed(notebook)),
    workspace.onDidCreateFiles(({ files }) => tell(...files)),
    workspace.onDidDeleteFiles(({ files }) => tell(...files)),
    workspace.onDidRenameFiles(({ files }) => tell(...files.flatMap(({ oldUri, newUri }) => [oldUri, newUri]))),
  );
}
