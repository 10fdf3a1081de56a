/** The code that waits for the person's yes. */
import type { CodeQuestion, CodeQuestionOutcome, CodeQuestionView } from "@tandem/server";
import { describeCode, type ServeEvent } from "./events.js";
import { NumberedList } from "./numbered-list.js";

export class CodeDesk extends NumberedList<CodeQuestion> implements Pick<CodeQuestionView, "asked" | "answered"> {
  readonly #tell: (event: ServeEvent) => void;

  constructor(tell: (event: ServeEvent) => void) {
    super({
      name: "Code",
      none: "No code waits to be allowed.",
      several: (numbers) => `Several pieces of code wait: say which one, ${numbers}.`,
      announce: ({ number, item }) => describeCode(number, item.code),
    });
    this.#tell = tell;
  }

  readonly asked = (question: CodeQuestion): void => {
    this.#tell({ event: "code-asked", question: this.add(question), code: question.code });
  };

  readonly answered = (question: CodeQuestion, outcome: CodeQuestionOutcome): void => {
    const number = this.remove(question, outcome === "withdrawn" || outcome === "nobody");
    if (number !== undefined) this.#tell({ event: "code-answered", question: number, outcome });
  };
}
