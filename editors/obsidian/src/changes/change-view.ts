/** The pane of a file's change. */
import { type ChangePanel, type ChangePanelOptions, openChangePanel } from "@tandem-ide/codemirror";
import { displayName } from "@tandem-ide/protocol";
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { textExtensions } from "../reviews/review-theme.js";
import { propertyOf } from "../untyped-values.js";

export const changeViewType = "tandem-change";

export interface ChangeViewOptions extends Pick<ChangePanelOptions, "changes" | "onLayoutChanged" | "prompts"> {
  readonly layout: () => NonNullable<ChangePanelOptions["layout"]>;
  /** Called when nothing is left to decide in the view's file. */
  readonly onGone: (view: ChangeView) => void;
}

export class ChangeView extends ItemView {
  readonly #options: ChangeViewOptions;
  #panel: ChangePanel | undefined;
  #turn = "";
  #path = "";

  constructor(leaf: WorkspaceLeaf, options: ChangeViewOptions) {
    super(leaf);
    this.#options = options;
    // Back and forward should skip changes.
    this.navigation = false;
  }

  override getViewType(): string {
    return changeViewType;
  }

  override getIcon(): string {
    return "file-clock";
  }

  override getDisplayText(): string {
    return this.#path === "" ? "Change" : `Change: ${displayName(this.#path.split(/[/\\]/).at(-1) ?? "")}`;
  }

  get turn(): string {
    return this.#turn;
  }

  /** Absolute. */
  get path(): string {
    return this.#path;
  }

  get panel(): ChangePanel | undefined {
    return this.#panel;
  }

  override getState(): Record<string, unknown> {
    return { turn: this.#turn, path: this.#path };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const [turn, path] = [propertyOf(state, "turn"), propertyOf(state, "path")];
    if (typeof turn !== "string" || typeof path !== "string") return;
    if (this.#panel && turn === this.#turn && path === this.#path) return;
    this.#turn = turn;
    this.#path = path;
    this.#open();
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass("tandem-review-pane");
    this.registerEvent(this.app.workspace.on("css-change", () => this.#panel?.setExtensions(this.#extensions())));
    // Another window doesn't have the editors' styles.
    this.register(this.contentEl.onWindowMigrated(() => this.#open()));
  }

  protected override async onClose(): Promise<void> {
    this.#panel?.destroy();
    this.#panel = undefined;
  }

  #extensions() {
    return textExtensions(this.contentEl, this.#path);
  }

  #open(): void {
    const { layout, onGone, ...options } = this.#options;
    this.#panel?.destroy();
    this.#panel = openChangePanel({
      ...options,
      parent: this.contentEl,
      turn: this.#turn,
      path: this.#path,
      layout: layout(),
      extensions: this.#extensions(),
      onGone: () => onGone(this),
    });
  }
}
