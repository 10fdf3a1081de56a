/**
 * The selection as clients may know it: settled, private, deduplicated, remembered (NOT-01, NOT-05). Agents observe it.
 *
 * A throttle with a trailing send, at most one state in 50 ms: a debounce would starve while the user keeps moving.
 * A selection that is gone again within that time is still told, because the user made it.
 */
import { isAbsolute } from "node:path";
import { type Clock, isBeforeOrSame, type Logger, type Position } from "@tandem/base";
import type { EditorSelection } from "./editor.js";
import type { Privacy } from "./privacy/privacy.js";

/** The throttle: the least time between two states that are told, in ms. */
export const defaultIntervalMs = 50;
/** More than this of a selected text no client uses (docs/protocol.md, section 4); the range always tells all of it. */
const maxTextLength = 1_000_000;

function cut(text: string): string {
  return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).toWellFormed();
}

function isSamePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

function isSame(a: EditorSelection | undefined, b: EditorSelection | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.path === b.path &&
    isSamePosition(a.range.start, b.range.start) &&
    isSamePosition(a.range.end, b.range.end) &&
    a.text === b.text
  );
}

function isPosition(value: Partial<Position> | null | undefined): boolean {
  const isIndex = (each: unknown) => typeof each === "number" && Number.isInteger(each) && each >= 0;
  return isIndex(value?.line) && isIndex(value?.character);
}

/** Adapters speak with editors in other languages, so what they tell may be anything. */
function isSelection({ path, text, range }: Partial<EditorSelection>): boolean {
  return (
    typeof path === "string" &&
    isAbsolute(path) &&
    typeof text === "string" &&
    isPosition(range?.start) &&
    isPosition(range?.end)
  );
}

export interface SelectionStateOptions {
  readonly clock: Clock;
  readonly privacy: Privacy;
  readonly intervalMs: number;
  readonly log: Logger;
}

/** Undefined: no file is active, or none that may be shared. */
export type SelectionObserver = (selection: EditorSelection | undefined) => void;

export class SelectionState {
  readonly #options: SelectionStateOptions;
  readonly #observers = new Set<SelectionObserver>();
  #latest: EditorSelection | undefined;
  #told: EditorSelection | undefined;
  /** Waiting for the interval to pass: the last real selection, if any, and then the last state. */
  #waitingSelection: EditorSelection | undefined;
  #hasWaitingState = false;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SelectionStateOptions) {
    this.#options = options;
  }

  /** The most recent selection that the editor told of, whether or not it may be shared; undefined once its file was closed. */
  get latest(): EditorSelection | undefined {
    return this.#latest;
  }

  /** The file of the selection that observers were last told of, if it was one. */
  get lastShared(): string | undefined {
    return this.#told?.path;
  }

  /** What an observer that comes now must be told; undefined when no file is active. */
  get current(): EditorSelection | undefined {
    return this.#shareable(this.#latest);
  }

  /** Calls `observer` at each change; the function that is returned ends it. */
  observe(observer: SelectionObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** The editor tells of its selection now. */
  changed(told: EditorSelection | null | undefined): void {
    if (this.#isClosed) return;
    const selection = told ?? undefined;
    if (selection && !isSelection(selection)) {
      this.#options.log.error("The editor told of a selection without an absolute path, a text and a range: ignored");
      return;
    }
    this.#latest = selection;
    if (this.#cancelTimer === undefined) {
      this.#offer(selection);
      return;
    }
    if (selection && selection.text !== "") this.#waitingSelection = selection;
    this.#hasWaitingState = true;
  }

  /** Sharing was paused or resumed, or the privacy rules changed: what may be told is another thing now. */
  refresh(): void {
    this.changed(this.#latest);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#hasWaitingState = false;
    this.#waitingSelection = undefined;
  }

  #offer(selection: EditorSelection | undefined): void {
    const state = this.#shareable(selection);
    if (isSame(state, this.#told)) return;
    this.#told = state;
    for (const observer of this.#observers) observer(state);
    this.#cancelTimer = this.#options.clock.after(this.#options.intervalMs, () => this.#intervalPassed());
  }

  #intervalPassed(): void {
    this.#cancelTimer = undefined;
    const selection = this.#waitingSelection;
    this.#waitingSelection = undefined;
    if (selection && selection !== this.#latest) {
      this.#offer(selection);
      // It may have been a repeat, and then nothing was told and the last state need not wait.
      if (this.#cancelTimer !== undefined) return;
    }
    if (!this.#hasWaitingState) return;
    this.#hasWaitingState = false;
    this.#offer(this.#latest);
  }

  /** The selection with its ends in order and its text bounded; undefined for one that may not be shared. */
  #shareable(selection: EditorSelection | undefined): EditorSelection | undefined {
    if (!selection || this.#options.privacy.verdict(selection.path)) return undefined;
    const { start, end } = selection.range;
    const range = isBeforeOrSame(start, end) ? selection.range : { start: end, end: start };
    return { ...selection, range, text: cut(selection.text) };
  }
}
