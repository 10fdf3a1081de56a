/** Shows changes in VS Code's diff editor: the text before on the left, the file itself on the right. */
import { basename } from "node:path";
import type { Changes } from "@tandem-ide/changes";
import { displayName } from "@tandem-ide/protocol";
import * as vscode from "vscode";
import type { ClosingTabs } from "../editor/closing-tabs.js";
import { allTabs, pathOf, uriOf } from "../editor/tabs.js";
import { showInformation } from "../messages.js";
import { timeOf } from "./change-list.js";
import { type ChangeText, changeUri, parseChangeUri } from "./change-uri.js";
import { findFile } from "./listed-changes.js";

/** Returns what the left side of a tab shows. */
export function changeOf(tab: vscode.Tab | undefined): ChangeText | undefined {
  return tab?.input instanceof vscode.TabInputTextDiff ? parseChangeUri(tab.input.original) : undefined;
}

/** Tells VS Code's menus whether the active tab is a diff of a change. */
export function followShownDiff(): vscode.Disposable {
  const { tabGroups } = vscode.window;
  const update = () => {
    const isChangeDiff = changeOf(tabGroups.activeTabGroup.activeTab) !== undefined;
    void vscode.commands.executeCommand("setContext", "tandem.isChangeDiff", isChangeDiff);
  };
  update();
  return vscode.Disposable.from(tabGroups.onDidChangeTabs(update), tabGroups.onDidChangeTabGroups(update));
}

export class ChangeDiffs {
  readonly #changes: Changes;
  readonly #closing: ClosingTabs;

  constructor(changes: Changes, closing: ClosingTabs) {
    this.#changes = changes;
    this.#closing = closing;
  }

  async open(turn: string, path: string, preserveFocus = false): Promise<void> {
    const listed = findFile(this.#changes.list, turn, path);
    if (!listed) return void showInformation(vscode.l10n.t("This change is no longer listed."));
    const { file } = listed;
    const uri = vscode.Uri.file(path);
    const opened = file.isOpaque ? undefined : await this.#changes.open(turn, path);
    if (!opened || "whyNot" in opened) {
      if (opened) void showInformation(opened.whyNot);
      if (file.kind !== "deleted") await vscode.commands.executeCommand("vscode.open", uri, { preserveFocus });
      else if (!opened) void showInformation(vscode.l10n.t("{0} was deleted and has no text to show.", basename(path)));
      return;
    }
    const left = changeUri({ path, side: "before", turn });
    const right = file.kind === "deleted" ? changeUri({ path, side: "after", turn }) : uri;
    const title = vscode.l10n.t("{0} (changes since {1})", displayName(basename(path)), timeOf(listed.turn));
    await this.#closing.wait();
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: true, preserveFocus });
  }

  /** Closes diffs of changes that were kept or undone, unless their file has unsaved text. */
  async closeDecided(): Promise<void> {
    const decided = allTabs().filter((tab) => {
      const change = changeOf(tab);
      if (change?.turn === undefined || tab.isDirty) return false;
      return findFile(this.#changes.list, change.turn, change.path) === undefined;
    });
    if (decided.length === 0) return;
    const closed = async () => void (await vscode.window.tabGroups.close(decided, true));
    // The user may have closed them at the same time.
    await this.#closing.add(closed()).catch(() => {});
  }
}

/** What the user is looking at: the file of the active tab, and the turn if it is a diff of a change. */
export interface ShownChange {
  readonly path: string;
  readonly turn: string | undefined;
}

export function shownChange(): ShownChange | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const change = changeOf(tab);
  if (change) return { path: change.path, turn: change.turn };
  const path = tab && pathOf(uriOf(tab));
  return path === undefined ? undefined : { path, turn: undefined };
}
