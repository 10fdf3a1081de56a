/** The marks beside the lines of open files, and the decisions about them. */
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { OpenChange } from "@tandem-ide/changes/model";
import {
  type ChangeDecision,
  changeAtCursor,
  changeMarks,
  hunkAt,
  offsetOfHunk,
  showChangeMarks,
} from "@tandem-ide/codemirror";
import type { ActionParts } from "../actions/action-parts.js";
import type { FileActions } from "../actions/file-actions.js";
import { NewestRequest } from "../core/newest-request.js";
import { fileNameOf } from "../core/paths.js";
import type { FilePane } from "../panes/file-pane.js";
import type { ChangeActions } from "./change-actions.js";
import type { ChangeList } from "./change-list.js";

/** A save is recorded well within this time. */
const recordedMilliseconds = 3_000;

interface FileMarksParts extends Pick<ActionParts, "connection" | "store" | "toasts" | "panes" | "layout"> {
  readonly list: ChangeList;
  readonly actions: Pick<ChangeActions, "decide">;
  readonly files: Pick<FileActions, "save">;
}

interface Marked {
  readonly requests: NewestRequest;
  /** Resolves after the last decision. */
  turn: Promise<void>;
  /** The change whose marks are shown. */
  change: OpenChange | undefined;
}

export class FileMarks {
  readonly #parts: FileMarksParts;
  readonly #marked = new WeakMap<FilePane, Marked>();

  constructor(parts: FileMarksParts) {
    this.#parts = parts;
    parts.connection.on("changes", () => {
      for (const pane of parts.panes.all) if (pane.kind === "file") this.#refresh(pane);
    });
  }

  /** The extension of a pane's editor. */
  extension(pane: FilePane): Extension {
    if (!this.#parts.store.model.peek()?.recordsChanges) return [];
    return changeMarks({ onDecided: (view, decision, hunk) => this.#decideInTurn(pane, view, decision, hunk) });
  }

  /** The text of a pane has been loaded. */
  opened(pane: FilePane): void {
    this.#refresh(pane);
  }

  /** Keeps or undoes the change at the cursor. */
  decideAtCursor(pane: FilePane, decision: ChangeDecision): void {
    const view = pane.view.peek();
    const hunk = view && changeAtCursor(view.state)?.hunk;
    if (view && hunk !== undefined) this.#decideInTurn(pane, view, decision, hunk);
  }

  #of(pane: FilePane): Marked {
    const known = this.#marked.get(pane);
    if (known) return known;
    const marked: Marked = { requests: new NewestRequest(), turn: Promise.resolve(), change: undefined };
    this.#marked.set(pane, marked);
    return marked;
  }

  #refresh(pane: FilePane): void {
    if (!pane.view.peek()) return;
    const marked = this.#of(pane);
    const show = (change: OpenChange | undefined) => {
      const view = pane.view.peek();
      if (!view || (!change && !marked.change)) return;
      marked.change = change;
      showChangeMarks(view, change);
    };
    // Marks are optional: if the request fails they stay, and a later event requests them again.
    marked.requests.send(this.#request(pane), show, () => {});
  }

  async #request({ path }: FilePane): Promise<OpenChange | undefined> {
    const { connection, list } = this.#parts;
    return list.mayContain(path) ? (await connection.request("changes.open-file", { path })).change : undefined;
  }

  /** Decisions run one after another, because each is about the state that the previous one leaves. */
  #decideInTurn(pane: FilePane, view: EditorView, decision: ChangeDecision, hunk: number): void {
    const marked = this.#of(pane);
    const { change } = marked;
    const turn = async () => {
      // The key was pressed before the state after the last decision arrived.
      const now = change === marked.change ? hunk : changeAtCursor(view.state)?.hunk;
      if (now !== undefined) await this.#decide(pane, view, decision, now);
      this.#refresh(pane);
      await marked.requests.settled();
    };
    marked.turn = marked.turn.then(turn, turn);
  }

  async #decide(pane: FilePane, view: EditorView, decision: ChangeDecision, hunk: number): Promise<void> {
    const { change } = this.#of(pane);
    if (!change) return;
    if (decision === "undo" && this.#isUnsaved(pane)) {
      this.#saveFirst(pane, view, hunk);
      return;
    }
    const { turn, path, version } = change;
    await this.#parts.actions.decide(decision, { turn, path, hunks: { version, indexes: [hunk] } });
  }

  /** Undoing writes the file, which would conflict with unsaved changes. */
  #saveFirst(pane: FilePane, view: EditorView, hunk: number): void {
    const { store, files, toasts } = this.#parts;
    const name = fileNameOf(pane.path, store.model.peek()?.separator ?? "/");
    const saveAndUndo = async () => {
      const at = offsetOfHunk(view.state, hunk);
      if (at === undefined || !(await files.save(pane.path))) return;
      // Saving changes the hunks, so the user's own edits aren't part of them.
      const isCurrent = await this.#whenCurrent(pane, view);
      const now = isCurrent ? hunkAt(view.state, at) : undefined;
      if (now !== undefined) await this.#decide(pane, view, "undo", now);
      else
        toasts.showInfo(
          `Saved ${name}, but didn't undo the change, because it has changed since. Check it and try again.`,
          "change",
        );
    };
    store.dialog.value = {
      kind: "confirm",
      title: `Save ${name} first?`,
      text: "Undoing changes the file on disk. Your unsaved changes are kept.",
      button: "Save and undo",
      run: () => void saveAndUndo(),
    };
  }

  /** Resolves to true once the marks belong to the text in the editor, or to false after a while. */
  #whenCurrent(pane: FilePane, view: EditorView): Promise<boolean> {
    const { connection } = this.#parts;
    const marked = this.#of(pane);
    const isCurrent = () => marked.change?.after === view.state.doc.toString();
    return new Promise((resolve) => {
      const end = (result: boolean) => {
        clearTimeout(timer);
        stop();
        resolve(result);
      };
      const check = () => {
        this.#refresh(pane);
        void marked.requests.settled().then(() => isCurrent() && end(true));
      };
      const timer = setTimeout(() => end(isCurrent()), recordedMilliseconds);
      const stop = connection.on("changes", check);
      check();
    });
  }

  #isUnsaved({ path }: FilePane): boolean {
    const tabs = this.#parts.store.model.peek()?.tabs ?? [];
    return tabs.some((tab) => tab.kind === "file" && tab.path === path && tab.isDirty);
  }
}
