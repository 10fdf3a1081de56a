/** The commands that keep, undo and restore changes. */
import { basename } from "node:path";
import type { Changes, ChangeTarget, OpenChange, UndoneChange } from "@tandem-ide/changes";
import { displayName } from "@tandem-ide/protocol";
import * as vscode from "vscode";
import { askInDialog, showInformation, showWarning } from "../messages.js";
import type { ChangeCommand } from "./change-command-names.js";
import { type ChangeDiffs, type ShownChange, shownChange } from "./change-diffs.js";
import type { ChangeListView, ListedState } from "./change-list.js";
import { parseChangeUri } from "./change-uri.js";
import { type Decision, Decisions } from "./decisions.js";
import { hunksInChange, hunksInSelection, type LineChange } from "./hunk-targets.js";
import { newestTurn, oldestOf } from "./listed-changes.js";

/** VS Code passes files of the list, the group of a turn, the file of a menu, or nothing. */
type Argument = ListedState | vscode.SourceControlResourceGroup | vscode.Uri | undefined;

const noticeMs = 5_000;

function isListed(argument: unknown): argument is ListedState {
  return typeof argument === "object" && argument !== null && "turn" in argument && "path" in argument;
}

/** Tells the user that there is nothing to keep or undo. */
function sayNothingHere(): readonly Decision[] {
  void showInformation(vscode.l10n.t("No change to keep or undo here."));
  return [];
}

export class ChangeCommands {
  readonly #changes: Changes;
  readonly #list: ChangeListView;
  readonly #diffs: ChangeDiffs;
  readonly #decisions = new Decisions({
    ask: askInDialog,
    done: (messages, undone) => this.#done(messages, undone),
    warn: (message) => void showWarning(message),
  });
  readonly #commands: Record<ChangeCommand, (...args: never[]) => unknown>;

  constructor(changes: Changes, list: ChangeListView, diffs: ChangeDiffs) {
    this.#changes = changes;
    this.#list = list;
    this.#diffs = diffs;
    const { t } = vscode.l10n;
    const keep = (target: ChangeTarget) => () => changes.keep(target);
    const undo = (target: ChangeTarget) => (confirmed: boolean) => changes.undo(target, confirmed);
    const hunk =
      (action: string, decide: (target: ChangeTarget) => Decision) =>
      (uri?: unknown, all?: LineChange[], index?: number) =>
        this.#decisions.run(action, async () => {
          const target = await this.#hunks(uri, Array.isArray(all) ? all[index ?? -1] : undefined);
          return target ? [decide(target)] : sayNothingHere();
        });
    const file =
      (action: string, decide: (target: ChangeTarget) => Decision) =>
      (...files: unknown[]) =>
        this.#decisions.run(action, async () => {
          const targets = this.#files(files);
          return targets.length > 0 ? targets.map(decide) : sayNothingHere();
        });
    const turn = (action: string, decide: (target: ChangeTarget) => Decision) => (group?: Argument) =>
      this.#decisions.run(action, async () => {
        const id = this.#list.turnOf(group) ?? shownChange()?.turn ?? newestTurn(changes.list)?.id;
        return id === undefined ? sayNothingHere() : [decide({ turn: id })];
      });
    this.#commands = {
      keepHunk: hunk(t("Keep"), keep),
      undoHunk: hunk(t("Undo"), undo),
      keepFile: file(t("Keep"), keep),
      undoFile: file(t("Undo"), undo),
      keepTurn: turn(t("Keep"), keep),
      undoTurn: turn(t("Undo"), undo),
      restoreUndone: () => this.#chooseAndRestore(),
      startOver: () => this.#decisions.run(t("Start Over"), async () => [() => changes.startOver()]),
      openChange: (first?: unknown, path?: unknown, preserveFocus?: unknown) =>
        this.#open(first, path, preserveFocus === true),
    };
  }

  run(command: ChangeCommand, args: readonly unknown[]): unknown {
    return Reflect.apply(this.#commands[command], undefined, args);
  }

  #shown(uri: unknown): ShownChange | undefined {
    const shown = shownChange();
    const path = uri instanceof vscode.Uri ? (parseChangeUri(uri)?.path ?? uri.fsPath) : shown?.path;
    if (path === undefined) return undefined;
    return { path, turn: path === shown?.path ? shown.turn : undefined };
  }

  async #openChange({ path, turn }: ShownChange): Promise<OpenChange | undefined> {
    const opened = await (turn === undefined ? this.#changes.openFile(path) : this.#changes.open(turn, path));
    return opened && "hunks" in opened ? opened : undefined;
  }

  /** Returns the hunks of a change in the peek view, or those at the cursor or in the selection. */
  async #hunks(uri: unknown, change: LineChange | undefined): Promise<ChangeTarget | undefined> {
    // The peek view always compares with the text before the oldest turn.
    const shown = change && uri instanceof vscode.Uri ? { path: uri.fsPath, turn: undefined } : this.#shown(undefined);
    const opened = shown && (await this.#openChange(shown));
    if (!opened) return undefined;
    const indexes = change ? hunksInChange(opened, change) : this.#selectedHunks(opened);
    const { turn, path, version } = opened;
    return indexes.length === 0 ? undefined : { turn, path, hunks: { version, indexes } };
  }

  #selectedHunks(opened: OpenChange): readonly number[] {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    if (!document || !selection) return [];
    const change = parseChangeUri(document.uri);
    if ((change?.path ?? document.uri.fsPath) !== opened.path) return [];
    const { start, end } = selection;
    // A selection that ends at the start of a line does not include it.
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    const text = document.getText().replaceAll("\r\n", "\n");
    return hunksInSelection(opened, change?.side ?? "after", text, { start: start.line, end: last + 1 });
  }

  #files(given: readonly unknown[]): readonly ChangeTarget[] {
    const listed = given.filter(isListed);
    if (listed.length > 0) return listed.map(({ turn, path }) => ({ turn, path }));
    const shown = this.#shown(given[0]);
    if (!shown) return [];
    const turn = shown.turn ?? oldestOf(this.#changes.list, shown.path)?.turn.id;
    return turn === undefined ? [] : [{ turn, path: shown.path }];
  }

  /** The list passes turn and path, its menu a file, and the editor title the file's URI. */
  async #open(first: unknown, path: unknown, preserveFocus: boolean): Promise<void> {
    const target: ChangeTarget | undefined =
      typeof first === "string" && typeof path === "string" ? { turn: first, path } : this.#files([first])[0];
    if (target?.path === undefined) return void sayNothingHere();
    await this.#diffs.open(target.turn, target.path, preserveFocus);
  }

  async #chooseAndRestore(): Promise<void> {
    const { undone } = this.#changes.list;
    const [first] = undone;
    if (!first) return void showInformation(vscode.l10n.t("Nothing to restore."));
    const chosen = undone.length === 1 ? first : await this.#choose(undone);
    if (chosen) await this.#restore([chosen.id]);
  }

  async #choose(undone: readonly UndoneChange[]): Promise<UndoneChange | undefined> {
    const time = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "short", timeStyle: "medium" });
    const items = undone.map((change) => ({
      label: change.paths.map((path) => displayName(basename(path))).join(", "),
      description: time.format(change.at),
      change,
    }));
    const placeHolder = vscode.l10n.t("Choose what to restore");
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.change;
  }

  #restore(undone: readonly string[]): Promise<void> {
    return this.#decisions.run(vscode.l10n.t("Restore"), async () =>
      undone.map((id) => (confirmed: boolean) => this.#changes.restore(id, confirmed)),
    );
  }

  #done(messages: readonly string[], undone: readonly string[]): void {
    const [first = ""] = messages;
    const message = messages.length > 1 ? vscode.l10n.t("{0} and {1} more", first, messages.length - 1) : first;
    void this.#diffs.closeDecided();
    if (undone.length > 0) void this.#offerRestore(message, undone);
    else vscode.window.setStatusBarMessage(`$(check) ${message.replaceAll("$(", "$ (")}`, noticeMs);
  }

  async #offerRestore(message: string, undone: readonly string[]): Promise<void> {
    const restore = vscode.l10n.t("Restore");
    // In reverse order, so that each finds the state that it left.
    if ((await showInformation(message, restore)) === restore) await this.#restore(undone.toReversed());
  }
}
