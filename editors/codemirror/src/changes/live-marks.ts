/** Marks beside the changed lines of an editor, which follow the changes on disk. */
import { Compartment, type Extension } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { OpenChange } from "@tandem-ide/changes/model";
import type { ShownChanges } from "@tandem-ide/changes/remote";
import { exactDoc } from "../exact-text.js";
import { ChangeActions, type ChangePrompts } from "./change-actions.js";
import { changeAtCursor, changeMarks, showChangeMarks } from "./change-marks.js";
import { mayBeListed } from "./listed.js";
import type { ChangeDecision } from "./types.js";

export interface LiveMarksOptions {
  readonly changes: ShownChanges;
  readonly prompts: ChangePrompts;
  /** Returns the absolute path of the file in the editor, or undefined. */
  readonly path: (view: EditorView) => string | undefined;
  /** Keeps the space for marks in files without any, so that the text doesn't move. Default: true. */
  readonly reservesGutter?: boolean;
}

/** An editor's marks, for commands. */
export interface LiveMarks {
  readonly extension: Extension;
  hasMarkAtCursor(view: EditorView): boolean;
  /** Keeps or undoes the change at the cursor, if there is one. */
  decideAtCursor(view: EditorView, decision: ChangeDecision): void;
  /** Returns the change whose marks an editor shows. */
  changeIn(view: EditorView): OpenChange | undefined;
}

/**
 * Marks the lines of files that changed on disk, in the gutter. A click on a mark shows the previous lines, with Keep
 * and Undo; `F7` goes to the next one.
 *
 * @example
 * const marks = liveChangeMarks({ changes: tandem.changes, prompts, path: () => "/home/me/app/a.ts" });
 * const view = new EditorView({ extensions: [marks.extension, lineNumbers()], parent });
 */
export function liveChangeMarks(options: LiveMarksOptions): LiveMarks {
  const { reservesGutter = true } = options;
  const drawing = new Compartment();
  const onDecided = (view: EditorView, decision: ChangeDecision, hunk: number) =>
    view.plugin(plugin)?.decide(decision, hunk);
  const marks = changeMarks({ onDecided });
  const plugin = ViewPlugin.define(
    (view) =>
      new FollowedMarks(view, options, (change) => {
        if (!reservesGutter) view.dispatch({ effects: drawing.reconfigure(change ? marks : []) });
        showChangeMarks(view, change);
      }),
  );
  return {
    extension: [plugin, drawing.of(reservesGutter ? marks : [])],
    hasMarkAtCursor: (view) => changeAtCursor(view.state)?.hunk !== undefined,
    decideAtCursor(view, decision) {
      const hunk = changeAtCursor(view.state)?.hunk;
      if (hunk !== undefined) onDecided(view, decision, hunk);
    },
    changeIn: (view) => view.plugin(plugin)?.change,
  };
}

class FollowedMarks implements PluginValue {
  /** The change whose marks are shown. */
  change: OpenChange | undefined;
  readonly #view: EditorView;
  readonly #options: LiveMarksOptions;
  readonly #show: (change: OpenChange | undefined) => void;
  readonly #actions: ChangeActions;
  readonly #stop: () => void;
  #path: string | undefined;
  /** The marks were placed in this text of the change, not in one with unsaved edits. */
  #isExact = false;
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  #isDestroyed = false;
  #deciding: Promise<unknown> = Promise.resolve();

  constructor(view: EditorView, options: LiveMarksOptions, show: (change: OpenChange | undefined) => void) {
    this.#view = view;
    this.#options = options;
    this.#show = show;
    this.#path = options.path(view);
    this.#actions = new ChangeActions(options.changes, options.prompts);
    this.#stop = options.changes.onChanged(() => void this.#refresh());
    void this.#refresh();
  }

  update({ view, docChanged }: ViewUpdate): void {
    const path = this.#options.path(view);
    if (path !== this.#path) {
      this.#path = path;
      void this.#refresh();
    } else if (docChanged && this.change && !this.#isExact && this.#hasItsText(this.change)) {
      // The editor has loaded the text on disk, for example after an undo. Views can't be changed during an update.
      queueMicrotask(() => this.#showNow(this.change));
    }
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#stop();
  }

  /** Decisions run one after another, because each needs the state that the previous one leaves. */
  decide(decision: ChangeDecision, hunk: number): void {
    const marked = this.change;
    this.#deciding = this.#deciding.then(async () => {
      if (!marked || this.#isDestroyed || marked.version !== this.change?.version) return;
      const { turn, path, version } = marked;
      await this.#actions[decision]({ turn, path, hunks: { version, indexes: [hunk] } });
      await this.#refresh();
    });
  }

  /** Asks for the file's change and shows it. Resolves once the newest one is shown. */
  #refresh(): Promise<void> {
    this.#isStale = true;
    this.#refreshing ??= this.#askAndShow().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #askAndShow(): Promise<void> {
    while (this.#isStale && !this.#isDestroyed) {
      this.#isStale = false;
      this.#path = this.#options.path(this.#view);
      const change = await this.#ask(this.#path);
      if (!this.#isStale) this.#showNow(change);
    }
  }

  async #ask(path: string | undefined): Promise<OpenChange | undefined> {
    const { changes } = this.#options;
    if (path === undefined || !mayBeListed(changes.list, path)) return undefined;
    return await changes.openFile(path).catch(() => undefined);
  }

  #showNow(change: OpenChange | undefined): void {
    const isShown = change?.version === this.change?.version && (!change || this.#isExact);
    if (this.#isDestroyed || isShown) return;
    this.change = change;
    this.#isExact = change !== undefined && this.#hasItsText(change);
    this.#show(change);
  }

  #hasItsText({ after }: OpenChange): boolean {
    const { doc } = this.#view.state;
    return doc.length === after.length && doc.eq(exactDoc(after));
  }
}
