/** What the user does with changes on disk, and with files of the vault in Obsidian itself. */
import { TFile } from "obsidian-test-mocks/obsidian";
import type { EmulatedObsidian } from "./app.js";
import type { EmulatedNote } from "./views.js";

interface ChangeParts {
  readonly obsidian: EmulatedObsidian;
  readonly inVault: (path: string) => string;
  readonly noteOf: (path: string) => EmulatedNote;
}

export function makeChangeVerbs({ obsidian, inVault, noteOf }: ChangeParts) {
  const { app, workspace, watch } = obsidian;
  const rows = () => [...document.querySelectorAll<HTMLElement>(".tandem-changes [role=treeitem]")];
  const textOf = (row: HTMLElement) =>
    [...row.children]
      .filter((each) => !each.matches(".tandem-changes-tools, .tandem-changes-twisty, .tandem-changes-when"))
      .map(({ textContent }) => textContent)
      .filter(Boolean)
      .join(" ");
  const click = (within: ParentNode | undefined, selector: string) => {
    const button = within?.querySelector<HTMLButtonElement>(selector);
    if (!button || button.disabled) throw new Error(`There is no ${selector} to click`);
    button.click();
  };
  const pane = () => workspace.getLeavesOfType("tandem-change")[0]?.view?.containerEl;
  const fileOf = (path: string): TFile => {
    watch.look();
    const file = app.vault.getFileByPath(inVault(path));
    if (!(file instanceof TFile)) throw new Error(`The vault has no ${path}`);
    return file;
  };
  return {
    /** The rows of the list, without times and buttons. */
    changeRows: () => rows().map(textOf),
    /** Clicks the row that contains this text, or a button in it. */
    clickChange(text: string, action?: "keep" | "undo" | "restore") {
      const row = rows().find((each) => textOf(each).includes(text));
      if (!row) throw new Error(`No row has "${text}", but ${rows().map(textOf)}`);
      if (action) click(row, `[data-tandem=${action}]`);
      else row.click();
    },
    /** The name and the number of changes above the change that is shown. */
    changePane: () =>
      [".tandem-review-name", ".tandem-review-count"].map((each) => pane()?.querySelector(each)?.textContent ?? ""),
    clickInChange: (action: string) => click(pane(), `[data-tandem=${action}]`),
    question: () => document.querySelector(".modal-container p")?.textContent ?? "",
    answer(label: string) {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>(".modal-container button")];
      const button = buttons.find(({ textContent }) => textContent === label);
      if (!button) throw new Error(`Nobody asks for "${label}"`);
      button.click();
    },
    marks: (path: string) => noteOf(path).contentEl.querySelectorAll('.tandem-mark:not([data-hunk="-1"])').length,
    async createNote(path: string, text: string) {
      await app.vault.create(inVault(path), text);
    },
    async renameNote(path: string, to: string) {
      await app.vault.rename(fileOf(path), inVault(to));
    },
    async deleteNote(path: string) {
      await app.vault.delete(fileOf(path));
    },
  };
}
