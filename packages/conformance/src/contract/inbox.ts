/** What a client was told, in order. */
import { AssertionError } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { TextRange } from "@tandem/base";
import { type AtMentioned, atMentionedSchema, type SelectionChanged, selectionChangedSchema } from "@tandem/protocol";
import { show } from "./show.js";

/** A notification, sorted. */
export type Told =
  | { readonly kind: "selection"; readonly params: SelectionChanged }
  | { readonly kind: "mention"; readonly params: AtMentioned }
  | { readonly kind: "other"; readonly method: string; readonly params: unknown };

/** What was looked for, and what had come before it. */
export interface Found<T> {
  readonly value: T;
  readonly before: readonly Told[];
}

function sort(method: string, params: unknown): Told {
  const selection = method === "selection_changed" ? selectionChangedSchema.safeParse(params) : undefined;
  if (selection?.success) return { kind: "selection", params: selection.data };
  const mention = method === "at_mentioned" ? atMentionedSchema.safeParse(params) : undefined;
  if (mention?.success) return { kind: "mention", params: mention.data };
  return { kind: "other", method, params };
}

/** Notifications are looked for from a place on: what was found, and all before it, is behind it afterwards. */
export class Inbox {
  readonly #patienceMs: number;
  readonly #told: Told[] = [];
  readonly #waiting = new Set<() => void>();
  #next = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** For the connection: takes a notification as it came. */
  readonly take = (method: string, params: unknown): void => {
    this.#told.push(sort(method, params));
    for (const look of this.#waiting) look();
  };

  /** What came until now is no longer looked at. */
  forget(): void {
    this.#next = this.#told.length;
  }

  /** The first thing from here on that `pick` makes something of; waits for it. */
  async find<T>(what: string, pick: (told: Told) => T | undefined): Promise<Found<T>> {
    const start = this.#next;
    return await new Promise<Found<T>>((resolve, reject) => {
      let index = start;
      const look = () => {
        for (; index < this.#told.length; index++) {
          const told = this.#told[index];
          const value = told && pick(told);
          if (value === undefined) continue;
          end();
          this.#next = index + 1;
          resolve({ value, before: this.#told.slice(start, index) });
          return;
        }
      };
      const timer = setTimeout(() => {
        end();
        reject(new AssertionError({ message: `The client was not told ${what}; ${this.#summary(start)}` }));
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
    return await this.find(`the selection ${show(expected)}`, (told) => {
      if (told.kind !== "selection") return undefined;
      const { filePath: path, text, selection } = told.params;
      const seen = { path, text, range: { start: selection.start, end: selection.end } };
      return isDeepStrictEqual(seen, expected) ? told.params : undefined;
    });
  }

  /** Waits until any state of this file is told. */
  async file(path: string): Promise<Found<SelectionChanged>> {
    return await this.find(`that ${path} is in front`, (told) =>
      told.kind === "selection" && told.params.filePath === path ? told.params : undefined,
    );
  }

  /** Waits for a mention of this path. */
  async mention(path: string): Promise<Found<AtMentioned>> {
    return await this.find(`the mention of ${path}`, (told) =>
      told.kind === "mention" && told.params.filePath === path ? told.params : undefined,
    );
  }

  #summary(start: number): string {
    const came = this.#told.slice(start).slice(-5);
    if (came.length === 0) return "nothing came.";
    return `what came last: ${came.map((told) => show(told)).join(", ")}`;
  }
}
