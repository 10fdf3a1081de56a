/**
 * The selection on its way to the clients: settled, private, deduplicated, remembered (NOT-01, NOT-04, NOT-05).
 *
 * A throttle with a trailing send, at most one message in 50 ms: a debounce would starve while the user keeps moving.
 * A selection that is gone again within that time is still sent, because the user made it.
 */
import { isAbsolute } from "node:path";
import type { Clock, Logger, Position } from "@tandem/base";
import {
  type DidChangeActiveEditor,
  type SelectionChanged,
  type SelectionRange,
  toFileUri,
  toSelectionRange,
} from "@tandem/protocol";
import type { EditorSelection } from "../editor.js";
import type { Privacy } from "../privacy.js";

/** More than this of a selected text no client uses (docs/protocol.md, section 4); the range always tells all of it. */
const maxTextLength = 1_000_000;

const nowhere: SelectionRange = {
  start: { line: 0, character: 0 },
  end: { line: 0, character: 0 },
  isEmpty: true,
};
/** Without a file it clears the client's indicator. */
const cleared: SelectionChanged = { text: "", selection: nowhere };

function cut(text: string): string {
  return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).toWellFormed();
}

/** The members that every message about a selection has. */
export function describeSelection(selection: EditorSelection) {
  return {
    text: selection.text,
    filePath: selection.path,
    fileUrl: toFileUri(selection.path),
    selection: toSelectionRange(selection.range),
  };
}

function isSameState(a: SelectionChanged, b: SelectionChanged): boolean {
  const [p, q] = [a.selection, b.selection];
  return (
    a.filePath === b.filePath &&
    p.start.line === q.start.line &&
    p.start.character === q.start.character &&
    p.end.line === q.end.line &&
    p.end.character === q.end.character &&
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

export interface SelectionMessage {
  readonly method: "selection_changed" | "workspace/didChangeActiveEditor";
  readonly params: SelectionChanged | DidChangeActiveEditor;
}

export interface SelectionFeedOptions {
  readonly clock: Clock;
  readonly privacy: Privacy;
  readonly intervalMs: number;
  readonly didChangeActiveEditor: boolean;
  readonly log: Logger;
  /** To every client that listens. */
  send(message: SelectionMessage): void;
}

export class SelectionFeed {
  readonly #options: SelectionFeedOptions;
  #latest: EditorSelection | undefined;
  #sent: SelectionChanged = cleared;
  /** Waiting for the interval to pass: the last real selection, if any, and then the last state. */
  #waitingSelection: EditorSelection | undefined;
  #hasWaitingState = false;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SelectionFeedOptions) {
    this.#options = options;
  }

  /** The most recent selection that the editor told of; undefined once its file was closed. */
  get latest(): EditorSelection | undefined {
    return this.#latest;
  }

  /** The file of the selection that clients were last told of, if it was one. */
  get lastShared(): string | undefined {
    return this.#sent.filePath;
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

  /** What a client that has just begun to listen must be told; nothing when no file is active. */
  current(): SelectionMessage[] {
    const state = this.#toParams(this.#latest);
    return state.filePath === undefined ? [] : this.#messages(state);
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
    const state = this.#toParams(selection);
    if (isSameState(state, this.#sent)) return;
    this.#sent = state;
    for (const message of this.#messages(state)) this.#options.send(message);
    this.#cancelTimer = this.#options.clock.after(this.#options.intervalMs, () => this.#intervalPassed());
  }

  #intervalPassed(): void {
    this.#cancelTimer = undefined;
    const selection = this.#waitingSelection;
    this.#waitingSelection = undefined;
    if (selection && selection !== this.#latest) {
      this.#offer(selection);
      // It may have been a repeat, and then nothing was sent and the last state need not wait.
      if (this.#cancelTimer !== undefined) return;
    }
    if (!this.#hasWaitingState) return;
    this.#hasWaitingState = false;
    this.#offer(this.#latest);
  }

  #toParams(selection: EditorSelection | undefined): SelectionChanged {
    if (!selection || this.#options.privacy.verdict(selection.path)) return cleared;
    const described = describeSelection(selection);
    return { ...described, text: cut(described.text) };
  }

  #messages(state: SelectionChanged): SelectionMessage[] {
    const messages: SelectionMessage[] = [{ method: "selection_changed", params: state }];
    if (this.#options.didChangeActiveEditor && state.filePath !== undefined) {
      const { start, end } = state.selection;
      messages.push({
        method: "workspace/didChangeActiveEditor",
        params: { filePath: state.filePath, text: state.text, range: { start, end } },
      });
    }
    return messages;
  }
}
