/** Lists the changes in the Source Control view, with one group for each turn, and marks changed lines in the gutter. */
import { basename } from "node:path";
import { agentName } from "@tandem-ide/base/review";
import type { ChangeList, Changes, FileChange, FileChangeKind, Turn } from "@tandem-ide/changes";
import { displayName } from "@tandem-ide/protocol";
import * as vscode from "vscode";
import { changeUri } from "./change-uri.js";
import {
  countFiles,
  groupsToKeep,
  isEmptyList,
  isUndoable,
  markedPaths,
  sumLines,
  undoablePaths,
} from "./listed-changes.js";

/** A file in the list. VS Code passes it to commands. */
export interface ListedState extends vscode.SourceControlResourceState {
  readonly turn: string;
  readonly path: string;
}

const icons: Record<FileChangeKind, vscode.ThemeIcon> = {
  created: icon("diff-added", "added"),
  changed: icon("diff-modified", "modified"),
  deleted: icon("diff-removed", "deleted"),
  renamed: icon("diff-renamed", "renamed"),
};

function icon(name: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(name, new vscode.ThemeColor(`gitDecoration.${color}ResourceForeground`));
}

export function timeOf({ startedAt }: Turn): string {
  const isToday = new Date(startedAt).toDateString() === new Date().toDateString();
  const options: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: "short" }
    : { dateStyle: "short", timeStyle: "short" };
  return new Intl.DateTimeFormat(vscode.env.language, options).format(startedAt);
}

function agentsOf({ agents }: Turn): string {
  return agents.map((name) => displayName(agentName(name))).join(", ");
}

function groupLabel(turn: Turn): string {
  const { t } = vscode.l10n;
  const { added, removed } = sumLines(turn);
  const isAlone = (vscode.workspace.workspaceFolders?.length ?? 0) < 2;
  const parts =
    turn.kind === "git"
      ? [t("git: {0}", displayName(turn.operation ?? ""))]
      : [`+${added} −${removed}`, ...(turn.agents.length > 0 ? [t("{0} connected", agentsOf(turn))] : [])];
  return [timeOf(turn), ...parts, ...(isAlone ? [] : [displayName(basename(turn.folder))])].join(" · ");
}

function kindOf({ kind, oldPath, path }: FileChange): string {
  const { t } = vscode.l10n;
  switch (kind) {
    case "created":
      return t("Created");
    case "changed":
      return t("Changed");
    case "deleted":
      return t("Deleted");
    case "renamed":
      return t("Renamed from {0}", displayName(basename(oldPath ?? path)));
  }
}

/** Says who was connected, and never who made the change, because that isn't known. */
function tooltipOf(turn: Turn, file: FileChange): string {
  const { t } = vscode.l10n;
  const lines = file.isOpaque ? [] : [`+${file.added} −${file.removed}`];
  const who =
    turn.kind === "git" || turn.agents.length === 0
      ? []
      : [t("Changed outside your editors while {0} was connected.", agentsOf(turn))];
  return [
    [displayName(file.path), [kindOf(file), ...lines].join(", ")].join("\n"),
    ...who,
    ...(file.hasUserEdits ? [t("You edited some of the same lines.")] : []),
    ...(file.whyNotUndoable === undefined ? [] : [displayName(file.whyNotUndoable)]),
  ].join("\n");
}

function stateOf(turn: Turn, file: FileChange): ListedState {
  const { path, kind } = file;
  return {
    turn: turn.id,
    path,
    resourceUri: vscode.Uri.file(path.toWellFormed()),
    contextValue: isUndoable({ turn, file }) ? "undoable" : "listed",
    decorations: {
      iconPath: icons[kind],
      strikeThrough: kind === "deleted",
      faded: file.whyNotUndoable !== undefined,
      tooltip: tooltipOf(turn, file),
    },
    command: { command: "tandem.openChange", title: vscode.l10n.t("Open Changes"), arguments: [turn.id, path] },
  };
}

export class ChangeListView implements vscode.Disposable {
  readonly #changes: Changes;
  readonly #stop: () => void;
  #control: vscode.SourceControl | undefined;
  #groups = new Map<string, vscode.SourceControlResourceGroup>();

  constructor(changes: Changes) {
    this.#changes = changes;
    this.#stop = changes.onChanged(() => this.#draw());
    this.#draw();
  }

  dispose(): void {
    this.#stop();
    this.#remove();
    this.#setContext({ hasChanges: false, changedFiles: [], canRestore: false });
  }

  /** Returns the turn of a group that VS Code passes to a command. */
  turnOf(group: unknown): string | undefined {
    return [...this.#groups].find(([, each]) => each === group)?.[0];
  }

  #draw(): void {
    const { list } = this.#changes;
    this.#setContext({
      hasChanges: list.turns.length > 0,
      changedFiles: undoablePaths(list),
      canRestore: list.undone.length > 0,
    });
    if (isEmptyList(list)) this.#remove();
    else this.#update(list);
  }

  #update(list: ChangeList): void {
    const control = this.#show();
    const wanted = list.turns.map(({ id }) => id);
    const kept = groupsToKeep([...this.#groups.keys()], wanted);
    for (const [id, group] of this.#groups)
      if (!kept.has(id)) {
        group.dispose();
        this.#groups.delete(id);
      }
    for (const turn of list.turns) {
      const label = groupLabel(turn);
      const group = this.#groups.get(turn.id) ?? control.createResourceGroup(`${turn.kind}-${turn.id}`, label);
      this.#groups.set(turn.id, group);
      if (group.label !== label) group.label = label;
      group.hideWhenEmpty = true;
      group.resourceStates = turn.files.map((file) => stateOf(turn, file));
    }
    control.count = countFiles(list);
  }

  #show(): vscode.SourceControl {
    if (this.#control) return this.#control;
    const control = vscode.scm.createSourceControl("tandem", vscode.l10n.t("Tandem Changes"));
    control.inputBox.visible = false;
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        uri.scheme === "file" && markedPaths(this.#changes.list).has(uri.fsPath)
          ? changeUri({ path: uri.fsPath, side: "before", turn: undefined })
          : undefined,
    };
    this.#control = control;
    return control;
  }

  #remove(): void {
    this.#control?.dispose();
    this.#control = undefined;
    this.#groups.clear();
  }

  #setContext(keys: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(keys))
      void vscode.commands.executeCommand("setContext", `tandem.${key}`, value);
  }
}
