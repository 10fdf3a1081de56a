/** The item in the status bar, and the menu behind it. */
import { shownName } from "@tandem/protocol";
import type { EndpointStatus } from "@tandem/server";
import { Menu, setTooltip } from "obsidian";
import { statusWords } from "./status-words.js";

/** What can be done from the menu; the commands do the same. */
export interface StatusActions {
  readonly status: () => EndpointStatus;
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
    const { text, tooltip, isWarning } = statusWords(this.#actions.status(), this.#actions.reviews());
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
    const { status, frontName, reviews, ...actions } = this.#actions;
    const now = status();
    const isServing = now.state.kind === "serving";
    const menu = new Menu();
    const add = (title: string, icon: string, run: () => void) =>
      menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(run));
    menu.addItem((item) => item.setTitle(statusWords(now, reviews()).tooltip).setDisabled(true));
    if (isServing) {
      for (const { name, version, openDiffs } of now.clients)
        menu.addItem((item) => item.setTitle(`${name} ${version}, ${openDiffs.length} to review`).setDisabled(true));
      if (now.queuedMentions > 0)
        menu.addItem((item) => item.setTitle(`${now.queuedMentions} mentions wait`).setDisabled(true));
    }
    menu.addSeparator();
    const name = frontName();
    if (name !== undefined) add(`Mention ${shownName(name)}`, "at-sign", actions.mention);
    if (reviews() > 0) add("Show the next review", "file-diff", actions.showReview);
    if (isServing && now.isPaused) add("Resume sharing", "play", () => actions.setPaused(false));
    else if (isServing) add("Pause sharing", "pause", () => actions.setPaused(true));
    add("Restart the connection", "refresh-cw", actions.restart);
    if (isServing) add("Copy the line for a terminal", "terminal", actions.copyEnvironment);
    add("Show the log", "scroll-text", actions.showLog);
    return menu;
  }
}
