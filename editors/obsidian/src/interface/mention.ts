/** Mentions the selection, the active file, or the selection in the file explorer. */
import type { TextRange } from "@tandem-ide/base";
import { displayName } from "@tandem-ide/protocol";
import type { EditorEvents, EditorSelection, Mention, MentionOutcome } from "@tandem-ide/server";
import { type App, type Menu, type Plugin, type TAbstractFile, TFolder } from "obsidian";
import { currentSelection, editorSelection } from "../editor/selection.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { explorerSelection } from "./explorer-selection.js";

/** Returns the lines of a selection. A line is left out if the selection ends at its start. */
export function linesOf({ start, end }: TextRange): { readonly start: number; readonly end: number } {
  const isBefore = end.character === 0 && end.line > start.line;
  return { start: start.line, end: isBefore ? end.line - 1 : end.line };
}

export function outcomeText(what: string, outcome: MentionOutcome): string {
  switch (outcome.status) {
    case "sent":
      return `Mentioned ${what} in Claude`;
    case "queued":
      return `${what} will be mentioned when Claude Code connects`;
    case "hidden":
      return `${what} wasn't mentioned: ${outcome.reason}`;
    case "refused":
      return `${what} couldn't be mentioned: ${outcome.reason}`;
  }
}

export interface MentionerOptions {
  readonly app: App;
  readonly paths: VaultPaths;
  readonly events: () => EditorEvents | undefined;
  readonly notify: (message: string) => void;
}

export class Mentioner {
  readonly #options: MentionerOptions;

  constructor(options: MentionerOptions) {
    this.#options = options;
  }
  /** Mentions the selection in the file explorer if that has the focus, else the one in the active file. */
  mention(): void {
    const { app, notify } = this.#options;
    const selected = explorerSelection(app);
    if (selected) this.mentionFiles(selected);
    else if (!this.mentionFront()) notify("No active file to mention");
  }
  /** Mentions the selected lines or the active file. Returns false if there is none. */
  mentionFront(): boolean {
    const { app, paths } = this.#options;
    const selection = currentSelection(app, paths);
    if (!selection) return false;
    this.#mentionSelection(selection.path, selection);
    return true;
  }
  #mentionSelection(path: string, { text, range }: Omit<EditorSelection, "path">): void {
    this.#send(text === "" ? { path } : { path, lines: linesOf(range) });
  }
  mentionFiles(files: readonly TAbstractFile[]): void {
    for (const { path } of files) this.#send({ path: this.#options.paths.absolute(path) });
  }
  addToMenus(plugin: Plugin): void {
    const { workspace } = this.#options.app;
    const add = (menu: Menu, title: string, run: () => void) =>
      menu.addItem((item) => item.setTitle(title).setIcon("at-sign").onClick(run));
    plugin.registerEvent(
      workspace.on("file-menu", (menu, file) => {
        const title = file instanceof TFolder ? "Mention folder in Claude" : "Mention in Claude";
        add(menu, title, () => this.mentionFiles([file]));
      }),
    );
    plugin.registerEvent(
      workspace.on("files-menu", (menu, files) => {
        add(menu, `Mention ${files.length} items in Claude`, () => this.mentionFiles(files));
      }),
    );
    plugin.registerEvent(
      workspace.on("editor-menu", (menu, editor, { file }) => {
        // The clicked editor, which isn't the active file on a canvas or in a hover preview.
        const path = file?.path;
        add(menu, "Mention in Claude", () => {
          if (path === undefined) this.mention();
          else this.#mentionSelection(this.#options.paths.absolute(path), editorSelection(editor));
        });
      }),
    );
  }
  #send(mention: Mention): void {
    const { events, paths, notify } = this.#options;
    const now = events();
    const name = displayName(paths.inVault(mention.path) ?? mention.path);
    const { lines } = mention;
    const what = lines ? `${name}, lines ${lines.start + 1} to ${lines.end + 1}` : name;
    notify(now ? outcomeText(what, now.mentioned(mention)) : "Can't mention: Tandem isn't running");
  }
}
