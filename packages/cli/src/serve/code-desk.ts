/** The code that waits for the person's yes, numbered in the order in which it came. */
import type { CodeQuestion, CodeQuestionOutcome, PermissionsOptions } from "@tandem/workspace/permission";
import type { ServeEvent } from "./events.js";

export interface NumberedQuestion {
  readonly number: number;
  readonly question: CodeQuestion;
}

export class CodeDesk implements Pick<PermissionsOptions, "asked" | "answered"> {
  readonly #tell: (event: ServeEvent) => void;
  readonly #known = new Map<string, NumberedQuestion>();
  #last = 0;

  constructor(tell: (event: ServeEvent) => void) {
    this.#tell = tell;
  }

  /** Oldest first. */
  get all(): readonly NumberedQuestion[] {
    return [...this.#known.values()];
  }

  readonly asked = (question: CodeQuestion): void => {
    const number = ++this.#last;
    this.#known.set(question.run, { number, question });
    this.#tell({ event: "code-asked", question: number, code: question.code });
  };

  readonly answered = ({ run }: CodeQuestion, outcome: CodeQuestionOutcome): void => {
    const { number } = this.#known.get(run) ?? {};
    if (number === undefined) return;
    this.#known.delete(run);
    this.#tell({ event: "code-answered", question: number, outcome });
  };

  /** The one of that number, or the only one there is. Throws words for the user. */
  find(word: string): CodeQuestion {
    const [first, ...others] = this.all;
    const numbers = this.all.map(({ number }) => number).join(", ");
    if (!first) throw new Error("No code waits to be allowed.");
    if (word === "" && others.length === 0) return first.question;
    if (word === "") throw new Error(`${this.all.length} pieces of code wait: say which one, ${numbers}.`);
    const found = this.all.find(({ number }) => String(number) === word);
    if (!found) throw new Error(`There is no code ${word}; waiting: ${numbers}.`);
    return found.question;
  }
}
