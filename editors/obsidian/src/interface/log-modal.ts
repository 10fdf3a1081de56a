/** Shows the last log entries. */
import { type App, Modal, Setting } from "obsidian";

export class LogModal extends Modal {
  readonly #text: string;
  readonly #copy: (text: string) => void;

  constructor(app: App, text: string, copy: (text: string) => void) {
    super(app);
    this.#text = text;
    this.#copy = copy;
  }

  override onOpen(): void {
    this.setTitle("Log");
    const text = this.#text || "No log entries at the current level.";
    this.contentEl.createEl("pre", { cls: "tandem-log", text });
    new Setting(this.contentEl).addButton((button) =>
      button.setButtonText("Copy").onClick(() => this.#copy(this.#text)),
    );
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
