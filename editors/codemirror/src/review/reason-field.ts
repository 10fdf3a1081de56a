/** The field below the bar for the reason of a rejection. Its style is `panelStyle`. */
import { button, create } from "./bar-elements.js";

export class ReasonField {
  readonly element = create("form", "tandem-review-reason");
  readonly #field = create("input", "tandem-review-reason-field");
  readonly #leave: () => void;

  constructor(actions: { reject(reason: string): void; leave(): void }) {
    this.#leave = actions.leave;
    const label = create("label", "", "Reason ");
    const reject = button("send-reason", "Reject", () => {});
    reject.type = "submit";
    const cancel = button("cancel-reason", "Cancel", () => this.#close());
    label.append(this.#field);
    this.element.append(label, reject, cancel);
    this.element.hidden = true;
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      actions.reject(this.#field.value);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      // It must not reject the review.
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    });
  }

  open(): void {
    this.element.hidden = false;
    this.#field.focus();
  }

  /** Keeps the text for the next time. */
  #close(): void {
    this.element.hidden = true;
    this.#leave();
  }
}
