/** The item in the status bar, and the menu behind it. */
import { shownName } from "@tandem/protocol";
import { Menu, setTooltip } from "obsidian";
import type { VaultEndpointState } from "../endpoint/endpoint.js";
import { statusWords } from "./status-words.js";

/** What can be done from the menu; the commands do the same. */
export interface StatusActions {
  readonly state: () => VaultEndpointState;
  /** The name of the file in front. */
  readonly frontName: () => string | undefined;
  readonly reviews: () => number;
  readonly mention: () => void;
  readonly showReview: () => void;
  readonly setPaused: (isPaused: boolean) => void;
  readonly restart: () => void;
  readonly copyEnvironment: () => void;
  readonly showLog: () => void;
}

export class StatusBar {
  readonly #element: HTMLElement;
  readonly #actions: StatusActions;

  constructor(element: HTMLElement, actions: StatusActions) {
    this.#element = element;
    this.#actions = actions;
    element.addClass("mod-clickable", "tandem-status");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    this.update();
  }
  update(): void {
    const { text, tooltip, isWarning } = statusWords(this.#actions.state(), this.#actions.reviews());
    this.#element.setText(text);
    this.#element.toggleClass("tandem-warning", isWarning);
    setTooltip(this.#element, tooltip, { placement: "top" });
  }
  showMenu(event: MouseEvent | KeyboardEvent): void {
    const menu = this.menu();
    if (event instanceof MouseEvent) menu.showAtMouseEvent(event);
    else {
      const { left, top } = this.#element.getBoundingClientRect();
      menu.showAtPosition({ x: left, y: top });
    }
  }
  menu(): Menu {
    const { state, frontName, reviews, ...actions } = this.#actions;
    const now = state();
    const menu = new Menu();
    const add = (title: string, icon: string, run: () => void) =>
      menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(run));
    menu.addItem((item) => item.setTitle(statusWords(now, reviews()).tooltip).setDisabled(true));
    if (now.kind === "running") {
      for (const { name, version, openDiffs } of now.status.clients)
        menu.addItem((item) => item.setTitle(`${name} ${version}, ${openDiffs.length} to review`).setDisabled(true));
      if (now.status.queuedMentions > 0)
        menu.addItem((item) => item.setTitle(`${now.status.queuedMentions} mentions wait`).setDisabled(true));
    }
    menu.addSeparator();
    const name = frontName();
    if (name !== undefined) add(`Mention ${shownName(name)}`, "at-sign", actions.mention);
    if (reviews() > 0) add("Show the next review", "file-diff", actions.showReview);
    if (now.kind === "running" && now.status.isPaused) add("Resume sharing", "play", () => actions.setPaused(false));
    else if (now.kind === "running") add("Pause sharing", "pause", () => actions.setPaused(true));
    add("Restart the connection", "refresh-cw", actions.restart);
    if (now.kind === "running") add("Copy the line for a terminal", "terminal", actions.copyEnvironment);
    add("Show the log", "scroll-text", actions.showLog);
    return menu;
  }
}
