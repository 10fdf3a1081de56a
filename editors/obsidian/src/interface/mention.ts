/** Pointing at things: the selection, the file in front, what is selected in the file explorer. */

import type { TextRange } from "@tandem/base";
import { shownName } from "@tandem/protocol";
import type { EditorEvents, EditorSelection, Mention, MentionOutcome } from "@tandem/server";
import { type App, type Menu, type Plugin, type TAbstractFile, TFolder } from "obsidian";
import { currentSelection, editorSelection } from "../editor/selection.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { explorerSelection } from "./explorer-selection.js";
/** The lines that a selection touches; one that ends before the first character of a line does not touch that line. */
export function linesOf({ start, end }: TextRange): { readonly start: number; readonly end: number } {
  const isBefore = end.character === 0 && end.line > start.line;
  return { start: start.line, end: isBefore ? end.line - 1 : end.line };
}
/** What became of it, in words. */
export function outcomeWords(what: string, outcome: MentionOutcome): string {
  switch (outcome.status) {
    case "sent":
      return `Mentioned ${what} in Claude`;
    case "queued":
      return `${what} will be mentioned when Claude Code connects`;
    case "withheld":
      return `${what} was not mentioned: ${outcome.reason}`;
    case "refused":
      return `${what} could not be mentioned: ${outcome.reason}`;
  }
}

export interface MentionerOptions {
  readonly app: App;
  readonly paths: VaultPaths;
  readonly events: () => EditorEvents | undefined;
  readonly say: (words: string) => void;
}

export class Mentioner {
  readonly #options: MentionerOptions;

  constructor(options: MentionerOptions) {
    this.#options = options;
  }
  /** What the command means now: what is selected in the explorer if the keyboard is there, else in the file in front. */
  mention(): void {
    const { app, say } = this.#options;
    const selected = explorerSelection(app);
    if (selected) this.mentionFiles(selected);
    else if (!this.mentionFront()) say("There is no file in front that could be mentioned");
  }
  /** The selected lines, or the file in front; false when there is none. */
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
  /** The entries in Obsidian's menus. */
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
        // The editor that was clicked in: on a canvas and in a preview that floats it is not the file in front.
        const path = file?.path;
        add(menu, "Mention in Claude", () => {
          if (path === undefined) this.mention();
          else this.#mentionSelection(this.#options.paths.absolute(path), editorSelection(editor));
        });
      }),
    );
  }
  #send(mention: Mention): void {
    const { events, paths, say } = this.#options;
    const now = events();
    const name = shownName(paths.inVault(mention.path) ?? mention.path);
    const { lines } = mention;
    const what = lines ? `${name}, lines ${lines.start + 1} to ${lines.end + 1}` : name;
    say(now ? outcomeWords(what, now.mentioned(mention)) : "Tandem is not serving, so nothing can be mentioned");
  }
}
