/** The tab of a pending review. */
import type { DiffProposal } from "@tandem-ide/server";

export interface ReviewTabActions {
  show(): void;
  /** Rejects the proposal. */
  close(): void;
}

export class ReviewTab {
  readonly element = document.createElement("div");
  readonly #label = document.createElement("button");

  constructor({ path, tabName, client }: DiffProposal, actions: ReviewTabActions) {
    this.element.className = "tandem-reviews-tab";
    this.element.dataset.tabName = tabName;
    this.#label.type = "button";
    this.#label.className = "tandem-reviews-show";
    this.#label.textContent = path.split(/[/\\]/).at(-1) || path;
    this.#label.title = `${path}, proposed by ${client.name}`;
    this.#label.addEventListener("click", () => actions.show());
    const close = document.createElement("button");
    close.type = "button";
    close.className = "tandem-reviews-close";
    close.textContent = "✕";
    close.title = "Reject and close (Esc)";
    close.setAttribute("aria-label", `Reject the proposal for ${path} and close it`);
    close.addEventListener("click", () => actions.close());
    this.element.addEventListener("auxclick", (event) => {
      if (event.button === 1) actions.close();
    });
    this.element.append(this.#label, close);
  }

  setFront(isFront: boolean): void {
    this.#label.setAttribute("aria-current", String(isFront));
  }
}
