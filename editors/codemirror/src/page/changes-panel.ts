/** The panel of changes: the list on the left, and the change of a file on the right. */
import type { Extension } from "@codemirror/state";
import type { ShownChanges } from "@tandem-ide/changes/remote";
import type { ChangePrompts } from "../changes/change-actions.js";
import { type ChangeListView, openChangeList } from "../changes/change-list.js";
import { type ChangePanel, openChangePanel } from "../changes/change-panel.js";
import { fileAfter, findListed } from "../changes/listed.js";
import { create } from "../review/bar-elements.js";
import { applyThemeOf } from "../review/panel-style.js";
import type { ReviewLayout } from "../review/types.js";
import { changesPanelStyle } from "./changes-panel-style.js";

export interface ChangesPanelOptions {
  /** The element to fill. Default: the whole window. */
  readonly parent: HTMLElement | undefined;
  readonly changes: ShownChanges;
  readonly prompts: ChangePrompts;
  readonly extensions: (path: string) => Extension;
}

interface ShownFile {
  readonly turn: string;
  readonly path: string;
  readonly panel: ChangePanel;
}

export class ChangesPanel {
  readonly #options: ChangesPanelOptions;
  #open: OpenPanel | undefined;
  #layout: ReviewLayout = "side-by-side";

  constructor(options: ChangesPanelOptions) {
    this.#options = options;
  }

  /** Opens the panel, or gives it the focus. */
  show(): void {
    const { activeElement } = document;
    this.#open ??= new OpenPanel({
      ...this.#options,
      layout: this.#layout,
      onLayoutChanged: (layout) => {
        this.#layout = layout;
      },
      onClose: () => {
        this.close();
        if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus();
      },
    });
    this.#open.focus();
  }

  extensionsChanged(): void {
    this.#open?.extensionsChanged();
  }

  close(): void {
    this.#open?.destroy();
    this.#open = undefined;
  }
}

interface OpenPanelOptions extends ChangesPanelOptions {
  readonly layout: ReviewLayout;
  readonly onLayoutChanged: (layout: ReviewLayout) => void;
  readonly onClose: () => void;
}

class OpenPanel {
  readonly #options: OpenPanelOptions;
  readonly #element = create("section", "tandem-changes-panel");
  readonly #right = create("div", "tandem-changes-right");
  readonly #list: ChangeListView;
  readonly #stop: () => void;
  #layout: ReviewLayout;
  #shown: ShownFile | undefined;

  constructor(options: OpenPanelOptions) {
    this.#options = options;
    this.#layout = options.layout;
    const { parent, changes, prompts, onClose } = options;
    this.#element.setAttribute("aria-label", "Changes on disk");
    this.#element.tabIndex = -1;
    if (!parent) this.#element.classList.add("tandem-changes-over");
    const strip = create("div", "tandem-changes-strip");
    const close = create("button", "tandem-changes-close", "✕");
    close.type = "button";
    close.title = "Close (Esc)";
    close.setAttribute("aria-label", "Close changes");
    close.addEventListener("click", onClose);
    strip.append(create("span", "tandem-changes-title", "Changes on disk"), close);
    const [body, left] = [create("div", "tandem-changes-body"), create("div", "tandem-changes-left")];
    body.append(left, this.#right);
    this.#element.append(strip, body);
    this.#element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      onClose();
    });
    (parent ?? document.body).append(this.#element);
    this.#list = openChangeList({
      parent: left,
      changes,
      prompts,
      open: (turn, path) => {
        this.#show(turn, path);
        this.#shown?.panel.focus();
      },
      extensions: options.extensions(""),
    });
    applyThemeOf(options.extensions(""), this.#element, changesPanelStyle);
    this.#stop = changes.onChanged(() => this.#showAny());
    this.#showAny();
  }

  focus(): void {
    this.#list.focus();
    if (!this.#element.contains(document.activeElement)) this.#element.querySelector("button")?.focus();
  }

  extensionsChanged(): void {
    const { extensions } = this.#options;
    this.#list.setExtensions(extensions(""));
    applyThemeOf(extensions(""), this.#element, changesPanelStyle);
    if (this.#shown) this.#shown.panel.setExtensions(extensions(this.#shown.path));
  }

  destroy(): void {
    this.#stop();
    this.#shown?.panel.destroy();
    this.#list.destroy();
    this.#element.remove();
  }

  #show(turn: string, path: string): void {
    const { changes, prompts, extensions, onLayoutChanged } = this.#options;
    if (this.#shown?.turn === turn && this.#shown.path === path) return;
    this.#shown?.panel.destroy();
    this.#right.replaceChildren();
    const panel = openChangePanel({
      parent: this.#right,
      changes,
      prompts,
      turn,
      path,
      layout: this.#layout,
      onLayoutChanged: (layout) => {
        this.#layout = layout;
        onLayoutChanged(layout);
      },
      extensions: extensions(path),
      onGone: () => this.#showAny(),
    });
    this.#shown = { turn, path, panel };
    this.#list.setShown(turn, path);
  }

  /** Shows the next file if the shown one is decided, or the first one if there is none. */
  #showAny(): void {
    const { list } = this.#options.changes;
    const before = this.#shown;
    if (before && findListed(list, before.turn, before.path)) return;
    const hadFocus = this.#right.contains(document.activeElement);
    // Keys work while the next file is loading.
    if (hadFocus) this.#element.focus();
    const next = fileAfter(list, before ?? { turn: "", path: "" });
    if (next) this.#show(next.turn, next.path);
    else this.#showNothing();
    if (!hadFocus) return;
    if (this.#shown) void this.#shown.panel.shown.then(() => this.#shown?.panel.focus());
    else this.focus();
  }

  #showNothing(): void {
    this.#shown?.panel.destroy();
    this.#shown = undefined;
    this.#list.setShown(undefined);
    this.#right.replaceChildren(create("p", "", "Choose a file to see what changed."));
  }
}
