/** The status bar item and its menu. */
import { displayName } from "@tandem-ide/protocol";
import type { EndpointStatus } from "@tandem-ide/server";
import { Menu, setTooltip } from "obsidian";
import { statusText } from "./status-text.js";

/** The actions of the menu and the commands. */
export interface StatusActions {
  readonly status: () => EndpointStatus;
  readonly frontName: () => string | undefined;
  readonly reviews: () => number;
  /** The number of files that changed on disk. */
  readonly changedFiles: () => number;
  readonly showChanges: () => void;
  readonly mention: () => void;
  readonly showReview: () => void;
  /** Accepts or rejects all reviews of the session whose review is in front, or of all sessions. */
  readonly decideAll: (accepted: boolean) => void;
  readonly showEnded: () => void;
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
    const { status, reviews, changedFiles } = this.#actions;
    const { text, tooltip, isWarning } = statusText(status(), reviews(), changedFiles());
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
    const { status, frontName, reviews, changedFiles, ...actions } = this.#actions;
    const now = status();
    const isServing = now.state.kind === "serving";
    const menu = new Menu();
    const add = (title: string, icon: string, run: () => void) =>
      menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(run));
    menu.addItem((item) => item.setTitle(statusText(now, reviews(), changedFiles()).tooltip).setDisabled(true));
    if (isServing) {
      for (const { name, version, openDiffs } of now.clients)
        menu.addItem((item) => item.setTitle(`${name} ${version}, ${openDiffs.length} to review`).setDisabled(true));
      if (now.queuedMentions > 0)
        menu.addItem((item) =>
          item.setTitle(`${now.queuedMentions} queued mention${now.queuedMentions === 1 ? "" : "s"}`).setDisabled(true),
        );
    }
    menu.addSeparator();
    const name = frontName();
    if (name !== undefined) add(`Mention ${displayName(name)}`, "at-sign", actions.mention);
    if (reviews() > 0) add("Go to next review", "file-diff", actions.showReview);
    if (reviews() > 1) {
      add("Accept all reviews", "check-check", () => actions.decideAll(true));
      add("Reject all reviews", "x", () => actions.decideAll(false));
    }
    if (changedFiles() > 0) add("Show changes on disk", "file-clock", actions.showChanges);
    if (isServing && now.isPaused) add("Resume sharing", "play", () => actions.setPaused(false));
    else if (isServing) add("Pause sharing", "pause", () => actions.setPaused(true));
    add("Show past decisions", "history", actions.showEnded);
    add("Restart connection", "refresh-cw", actions.restart);
    if (isServing) add("Copy terminal setup", "terminal", actions.copyEnvironment);
    add("Show log", "scroll-text", actions.showLog);
    return menu;
  }
}
