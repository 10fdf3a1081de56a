/** The editors of a page by file. */
import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { LintState } from "./lint-state.js";

export interface BoundView {
  readonly path: string;
  readonly view: EditorView;
  readonly lint: LintState;
}

export class BoundViews {
  /** The most recently used one last. */
  readonly #bound: BoundView[] = [];
  readonly #changed: () => void;

  /** Calls `changed` when editors open, close or get the focus, or when their text or selection changes. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly BoundView[] {
    return this.#bound;
  }

  of(path: string): BoundView | undefined {
    return this.#bound.findLast((each) => each.path === path);
  }

  bind(path: string): Extension {
    return ViewPlugin.define((view) => {
      const own: BoundView = { path, view, lint: new LintState(view) };
      this.#bound.push(own);
      this.#changed();
      return {
        update: (update: ViewUpdate) => {
          own.lint.update(update);
          if (update.focusChanged && view.hasFocus) this.#used(own);
          if (update.focusChanged || update.selectionSet || update.docChanged) this.#changed();
        },
        destroy: () => {
          this.#bound.splice(this.#bound.indexOf(own), 1);
          this.#changed();
        },
      };
    });
  }

  #used(own: BoundView): void {
    this.#bound.splice(this.#bound.indexOf(own), 1);
    this.#bound.push(own);
  }
}
