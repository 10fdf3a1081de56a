/**
 * What waits for the person at the prompt, numbered in the order in which it came. No number is used twice, so an answer
 * with a number can only mean what was shown under it.
 */
import { Refusal } from "../prompt/run-line.js";

export interface Numbered<T> {
  readonly number: number;
  readonly item: T;
}

export interface NumberedListWords<T> {
  /** `Review`, for `Review 1`. */
  readonly name: string;
  /** Told when nothing waits. */
  readonly none: string;
  /** Told when a word without a number could mean several. */
  readonly several: (numbers: string) => string;
  /** How it was announced, with what can be typed about it. */
  readonly announce: (waiting: Numbered<T>) => string;
}

export class NumberedList<T> {
  readonly #words: NumberedListWords<T>;
  readonly #waiting = new Map<T, Numbered<T>>();
  #last = 0;
  /** Was taken back since the last line was entered: a word without a number may have been typed for it. */
  #takenBack: number | undefined;

  constructor(words: NumberedListWords<T>) {
    this.#words = words;
  }

  /** Oldest first. */
  get all(): readonly Numbered<T>[] {
    return [...this.#waiting.values()];
  }

  add(item: T): number {
    const number = ++this.#last;
    this.#waiting.set(item, { number, item });
    return number;
  }

  /** Gives the number that it had; `isTakenBack` when the user did not decide it. */
  remove(item: T, isTakenBack: boolean): number | undefined {
    const { number } = this.#waiting.get(item) ?? {};
    this.#waiting.delete(item);
    if (isTakenBack && number !== undefined) this.#takenBack = number;
    return number;
  }

  /**
   * A line was entered. Gives the number that an answer without one means: the only one on the screen, and never one that
   * came in the place of another while the line was typed. Undefined where none, or several, can be meant.
   */
  entered(): number | undefined {
    const [first, ...others] = this.all;
    const meant = this.#takenBack ?? (others.length === 0 ? first?.number : undefined);
    this.#takenBack = undefined;
    return meant;
  }

  /** The one of that number, or without a number the only one there is. Throws words for the user. */
  find(word: string): Numbered<T> {
    const [first, ...others] = this.all;
    const found = word === "" ? first : this.all.find(({ number }) => String(number) === word);
    if (found && (word !== "" || others.length === 0)) return found;
    const { name, none, several } = this.#words;
    const numbers = this.all.map(({ number }) => number).join(", ");
    if (!first && word === "") throw new Error(none);
    if (word === "") throw new Error(several(numbers));
    if (Number(word) >= 1 && Number(word) <= this.#last)
      throw new Refusal([`${name} ${word} is over, so your answer was not used.`, this.#now()].join("\n"));
    throw new Error(first ? `There is no ${name.toLowerCase()} ${word}; waiting: ${numbers}.` : none);
  }

  #now(): string {
    const { none, announce } = this.#words;
    const waiting = this.all.map(announce);
    return waiting.length === 0 ? none : ["Waiting now:", ...waiting].join("\n");
  }
}
