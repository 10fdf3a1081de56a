/** What tests, and authors of extensions, may hold on to in the page: `window.tandemPage`. */

import type { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import type { Review } from "@tandem/codemirror";
import type { App } from "./app-parts.js";

/** Small, and kept the same between versions. */
export interface TandemPage {
  /** The editor of a file, the one in the active half when it is open in both. */
  editorOf(path: string): EditorView | undefined;
  /** A review that was in front at least once, by the name that its client gave it. */
  reviewOf(tabName: string): Review | undefined;
  /** Runs a command of the palette by its id; false when there is none or it cannot run now. */
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
