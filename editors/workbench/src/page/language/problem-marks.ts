/** Squiggles under problems, with `@codemirror/lint`. The problems of an event belong to one version of the text. */
import { getSyncedVersion, sendableUpdates } from "@codemirror/collab";
import { type Diagnostic, forEachDiagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Events } from "../../messages.js";
import type { MarkedProblem } from "../../messages-language.js";
import { showProblems } from "./cursor-tooltip.js";
import { sourceLabel } from "./problem-list.js";

const severities = { Error: "error", Warning: "warning", Info: "info", Hint: "hint" } as const;

/** Includes the severity, which must not be shown by colour alone. */
function messageFor(problem: MarkedProblem): string {
  const source = sourceLabel(problem);
  return `${problem.severity}: ${problem.message}${source === "" ? "" : ` (${source})`}`;
}

export class ProblemMarks {
  readonly extension: Extension;
  readonly #view: EditorView;
  /** For a version that the editor doesn't have yet. */
  #awaited: Events["diagnostics"] | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.extension = EditorView.updateListener.of(() => {
      // Deferred, because an editor can't be changed during an update.
      if (this.#awaited) queueMicrotask(() => this.#awaited && this.show(this.#awaited));
    });
  }

  /** Maps the problems through local changes that the host hasn't seen. */
  show(event: Events["diagnostics"]): void {
    const { state } = this.#view;
    const version = getSyncedVersion(state);
    // After a reconnect the problems may arrive before the text.
    this.#awaited = event.version === version ? undefined : event;
    if (this.#awaited) return;
    const own = sendableUpdates(state).map(({ changes }) => changes);
    const move = (offset: number, side: 1 | -1) => own.reduce((at, changes) => changes.mapPos(at, side), offset);
    const marks = event.diagnostics.map((problem): Diagnostic => {
      const from = Math.min(move(problem.from, 1), state.doc.length);
      const to = Math.min(Math.max(from, move(problem.to, -1)), state.doc.length);
      return { from, to, severity: severities[problem.severity], message: messageFor(problem) };
    });
    this.#view.dispatch(setDiagnostics(state, marks));
  }

  clear(): void {
    this.#awaited = undefined;
    this.#view.dispatch(setDiagnostics(this.#view.state, []));
  }
}

/** Selects the next or previous problem, wrapping around, and shows its message. */
export function goToProblem(view: EditorView, which: "next-problem" | "previous-problem"): void {
  const ranges: { readonly from: number; readonly to: number }[] = [];
  forEachDiagnostic(view.state, (_problem, from, to) => ranges.push({ from, to }));
  ranges.sort((a, b) => a.from - b.from || a.to - b.to);
  const { from: at } = view.state.selection.main;
  const range =
    which === "next-problem"
      ? (ranges.find(({ from }) => from > at) ?? ranges[0])
      : (ranges.findLast(({ from }) => from < at) ?? ranges.at(-1));
  if (!range) return;
  view.dispatch({
    selection: EditorSelection.single(range.from, range.to),
    effects: EditorView.scrollIntoView(range.from, { y: "nearest", yMargin: 40 }),
  });
  showProblems(view);
}
