/** The pane with the list of changes. */
import { type ChangeListOptions, type ChangeListView as List, openChangeList } from "@tandem-ide/codemirror";
import { ItemView, type WorkspaceLeaf } from "obsidian";
import { reviewTheme } from "../reviews/review-theme.js";

export const changeListViewType = "tandem-changes";

export class ChangeListView extends ItemView {
  readonly #options: Omit<ChangeListOptions, "extensions" | "parent">;
  #list: List | undefined;

  constructor(leaf: WorkspaceLeaf, options: Omit<ChangeListOptions, "extensions" | "parent">) {
    super(leaf);
    this.#options = options;
    this.navigation = false;
  }

  override getViewType(): string {
    return changeListViewType;
  }

  override getIcon(): string {
    return "file-clock";
  }

  override getDisplayText(): string {
    return "Changes on disk";
  }

  /** Marks the file whose change is shown. */
  setShown(turn: string | undefined, path?: string): void {
    this.#list?.setShown(turn, path);
  }

  focusList(): void {
    this.#list?.focus();
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass("tandem-review-pane");
    const extensions = () => reviewTheme(this.contentEl);
    const open = () => {
      this.#list?.destroy();
      this.#list = openChangeList({ ...this.#options, parent: this.contentEl, extensions: extensions() });
    };
    open();
    this.registerEvent(this.app.workspace.on("css-change", () => this.#list?.setExtensions(extensions())));
    // Another window doesn't have the list's style.
    this.register(this.contentEl.onWindowMigrated(open));
  }

  protected override async onClose(): Promise<void> {
    this.#list?.destroy();
    this.#list = undefined;
  }
}
