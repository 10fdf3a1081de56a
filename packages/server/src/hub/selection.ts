/**
 * The selection for clients: throttled, filtered by privacy and deduplicated (NOT-01, NOT-05). Agents observe it.
 *
 * It sends at most one state per 50 ms, and always the last one. A debounce would send nothing while the user keeps moving. A
 * selection that is cleared within that time is still sent, because the user made it.
 */
import { isAbsolute } from "node:path";
import { type Clock, isBeforeOrSame, type Logger, type Position } from "@tandem-ide/base";
import type { EditorSelection } from "./editor.js";
import type { Privacy } from "./privacy/privacy.js";

/** Minimum time between two states, in ms. */
export const defaultIntervalMs = 50;
/** Clients don't use more of the selected text (docs/protocol.md, section 4). The range is always complete. */
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

/** Validates a selection, because adapters may pass on anything. */
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

/** Undefined means that no file is active, or that it is hidden. */
export type SelectionObserver = (selection: EditorSelection | undefined) => void;

export class SelectionState {
  readonly #options: SelectionStateOptions;
  readonly #observers = new Set<SelectionObserver>();
  #latest: EditorSelection | undefined;
  #sent: EditorSelection | undefined;
  /** To send when the interval has passed: the last non-empty selection, if any, and then the last state. */
  #pendingSelection: EditorSelection | undefined;
  #hasPendingState = false;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SelectionStateOptions) {
    this.#options = options;
  }

  /** The last reported selection, even if it is hidden. Undefined once its file was closed. */
  get latest(): EditorSelection | undefined {
    return this.#latest;
  }

  /** The file of the last sent selection. */
  get lastShared(): string | undefined {
    return this.#sent?.path;
  }

  /** The state to send to a new observer. Undefined if no file is active. */
  get current(): EditorSelection | undefined {
    return this.#shareable(this.#latest);
  }

  /** Calls `observer` on each change and returns a function that removes the listener. */
  observe(observer: SelectionObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** The editor reported its selection. */
  changed(reported: EditorSelection | null | undefined): void {
    if (this.#isClosed) return;
    const selection = reported ?? undefined;
    if (selection && !isSelection(selection)) {
      this.#options.log.error("Ignored a selection without an absolute path, text or range");
      return;
    }
    this.#latest = selection;
    if (this.#cancelTimer === undefined) {
      this.#offer(selection);
      return;
    }
    if (selection && selection.text !== "") this.#pendingSelection = selection;
    this.#hasPendingState = true;
  }

  /** Sends the state again after a pause or a change of privacy rules. */
  refresh(): void {
    this.changed(this.#latest);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#hasPendingState = false;
    this.#pendingSelection = undefined;
  }

  #offer(selection: EditorSelection | undefined): void {
    const state = this.#shareable(selection);
    if (isSame(state, this.#sent)) return;
    this.#sent = state;
    for (const observer of this.#observers) observer(state);
    this.#cancelTimer = this.#options.clock.after(this.#options.intervalMs, () => this.#intervalPassed());
  }

  #intervalPassed(): void {
    this.#cancelTimer = undefined;
    const selection = this.#pendingSelection;
    this.#pendingSelection = undefined;
    if (selection && selection !== this.#latest) {
      this.#offer(selection);
      // If it was a repeat, nothing was sent and the last state needn't wait.
      if (this.#cancelTimer !== undefined) return;
    }
    if (!this.#hasPendingState) return;
    this.#hasPendingState = false;
    this.#offer(this.#latest);
  }

  /** Sorts the ends of the range and limits the text. Returns undefined for a hidden file. */
  #shareable(selection: EditorSelection | undefined): EditorSelection | undefined {
    if (!selection || this.#options.privacy.check(selection.path)) return undefined;
    const { start, end } = selection.range;
    const range = isBeforeOrSame(start, end) ? selection.range : { start: end, end: start };
    return { ...selection, range, text: cut(selection.text) };
  }
}
