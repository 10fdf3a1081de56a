/** Short messages at the bottom of the page, each with at most one button. */
import type { Extension } from "@codemirror/state";
import type { Clock } from "@tandem-ide/base";
import { create } from "../review/bar-elements.js";
import { applyThemeOf } from "../review/panel-style.js";
import { changesPanelStyle } from "./changes-panel-style.js";

export interface Notice {
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
  /** How long it stays. Without it, until it is hidden. */
  readonly ms?: number;
}

interface Shown {
  readonly notice: Notice;
  stop(): void;
}

export class Notices {
  readonly #extensions: () => Extension;
  readonly #clock: Clock;
  readonly #element = create("div", "tandem-toasts");
  readonly #shown = new Map<string, Shown>();

  constructor(extensions: () => Extension, clock: Clock) {
    this.#extensions = extensions;
    this.#clock = clock;
    this.#element.setAttribute("role", "status");
  }

  /** Shows a notice, replacing any with the same key. */
  show(key: string, notice: Notice): void {
    this.#shown.get(key)?.stop();
    const stop = notice.ms === undefined ? () => {} : this.#clock.after(notice.ms, () => this.hide(key));
    this.#shown.set(key, { notice, stop });
    this.#draw();
  }

  has(key: string): boolean {
    return this.#shown.has(key);
  }

  hide(key: string): void {
    this.#shown.get(key)?.stop();
    if (this.#shown.delete(key)) this.#draw();
  }

  close(): void {
    for (const { stop } of this.#shown.values()) stop();
    this.#shown.clear();
    this.#element.remove();
  }

  #draw(): void {
    this.#element.replaceChildren(...[...this.#shown].map(([key, { notice }]) => this.#toast(key, notice)));
    if (this.#shown.size === 0) this.#element.remove();
    else if (!this.#element.isConnected) document.body.append(this.#element);
    if (this.#shown.size > 0) applyThemeOf(this.#extensions(), this.#element, changesPanelStyle);
  }

  #toast(key: string, { text, action }: Notice): HTMLElement {
    const toast = create("div", "tandem-toast");
    toast.dataset.notice = key;
    toast.append(create("span", "", text));
    const button = (label: string, run: () => void) => {
      const made = create("button", "", label);
      made.type = "button";
      made.addEventListener("click", run);
      toast.append(made);
      return made;
    };
    if (action)
      button(action.label, () => {
        this.hide(key);
        action.run();
      });
    button("✕", () => this.hide(key)).setAttribute("aria-label", "Close this message");
    return toast;
  }
}
