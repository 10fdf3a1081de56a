/** Questions and messages about changes, for applications without their own. */
import type { Extension } from "@codemirror/state";
import type { ChangePrompts } from "../changes/change-actions.js";
import { create } from "../review/bar-elements.js";
import { applyThemeOf } from "../review/panel-style.js";
import { changesPanelStyle } from "./changes-panel-style.js";
import type { Notices } from "./notices.js";

/** How long a message stays, in ms. */
export const shownMs = 8000;

export class PagePrompts implements ChangePrompts {
  readonly #extensions: () => Extension;
  readonly #notices: Notices;

  constructor(extensions: () => Extension, notices: Notices) {
    this.#extensions = extensions;
    this.#notices = notices;
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
    const action = restore && { label: "Restore", run: restore };
    this.#notices.show("change", { text: message, ms: shownMs, ...(action && { action }) });
  }
}
