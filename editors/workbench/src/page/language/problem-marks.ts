/** Squiggles under what is wrong, by `@codemirror/lint`. They are told in a version of the host's text. */
import { getSyncedVersion, sendableUpdates } from "@codemirror/collab";
import { type Diagnostic, forEachDiagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Events } from "../../messages.js";
import type { MarkedProblem } from "../../messages-language.js";
import { showProblems } from "./cursor-tooltip.js";

const severities = { Error: "error", Warning: "warning", Info: "info", Hint: "hint" } as const;

/** What is said of a problem: colour alone would not do. */
function problemWords({ severity, message, source, code }: MarkedProblem): string {
  const from = [source, code].filter((part) => part !== undefined).join(" ");
  return `${severity}: ${message}${from === "" ? "" : ` (${from})`}`;
}

export class ProblemMarks {
  readonly extension: Extension;
  readonly #view: EditorView;
  /** Told in a version that the editor does not have yet. */
  #awaited: Events["diagnostics"] | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.extension = EditorView.updateListener.of(() => {
      // Not at once: an editor must not be changed while it is being changed.
      if (this.#awaited) queueMicrotask(() => this.#awaited && this.show(this.#awaited));
    });
  }

  /** Marks are moved over what was typed here and the host has not heard of. */
  show(told: Events["diagnostics"]): void {
    const { state } = this.#view;
    const version = getSyncedVersion(state);
    // After a connection that was lost the text may come later than what is wrong in it.
    this.#awaited = told.version === version ? undefined : told;
    if (this.#awaited) return;
    const own = sendableUpdates(state).map(({ changes }) => changes);
    const move = (offset: number, side: 1 | -1) => own.reduce((at, changes) => changes.mapPos(at, side), offset);
    const marks = told.diagnostics.map((problem): Diagnostic => {
      const from = Math.min(move(problem.from, 1), state.doc.length);
      const to = Math.min(Math.max(from, move(problem.to, -1)), state.doc.length);
      return { from, to, severity: severities[problem.severity], message: problemWords(problem) };
    });
    this.#view.dispatch(setDiagnostics(state, marks));
  }

  clear(): void {
    this.#awaited = undefined;
    this.#view.dispatch(setDiagnostics(this.#view.state, []));
  }
}

/** Goes to the next or previous problem, around the ends of the text, and says what it is. */
export function goToProblem(view: EditorView, which: "next-problem" | "previous-problem"): void {
  const places: { readonly from: number; readonly to: number }[] = [];
  forEachDiagnostic(view.state, (_problem, from, to) => places.push({ from, to }));
  places.sort((a, b) => a.from - b.from || a.to - b.to);
  const { from: at } = view.state.selection.main;
  const place =
    which === "next-problem"
      ? (places.find(({ from }) => from > at) ?? places[0])
      : (places.findLast(({ from }) => from < at) ?? places.at(-1));
  if (!place) return;
  view.dispatch({
    selection: EditorSelection.single(place.from, place.to),
    effects: EditorView.scrollIntoView(place.from, { y: "nearest", yMargin: 40 }),
  });
  showProblems(view);
}
