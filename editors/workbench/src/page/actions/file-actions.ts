/** What a user does with files and tabs. Each says in a toast what went wrong. */
import type { Group, Tab } from "../../messages.js";
import type { KernelFacts } from "../../messages-notebook.js";
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import type { Documents } from "../documents/documents.js";
import type { Layout } from "../layout/layout.js";
import { conflictTexts } from "../ui/conflict-texts.js";

/** What these need. */
export interface FileActionsParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly toasts: Toasts;
  readonly documents: Documents;
  readonly layout: Layout;
}

/** Opening, saving, closing, moving. */
export class FileActions {
  readonly #parts: FileActionsParts;

  constructor(parts: FileActionsParts) {
    this.#parts = parts;
  }

  /** Puts a file in front; a preview gives way to the next one. */
  async open(path: string, options: { preview: boolean; focus: boolean; group?: Group }): Promise<void> {
    const { connection, layout, store } = this.#parts;
    const group = options.group ?? store.view.peek().group;
    await this.#try(async () => {
      const { tab } = await connection.request("tab.open", { path, preview: options.preview, group });
      layout.bring(tab, options.focus);
    });
  }

  /** Opens a file in the half that is not the active one. */
  async openToSide(path: string): Promise<void> {
    const { store } = this.#parts;
    const { group, front } = store.view.peek();
    const isAlone = front[0] === null && front[1] === null;
    await this.open(path, { preview: false, focus: true, group: isAlone ? 0 : other(group) });
  }

  /** Shows the active file in both halves. */
  async split(): Promise<void> {
    const { active } = this.#parts.layout;
    if (active) await this.openToSide(active.path);
  }

  /** True when the disk has it. */
  async save(path: string, overwrite = false): Promise<boolean> {
    const { toasts } = this.#parts;
    return await this.#try(async () => {
      const { status } = await this.#save(path, overwrite);
      if (status !== "saved") {
        toasts.show({ kind: "warning", text: conflictTexts.notSaved, topic: `conflict:${path}` });
      }
      return status === "saved";
    });
  }

  async saveAll(): Promise<void> {
    const paths = this.#parts.layout.tabs.filter((tab) => tab.kind === "file" && tab.isDirty).map((tab) => tab.path);
    for (const path of new Set(paths)) await this.save(path);
  }

  /** Drops what is unsaved. */
  async reload(path: string): Promise<void> {
    await this.#try(() => this.#parts.connection.request("document.reload", { path }));
  }

  /** Closes a tab; asks first when that would lose something. */
  async close(tab: Tab, discard = false): Promise<void> {
    const { store } = this.#parts;
    const kernel = this.#kernelOf(tab);
    if (kernel?.status !== "busy" || discard) {
      await this.#close(tab, discard);
      return;
    }
    store.dialog.value = {
      kind: "confirm",
      title: `Close ${tab.label}, which runs code?`,
      text: "What it runs ends, and all variables are lost.",
      button: "Close",
      run: () => void this.#close(tab, discard),
    };
  }

  async saveAndClose(tab: Tab): Promise<void> {
    if (await this.save(tab.path)) await this.close(tab);
  }

  async keep(tab: Tab, isPinned: boolean): Promise<void> {
    await this.#try(() => this.#parts.connection.request("tab.keep", { tab: tab.id, isPinned }));
  }

  async move(tab: Tab, group: Group, index: number): Promise<void> {
    const { connection, layout } = this.#parts;
    await this.#try(async () => {
      await connection.request("tab.move", { tab: tab.id, group, index });
      layout.bring(tab.id, true);
      if (layout.tab(tab.id)?.group === group) return;
      // The answer came before the news that the tab is there; its editor loses the keyboard when it goes over.
      const stop = connection.on("model", () => {
        stop();
        layout.bring(tab.id, true);
      });
    });
  }

  async moveToOtherSide(tab: Tab): Promise<void> {
    await this.move(tab, other(tab.group), Number.MAX_SAFE_INTEGER);
  }

  async create(path: string): Promise<boolean> {
    return await this.#try(async () => {
      await this.#parts.connection.request("file.create", { path });
      return true;
    });
  }

  async addFolder(path: string): Promise<boolean> {
    return await this.#try(async () => {
      await this.#parts.connection.request("folder.add", { path });
      return true;
    });
  }

  async removeFolder(path: string): Promise<void> {
    await this.#try(() => this.#parts.connection.request("folder.remove", { path }));
  }

  async #save(path: string, overwrite: boolean): Promise<{ readonly status: "saved" | "changed-on-disk" }> {
    const { connection, documents } = this.#parts;
    try {
      await documents.confirmed(path);
      return await connection.request("document.save", { path, overwrite });
    } catch (error) {
      if (!connection.isAway.peek()) throw error;
      throw new Error(`Not saved. ${connection.awayError().message}`);
    }
  }

  async #close(tab: Tab, discard: boolean): Promise<void> {
    const { connection, documents, store, toasts } = this.#parts;
    const kernel = this.#kernelOf(tab);
    await this.#try(async () => {
      if (tab.kind === "file") await documents.confirmed(tab.path);
      const { status } = await connection.request("tab.close", { tab: tab.id, discard });
      if (status === "unsaved-changes") store.dialog.value = { kind: "close-tab", tab: tab.id };
      else if (kernel && kernel.status !== "not started")
        toasts.show({ kind: "info", text: `The kernel of ${tab.label} has ended, and its variables with it.` });
    });
  }

  /** The kernel that ends with this tab. */
  #kernelOf(tab: Tab): KernelFacts | undefined {
    const { store, layout } = this.#parts;
    const isLast = layout.tabs.filter((each) => each.kind === "file" && each.path === tab.path).length === 1;
    if (tab.kind !== "file" || !isLast) return undefined;
    return store.model.peek()?.kernels?.find(({ path }) => path === tab.path);
  }

  /** False, and a word to the user, when it failed. */
  async #try<T>(action: () => Promise<T>): Promise<T | false> {
    try {
      return await action();
    } catch (error) {
      this.#parts.toasts.showError(error);
      return false;
    }
  }
}

function other(group: Group): Group {
  return group === 0 ? 1 : 0;
}
