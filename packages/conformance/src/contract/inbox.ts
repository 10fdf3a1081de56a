/** The notifications of a client, in order. */
import { AssertionError } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { TextRange } from "@tandem-ide/base";
import {
  type AtMentioned,
  atMentionedSchema,
  type SelectionChanged,
  selectionChangedSchema,
} from "@tandem-ide/protocol";
import { show } from "../show.js";

/** How many notifications a failure shows. */
const shownCount = 5;

/** A parsed notification. */
export type Received =
  | { readonly kind: "selection"; readonly params: SelectionChanged }
  | { readonly kind: "mention"; readonly params: AtMentioned }
  | { readonly kind: "other"; readonly method: string; readonly params: unknown };

/** What was found in a notification, and the notifications that were skipped. */
export interface Found<T> {
  readonly value: T;
  readonly before: readonly Received[];
}

function parse(method: string, params: unknown): Received {
  const selection = method === "selection_changed" ? selectionChangedSchema.safeParse(params) : undefined;
  if (selection?.success) return { kind: "selection", params: selection.data };
  const mention = method === "at_mentioned" ? atMentionedSchema.safeParse(params) : undefined;
  if (mention?.success) return { kind: "mention", params: mention.data };
  return { kind: "other", method, params };
}

/** Searches notifications in order: each search starts after the last match. */
export class Inbox {
  readonly #patienceMs: number;
  readonly #received: Received[] = [];
  readonly #waiting = new Set<() => void>();
  #next = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Adds a notification from the connection. */
  readonly take = (method: string, params: unknown): void => {
    this.#received.push(parse(method, params));
    for (const look of this.#waiting) look();
  };

  /** Returns the last notifications that no search has found. */
  get unexpected(): readonly string[] {
    return this.#received.slice(this.#next).slice(-shownCount).map(show);
  }

  /** Ignores everything received so far. */
  forget(): void {
    this.#next = this.#received.length;
  }

  /** Waits for the next notification for which `pick` returns a value. */
  async find<T>(what: string, pick: (notification: Received) => T | undefined): Promise<Found<T>> {
    const start = this.#next;
    return await new Promise<Found<T>>((resolve, reject) => {
      let index = start;
      const look = () => {
        for (; index < this.#received.length; index++) {
          const notification = this.#received[index];
          const value = notification && pick(notification);
          if (value === undefined) continue;
          end();
          this.#next = index + 1;
          resolve({ value, before: this.#received.slice(start, index) });
          return;
        }
      };
      const timer = setTimeout(() => {
        end();
        reject(new AssertionError({ message: `The client didn't receive ${what}; ${this.#summary(start)}` }));
      }, this.#patienceMs);
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Waits for exactly this selection. */
  async selection(expected: { path: string; text: string; range: TextRange }): Promise<Found<SelectionChanged>> {
    return await this.find(`the selection ${show(expected)}`, (notification) => {
      if (notification.kind !== "selection") return undefined;
      const { filePath: path, text, selection } = notification.params;
      const seen = { path, text, range: { start: selection.start, end: selection.end } };
      return isDeepStrictEqual(seen, expected) ? notification.params : undefined;
    });
  }

  /** Waits for any selection in this file. */
  async file(path: string): Promise<Found<SelectionChanged>> {
    return await this.find(`a selection in ${path}`, ({ kind, params }) =>
      kind === "selection" && params.filePath === path ? params : undefined,
    );
  }

  /** Waits for a mention of this path. */
  async mention(path: string): Promise<Found<AtMentioned>> {
    return await this.find(`the mention of ${path}`, ({ kind, params }) =>
      kind === "mention" && params.filePath === path ? params : undefined,
    );
  }

  #summary(start: number): string {
    const last = this.#received.slice(start).slice(-shownCount);
    if (last.length === 0) return "it received nothing.";
    return `the last ones were: ${last.map(show).join(", ")}`;
  }
}
