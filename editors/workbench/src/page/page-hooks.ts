/** The page's API for tests and extensions: `window.tandemPage`. */
import type { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import type { Review } from "@tandem-ide/codemirror";
import type { App } from "./app-parts.js";

/** Stable between versions. */
interface TandemPage {
  /** Returns the editor of a file. If it is open in both groups, returns the active one. */
  editorOf(path: string): EditorView | undefined;
  /** Returns a review by its client's tab name, once it has been in front. */
  reviewOf(tabName: string): Review | undefined;
  /** Runs a command by id. Returns false if it doesn't exist or is disabled. */
  run(command: string): boolean;
}

declare global {
  interface Window {
    tandemPage?: TandemPage;
  }
}

/** Sets `window.tandemPage`, and `data-synced` on the document. */
export function exposePage({ panes, layout, documents, commands }: App): void {
  window.tandemPage = {
    editorOf: (path) => {
      const found = panes.all.filter((pane) => pane.kind === "file").filter((pane) => pane.path === path);
      const active = found.find((pane) => pane.tab === layout.active?.id);
      return active?.view.peek() ?? found.find((pane) => pane.view.peek())?.view.peek();
    },
    reviewOf: (tabName) => {
      const pane = panes.all.find((each) => each.kind === "review" && each.facts.tabName === tabName);
      return pane?.kind === "review" ? pane.review : undefined;
    },
    run: (id) => {
      const command = commands.find((each) => each.id === id);
      if (!command || !(command.isEnabled?.() ?? true)) return false;
      command.run();
      return true;
    },
  };
  effect(() => {
    document.documentElement.dataset.synced = String(documents.isSynced.value);
  });
}
