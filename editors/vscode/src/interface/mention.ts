/** Mentions the selection, tabs, and files and folders in the Explorer. */
import type { EditorEvents, Mention, MentionOutcome } from "@tandem-ide/server";
import * as vscode from "vscode";
import { linesOf } from "../editor/convert.js";
import { pathOf, uriOf } from "../editor/tabs.js";
import { showWarning } from "../messages.js";

/** Shows a short message in the status bar. */
function showStatus(message: string): void {
  vscode.window.setStatusBarMessage(message, 4_000);
}

function showOutcome(outcome: MentionOutcome | undefined): void {
  if (!outcome) showStatus(vscode.l10n.t("Tandem isn't running."));
  else if (outcome.status === "queued") showStatus(vscode.l10n.t("Claude isn't connected yet; the mention is queued."));
  else if (outcome.status === "sent") showStatus(vscode.l10n.t("Mentioned in Claude."));
  else void showWarning(outcome.reason);
}

/** Returns the selection of an editor, or its file if nothing is selected. */
function fromEditor(editor: vscode.TextEditor | undefined): Mention | undefined {
  const path = pathOf(editor?.document.uri);
  if (!editor || path === undefined) return undefined;
  return editor.selection.isEmpty ? { path } : { path, lines: linesOf(editor.selection) };
}

/** Returns the files that a menu command is for: the selected ones, the clicked one, or the active tab. */
function fromFiles(clicked: vscode.Uri | undefined, selected: readonly vscode.Uri[] | undefined): readonly Mention[] {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uris = selected && selected.length > 0 ? selected : [clicked ?? (tab && uriOf(tab))];
  return uris.flatMap((uri) => {
    const path = pathOf(uri);
    return path === undefined ? [] : [{ path }];
  });
}

/** Returns the files selected in the Explorer. VS Code only passes them to commands from the menu, not to key bindings. */
async function selectedInExplorer(): Promise<readonly vscode.Uri[]> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  await clipboard.writeText("");
  await vscode.commands.executeCommand("copyFilePath");
  const copied = await clipboard.readText();
  await clipboard.writeText(before);
  return copied
    .split(/\r?\n/)
    .filter((path) => path !== "")
    .map((path) => vscode.Uri.file(path));
}

export function registerMentionCommands(events: () => EditorEvents | undefined): vscode.Disposable {
  const mention = (mentions: readonly Mention[]) => {
    if (mentions.length === 0) showStatus(vscode.l10n.t("No file to mention."));
    for (const each of mentions) showOutcome(events()?.mentioned(each));
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand("tandem.mention", () => {
      const found = fromEditor(vscode.window.activeTextEditor);
      mention(found ? [found] : fromFiles(undefined, undefined));
    }),
    vscode.commands.registerCommand("tandem.mentionFiles", (clicked?: vscode.Uri, selected?: readonly vscode.Uri[]) =>
      mention(fromFiles(clicked, selected)),
    ),
    vscode.commands.registerCommand("tandem.mentionInExplorer", async () =>
      mention(fromFiles(undefined, await selectedInExplorer())),
    ),
  );
}
