/** Reports the selection in the active file to the host. */
import type { EditorState } from "@codemirror/state";
import type { Connection } from "../core/connection.js";
import type { CursorPosition, Store } from "../core/store.js";
import type { FilePane } from "../panes/file-pane.js";

export class SelectionReporter {
  readonly #connection: Connection;
  readonly #store: Store;
  #sent: string | undefined;
  /** The number of `show` events on this connection. */
  #shown = 0;
  #pane: FilePane | undefined;

  constructor(connection: Connection, store: Store) {
    this.#connection = connection;
    this.#store = store;
    // After a reconnect the host may have lost its state.
    connection.on("welcome", () => {
      this.#sent = undefined;
      this.#shown = 0;
    });
    // The host ignores selections sent before a `show`. Report again after all listeners have handled it.
    connection.on("show", () => {
      this.#shown++;
      queueMicrotask(() => this.repeat());
    });
  }

  /** Call this when the selection or text of the active file changes, or another file becomes active. */
  report(pane: FilePane): void {
    const { sync } = pane;
    const view = pane.view.peek();
    if (!view || !sync) return;
    this.#pane = pane;
    this.#store.cursor.value = cursorOf((pane.shownNotebook?.editor ?? view).state);
    sync.afterPush(() => {
      const { anchor, head } = view.state.selection.main;
      const text = pane.shownNotebook?.selectedText;
      const selection = {
        path: pane.path,
        version: sync.version,
        shown: this.#shown,
        anchor,
        head,
        ...(text !== undefined && { text }),
      };
      const sent = JSON.stringify(selection);
      if (sent === this.#sent) return;
      this.#sent = sent;
      this.#connection.request("window.selection", selection).catch(() => {
        this.#sent = undefined;
      });
    });
  }

  /** Reports again, because the host may have received the selection of another window since. */
  repeat(): void {
    this.#sent = undefined;
    if (this.#pane) this.report(this.#pane);
  }

  /** Call this when another tab becomes active. */
  forget(): void {
    this.#sent = undefined;
    this.#pane = undefined;
    this.#store.cursor.value = undefined;
  }
}

function cursorOf({ doc, selection: { main } }: EditorState): CursorPosition {
  const line = doc.lineAt(main.head);
  return { line: line.number, column: main.head - line.from + 1, selected: main.to - main.from };
}
