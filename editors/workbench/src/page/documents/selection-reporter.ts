/** Tells the host what is selected in the file that the user is at. */
import type { Connection } from "../core/connection.js";
import type { CursorPlace, Store } from "../core/store.js";
import type { FilePane } from "../panes/file-pane.js";

/** One for the page. */
export class SelectionReporter {
  readonly #connection: Connection;
  readonly #store: Store;
  #told: string | undefined;
  /** How many `show` this connection has told. */
  #shown = 0;
  /** The one that was reported last. */
  #pane: FilePane | undefined;

  constructor(connection: Connection, store: Store) {
    this.#connection = connection;
    this.#store = store;
    // A host that has just come back knows nothing of what it was told before.
    connection.on("welcome", () => {
      this.#told = undefined;
      this.#shown = 0;
    });
    // What was told just before it came is not taken any more. Said again when others have done what it asks for.
    connection.on("show", () => {
      this.#shown++;
      queueMicrotask(() => this.repeat());
    });
  }

  /** The selection or the text of the active file has changed, or another file has become the active one. */
  report(pane: FilePane): void {
    const { sync } = pane;
    const view = pane.view.peek();
    if (!view || !sync) return;
    this.#pane = pane;
    this.#store.cursor.value = cursorOf((pane.shownFace?.editor ?? view).state);
    sync.afterPush(() => {
      const { anchor, head } = view.state.selection.main;
      const text = pane.shownFace?.selectedText;
      const selection = {
        path: pane.path,
        version: sync.version,
        shown: this.#shown,
        anchor,
        head,
        ...(text !== undefined && { text }),
      };
      const told = JSON.stringify(selection);
      if (told === this.#told) return;
      this.#told = told;
      this.#connection.request("window.selection", selection).catch(() => {
        this.#told = undefined;
      });
    });
  }

  /** Says it again: this window has the focus now, and the host may have heard of another one's selection since. */
  repeat(): void {
    this.#told = undefined;
    if (this.#pane) this.report(this.#pane);
  }

  /** No file is active, or not the one that was told of last: it is told of again when it comes back. */
  forget(): void {
    this.#told = undefined;
    this.#pane = undefined;
    this.#store.cursor.value = undefined;
  }
}

function cursorOf({ doc, selection: { main } }: FilePaneState): CursorPlace {
  const line = doc.lineAt(main.head);
  return { line: line.number, column: main.head - line.from + 1, selected: main.to - main.from };
}

type FilePaneState = NonNullable<ReturnType<FilePane["view"]["peek"]>>["state"];
