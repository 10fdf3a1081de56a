/** The diagnostics of an editor's linters, and whether they are for its current text. */
import { forceLinting, forEachDiagnostic, linter, setDiagnosticsEffect } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { Condition } from "@tandem-ide/base";
import type { HostResults } from "../messages.js";
import { rangeOf } from "../positions.js";

type WireDiagnostic = HostResults["diagnostics"]["files"][number]["diagnostics"][number];

const severities = { error: "Error", warning: "Warning", info: "Info", hint: "Hint" } as const;

/** The plugin of `@codemirror/lint` that runs linters. It isn't exported, but is part of each linter. */
const lintRunner = [linter(null)].flat().find((each) => each instanceof ViewPlugin);

export class LintState {
  readonly #view: EditorView;
  /** The text that the last report was about. */
  #reported: Text | undefined;
  readonly #waiters = new Condition();

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(update: ViewUpdate): void {
    const hasReport = update.transactions.some(({ effects }) => effects.some((each) => each.is(setDiagnosticsEffect)));
    if (!hasReport) return;
    this.#reported = update.state.doc;
    this.#waiters.notifyAll();
  }

  /** False while more diagnostics are expected. */
  get isCurrent(): boolean {
    const { state } = this.#view;
    if (this.#reported === state.doc) return true;
    const hasLinter = lintRunner !== undefined && this.#view.plugin(lintRunner) !== null;
    return !hasLinter && this.#reported === undefined;
  }

  /** Waits for a report about the current text, until `signal` aborts. */
  async settled(signal: AbortSignal): Promise<void> {
    while (!this.isCurrent && !signal.aborted) {
      const next = this.#waiters.wait(signal);
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
