/** What the linters of an editor say, and whether they say it of the text as it is. */
import { forceLinting, forEachDiagnostic, linter, setDiagnosticsEffect } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { Waiters } from "@tandem/base";
import type { Answers } from "../messages.js";
import { rangeOf } from "../positions.js";

type WireDiagnostic = Answers["diagnostics"]["files"][number]["diagnostics"][number];

const severities = { error: "Error", warning: "Warning", info: "Info", hint: "Hint" } as const;

/** The part of `@codemirror/lint` that runs linters: not exported, but each linter is made of it. */
const lintRunner = [linter(null)].flat().find((each) => each instanceof ViewPlugin);

/** Follows one editor. */
export class LintState {
  readonly #view: EditorView;
  /** The text that the last report was about. */
  #reported: Text | undefined;
  readonly #waiters = new Waiters();

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(update: ViewUpdate): void {
    const hasReport = update.transactions.some(({ effects }) => effects.some((each) => each.is(setDiagnosticsEffect)));
    if (!hasReport) return;
    this.#reported = update.state.doc;
    this.#waiters.wakeAll();
  }

  /** False when there is more to be expected than was said. */
  get isCurrent(): boolean {
    const { state } = this.#view;
    if (this.#reported === state.doc) return true;
    const hasLinter = lintRunner !== undefined && this.#view.plugin(lintRunner) !== null;
    return !hasLinter && this.#reported === undefined;
  }

  /** Waits for a report about the text as it is, until `patience` aborts. */
  async settled(patience: AbortSignal): Promise<void> {
    while (!this.isCurrent && !patience.aborted) {
      const next = this.#waiters.wait(patience);
      forceLinting(this.#view);
      await next;
    }
  }

  get diagnostics(): WireDiagnostic[] {
    const { state } = this.#view;
    const found: WireDiagnostic[] = [];
    forEachDiagnostic(state, ({ message, severity, source }, from, to) => {
      const range = rangeOf(state.doc, from, to);
      found.push({ message, severity: severities[severity], range, ...(source !== undefined && { source }) });
    });
    return found;
  }
}
