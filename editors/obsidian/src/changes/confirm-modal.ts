/** A question with two answers. */
import { type App, Modal, Setting } from "obsidian";

class ConfirmModal extends Modal {
  readonly #question: string;
  readonly #answer: (isYes: boolean) => void;

  constructor(app: App, question: string, answer: (isYes: boolean) => void) {
    super(app);
    this.#question = question;
    this.#answer = answer;
  }

  override onOpen(): void {
    this.contentEl.createEl("p", { text: this.#question });
    const answer = (isYes: boolean) => {
      this.#answer(isYes);
      this.close();
    };
    new Setting(this.contentEl)
      .addButton((button) => button.setButtonText("Cancel").onClick(() => answer(false)))
      .addButton((button) =>
        button
          .setButtonText("Continue")
          .setCta()
          .onClick(() => answer(true)),
      );
  }

  /** Closing it means no. */
  override onClose(): void {
    this.contentEl.empty();
    this.#answer(false);
  }
}

/** Asks the user. Returns true for yes. */
export function confirmInModal(app: App, question: string): Promise<boolean> {
  return new Promise((resolve) => new ConfirmModal(app, question, resolve).open());
}
