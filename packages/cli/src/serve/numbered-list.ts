/**
 * A list of pending items, numbered in order. Numbers are never reused, so an answer with a number can only refer to the
 * item that was shown with it.
 */
import { Refusal } from "../prompt/run-line.js";

export interface Numbered<T> {
  readonly number: number;
  readonly item: T;
}

export interface NumberedListTexts<T> {
  /** `Review`, for `Review 1`. */
  readonly name: string;
  readonly none: string;
  readonly several: (numbers: string) => string;
  readonly describe: (pending: Numbered<T>) => string;
}

export class NumberedList<T> {
  readonly #texts: NumberedListTexts<T>;
  readonly #pending = new Map<T, Numbered<T>>();
  #last = 0;
  /** Withdrawn since the last line was entered: a command without a number may have been meant for it. */
  #withdrawn: number | undefined;

  constructor(texts: NumberedListTexts<T>) {
    this.#texts = texts;
  }

  /** Oldest first. */
  get all(): readonly Numbered<T>[] {
    return [...this.#pending.values()];
  }

  add(item: T): number {
    const number = ++this.#last;
    this.#pending.set(item, { number, item });
    return number;
  }

  /** Removes an item and returns its number. `isWithdrawn`: the user didn't decide it. */
  remove(item: T, isWithdrawn: boolean): number | undefined {
    const { number } = this.#pending.get(item) ?? {};
    this.#pending.delete(item);
    if (isWithdrawn && number !== undefined) this.#withdrawn = number;
    return number;
  }

  /**
   * Returns the number that a line without one refers to. Call it as soon as a line is entered: an item may be replaced
   * by another while the user types. Returns undefined if there is no item or several.
   */
  numberAtEntry(): number | undefined {
    const [first, ...others] = this.all;
    const number = this.#withdrawn ?? (others.length === 0 ? first?.number : undefined);
    this.#withdrawn = undefined;
    return number;
  }

  /** Returns the item with this number, or the only item if the number is empty. */
  find(number: string): Numbered<T> {
    const [first, ...others] = this.all;
    const found = number === "" ? first : this.all.find((each) => String(each.number) === number);
    if (found && (number !== "" || others.length === 0)) return found;
    const { name, none, several, describe } = this.#texts;
    const numbers = this.all.map((each) => each.number).join(", ");
    if (!first && number === "") throw new Error(none);
    if (number === "") throw new Error(several(numbers));
    if (Number(number) >= 1 && Number(number) <= this.#last) {
      const pending = first ? ["Pending now:", ...this.all.map(describe)] : [none];
      throw new Refusal([`${name} ${number} is no longer pending, so your answer was ignored.`, ...pending].join("\n"));
    }
    throw new Error(first ? `There is no ${name.toLowerCase()} ${number}. Pending: ${numbers}.` : none);
  }
}
