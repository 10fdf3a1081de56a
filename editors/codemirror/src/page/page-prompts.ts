/** Questions and messages about changes, for applications without their own. */
import type { Extension } from "@codemirror/state";
import { type Clock, systemClock } from "@tandem-ide/base";
import type { ChangePrompts } from "../changes/change-actions.js";
import { create } from "../review/bar-elements.js";
import { applyThemeOf } from "../review/panel-style.js";
import { changesPanelStyle } from "./changes-panel-style.js";

/** How long a message stays, in ms. */
const shownMs = 8000;

export class PagePrompts implements ChangePrompts {
  readonly #extensions: () => Extension;
  readonly #clock: Clock;
  #hide = () => {};

  constructor(extensions: () => Extension, clock: Clock = systemClock) {
    this.#extensions = extensions;
    this.#clock = clock;
  }

  ask(question: string): Promise<boolean> {
    const dialog = create("dialog", "tandem-question");
    const form = create("form", "");
    form.method = "dialog";
    // The first button gets the focus.
    const [no, yes] = [create("button", "", "Cancel"), create("button", "", "Continue")];
    yes.value = "yes";
    form.append(no, yes);
    dialog.append(create("p", "", question), form);
    document.body.append(dialog);
    applyThemeOf(this.#extensions(), dialog, changesPanelStyle);
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(dialog.returnValue === "yes");
      });
    });
  }

  tell(message: string, restore?: () => void): void {
    this.#hide();
    const toast = create("div", "tandem-toast");
    toast.setAttribute("role", "status");
    toast.append(create("span", "", message));
    const stop = this.#clock.after(shownMs, () => this.#hide());
    this.#hide = () => {
      stop();
      toast.remove();
    };
    if (restore) {
      const button = create("button", "", "Restore");
      button.type = "button";
      button.addEventListener("click", () => {
        this.#hide();
        restore();
      });
      toast.append(button);
    }
    document.body.append(toast);
    applyThemeOf(this.#extensions(), toast, changesPanelStyle);
  }

  close(): void {
    this.#hide();
  }
}
