/** Shows past decisions. */
import { agentName, describeRecord, type ReviewRecord } from "@tandem-ide/base/review";
import { type App, Modal } from "obsidian";

export class EndedModal extends Modal {
  readonly #ended: readonly ReviewRecord[];
  readonly #nameOf: (path: string) => string;

  constructor(app: App, ended: readonly ReviewRecord[], nameOf: (path: string) => string) {
    super(app);
    this.#ended = ended;
    this.#nameOf = nameOf;
  }

  override onOpen(): void {
    this.setTitle("Past decisions");
    if (this.#ended.length === 0) {
      this.contentEl.createEl("p", { text: "No reviews have ended yet." });
      return;
    }
    const table = this.contentEl.createEl("table", { cls: "tandem-ended" });
    const head = table.createEl("thead").createEl("tr");
    for (const text of ["Time", "Agent", "File", "Outcome"]) head.createEl("th", { text, attr: { scope: "col" } });
    const body = table.createEl("tbody");
    for (const record of this.#ended) {
      const row = body.createEl("tr");
      const name = this.#nameOf(record.path);
      const { reason, comments = [] } = record.feedback ?? {};
      const said = [reason, ...comments.map(({ line, text }) => `Line ${line + 1}: ${text}`)];
      const outcome = [describeRecord(record, name), ...said].filter(Boolean).join("\n");
      const time = new Date(record.endedAt).toLocaleTimeString();
      for (const text of [time, agentName(record.client.name), name, outcome]) row.createEl("td", { text });
    }
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
