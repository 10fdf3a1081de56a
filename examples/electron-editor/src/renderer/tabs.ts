/** The open files and the active one. */
import type { Extension } from "@codemirror/state";
import type { FilesBridge } from "../shared.js";
import { OpenFile } from "./open-file.js";

export interface TabsOptions {
  readonly files: FilesBridge;
  readonly bar: HTMLElement;
  readonly editors: HTMLElement;
  readonly tandem: (path: string) => Extension;
  readonly changed: () => void;
  readonly confirmDiscard: (name: string) => boolean;
}

export class Tabs {
  readonly #options: TabsOptions;
  readonly #open: OpenFile[] = [];
  readonly #opening = new Map<string, Promise<OpenFile>>();
  #front: OpenFile | undefined;

  constructor(options: TabsOptions) {
    this.#options = options;
  }

  get all(): readonly OpenFile[] {
    return this.#open;
  }

  get front(): OpenFile | undefined {
    return this.#front;
  }

  of(path: string): OpenFile | undefined {
    return this.#open.find((each) => each.path === path);
  }

  /** Opens a file in the active tab or, if `isInFront` is false, in a tab behind it. */
  async open(path: string, isPreview: boolean, isInFront: boolean): Promise<OpenFile> {
    const file = this.of(path) ?? (await this.#load(path, isPreview));
    if (!isPreview) file.isPreview = false;
    if (isInFront || !this.#front) this.#show(file);
    if (isInFront) file.view.focus();
    this.render();
    return file;
  }

  async save(path: string, overwrite = false): Promise<void> {
    const file = this.of(path);
    if (!file) return;
    const { text } = file;
    const outcome = await this.#options.files.save(path, text, overwrite ? null : file.onDisk);
    if (outcome === "saved") file.saved(text);
    else {
      file.isOutdated = true;
      this.render();
      throw new Error(`${file.name} was not saved because it has changed on disk`);
    }
    this.render();
  }

  /** Closes a file. Asks the user if it has unsaved changes. */
  close(path: string): void {
    const file = this.of(path);
    if (!file || (file.isDirty && !this.#options.confirmDiscard(file.name))) return;
    const at = this.#open.indexOf(file);
    this.#open.splice(at, 1);
    const hadFocus = file.view.hasFocus;
    file.destroy();
    if (this.#front === file) {
      this.#front = undefined;
      const next = this.#open[at] ?? this.#open.at(-1);
      if (next) this.#show(next);
      if (hadFocus) next?.view.focus();
    }
    this.render();
  }

  /** Updates a file that has changed on disk, unless it has unsaved changes. */
  async changedOnDisk(path: string): Promise<void> {
    const file = this.of(path);
    if (!file) return;
    const text = await this.#options.files.read(path);
    // The window that saved it gets this too.
    if (text === file.onDisk) file.isOutdated = false;
    else if (file.isDirty) file.isOutdated = true;
    else file.replace(text);
    this.render();
  }

  async reload(path: string): Promise<void> {
    this.of(path)?.replace(await this.#options.files.read(path));
    this.render();
  }

  /** Returns the text on disk, without loading it into the editor. */
  async onDisk(path: string): Promise<string> {
    return await this.#options.files.read(path);
  }

  merge(path: string, onDisk: string, text: string): void {
    this.of(path)?.merge(onDisk, text);
    this.render();
  }

  render(): void {
    const tabs = this.#open.map((file) => this.#tabOf(file));
    this.#options.bar.replaceChildren(...tabs);
    this.#options.changed();
  }

  async #load(path: string, isPreview: boolean): Promise<OpenFile> {
    const opening = this.#opening.get(path) ?? this.#read(path, isPreview);
    this.#opening.set(path, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(path);
    }
  }

  async #read(path: string, isPreview: boolean): Promise<OpenFile> {
    const { files, tandem, editors } = this.#options;
    const text = await files.read(path);
    const file = new OpenFile(path, text, isPreview, tandem(path), () => this.#renderState(file));
    const replaced = isPreview ? this.#open.find((each) => each.isPreview && !each.isDirty) : undefined;
    this.#open.push(file);
    file.element.hidden = true;
    editors.append(file.element);
    if (replaced) this.close(replaced.path);
    return file;
  }

  #show(file: OpenFile): void {
    this.#front = file;
    for (const each of this.#open) each.element.hidden = each !== file;
  }

  /** After each key press, updates only what may have changed. */
  #renderState(file: OpenFile): void {
    const tab = [...this.#options.bar.children].find(
      (each) => each instanceof HTMLElement && each.dataset.path === file.path,
    );
    if (tab instanceof HTMLElement) mark(tab, file, file === this.#front);
    this.#options.changed();
  }

  #tabOf(file: OpenFile): HTMLElement {
    const tab = document.createElement("div");
    tab.className = "tab";
    tab.dataset.path = file.path;
    const name = document.createElement("button");
    name.type = "button";
    name.className = "tab-name";
    name.textContent = file.name;
    name.title = file.path;
    name.setAttribute("role", "tab");
    name.addEventListener("click", () => void this.open(file.path, file.isPreview, true));
    name.addEventListener("dblclick", () => void this.open(file.path, false, true));
    const close = document.createElement("button");
    close.type = "button";
    close.className = "tab-close";
    close.setAttribute("aria-label", `Close ${file.name}`);
    close.addEventListener("click", () => this.close(file.path));
    tab.addEventListener("auxclick", (event) => {
      if (event.button === 1) this.close(file.path);
    });
    tab.append(name, close);
    mark(tab, file, file === this.#front);
    return tab;
  }
}

function mark(tab: HTMLElement, file: OpenFile, isFront: boolean): void {
  tab.dataset.front = String(isFront);
  tab.dataset.dirty = String(file.isDirty);
  tab.dataset.preview = String(file.isPreview);
  tab.firstElementChild?.setAttribute("aria-selected", String(isFront));
}
