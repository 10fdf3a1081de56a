/** Pointing at things: the selection, files and folders of the explorer, tabs. */
import type { EditorEvents, Mention, MentionOutcome } from "@tandem/server";
import * as vscode from "vscode";
import { linesOf } from "../editor/plain.js";
import { pathOf, uriOf } from "../editor/tabs.js";
import { tellWarning } from "../messages.js";

/** Puts words into the status bar for a moment: a mention is no occasion for a message. */
function say(words: string): void {
  vscode.window.setStatusBarMessage(words, 4_000);
}

function tell(outcome: MentionOutcome | undefined): void {
  if (!outcome) say(vscode.l10n.t("Tandem is not running."));
  else if (outcome.status === "queued") say(vscode.l10n.t("Claude will see it as soon as it is connected."));
  else if (outcome.status === "sent") say(vscode.l10n.t("Mentioned in Claude."));
  else void tellWarning(outcome.reason);
}

/** The selection in an editor, or its whole file when nothing is selected. */
function fromEditor(editor: vscode.TextEditor | undefined): Mention | undefined {
  const path = pathOf(editor?.document.uri);
  if (!editor || path === undefined) return undefined;
  return editor.selection.isEmpty ? { path } : { path, lines: linesOf(editor.selection) };
}

/** What a menu gives: the entry it was opened on and all that are selected, or nothing but the tab in front. */
function fromFiles(clicked: vscode.Uri | undefined, selected: readonly vscode.Uri[] | undefined): readonly Mention[] {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uris = selected && selected.length > 0 ? selected : [clicked ?? (tab && uriOf(tab))];
  return uris.flatMap((uri) => {
    const path = pathOf(uri);
    return path === undefined ? [] : [{ path }];
  });
}

/** The files that are selected in the explorer: it tells a command so only when the command is one of its menu's. */
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
    if (mentions.length === 0) say(vscode.l10n.t("There is no file here to mention."));
    for (const each of mentions) tell(events()?.mentioned(each));
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
