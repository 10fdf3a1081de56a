/** Code awaiting the user's approval. */
import type { CodeQuestion, CodeQuestionOutcome, CodeQuestionView } from "@tandem-ide/server";
import { describeCode, type ServeEvent } from "./events.js";
import { NumberedList } from "./numbered-list.js";

export class PendingCode extends NumberedList<CodeQuestion> implements Pick<CodeQuestionView, "asked" | "answered"> {
  readonly #emit: (event: ServeEvent) => void;

  constructor(emit: (event: ServeEvent) => void) {
    super({
      name: "Code",
      none: "No code is awaiting approval.",
      several: (numbers) => `Several pieces of code are awaiting approval. Add a number: ${numbers}.`,
      describe: ({ number, item }) => describeCode(number, item.code),
    });
    this.#emit = emit;
  }

  readonly asked = (question: CodeQuestion): void => {
    this.#emit({ event: "code-asked", question: this.add(question), code: question.code });
  };

  readonly answered = (question: CodeQuestion, outcome: CodeQuestionOutcome): void => {
    const number = this.remove(question, outcome === "withdrawn" || outcome === "nobody");
    if (number !== undefined) this.#emit({ event: "code-answered", question: number, outcome });
  };
}
