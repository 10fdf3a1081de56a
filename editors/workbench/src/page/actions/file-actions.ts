/** What the user can do with files and tabs. Errors are shown as toasts. */
import type { Group, Params, Tab } from "../../messages.js";
import type { KernelFacts } from "../../messages-notebook.js";
import type { ActionParts } from "./action-parts.js";

interface FileActionParts extends ActionParts {
  /** Called before a tab closes. */
  closing(tab: Tab): void;
}

export class FileActions {
  readonly #parts: FileActionParts;

  constructor(parts: FileActionParts) {
    this.#parts = parts;
  }

  /** Opens a file and brings it to the front. A preview is replaced by the next one. */
  async open(path: string, options: { preview: boolean; focus: boolean; group?: Group }): Promise<void> {
    const { connection, layout, store, toasts } = this.#parts;
    const group = options.group ?? store.view.peek().group;
    await toasts.attempt(async () => {
      const { tab } = await connection.request("tab.open", { path, preview: options.preview, group });
      layout.bring(tab, options.focus);
    });
  }

  /** Opens a file in the group that isn't active. */
  async openToSide(path: string): Promise<void> {
    const { group, front } = this.#parts.store.view.peek();
    const isAlone = front[0] === null && front[1] === null;
    await this.open(path, { preview: false, focus: true, group: isAlone ? 0 : other(group) });
  }

  /** Shows the active file in both groups. */
  async split(): Promise<void> {
    const { active } = this.#parts.layout;
    if (active) await this.openToSide(active.path);
  }

  /** Returns true if the file was written. */
  async save(path: string, overwrite = false): Promise<boolean> {
    const { toasts } = this.#parts;
    return await toasts.attempt(async () => {
      const { status } = await this.#save(path, overwrite);
      if (status !== "saved") {
        const text = "Not saved: the file has changed on disk. Resolve the conflict in the banner above.";
        toasts.show({ kind: "warning", text, topic: `conflict:${path}` });
      }
      return status === "saved";
    });
  }

  async saveAll(): Promise<void> {
    const paths = this.#parts.layout.tabs.filter((tab) => tab.kind === "file" && tab.isDirty).map((tab) => tab.path);
    for (const path of new Set(paths)) await this.save(path);
  }

  /** Discards unsaved changes. */
  async reload(path: string): Promise<void> {
    await this.#request("document.reload", { path });
  }

  /** Closes a tab. Asks first if unsaved changes or running code would be lost. */
  async close(tab: Tab, discard = false): Promise<void> {
    const kernel = this.#kernelOf(tab);
    if (kernel?.status !== "busy" || discard) {
      await this.#close(tab, discard);
      return;
    }
    this.#parts.store.dialog.value = {
      kind: "confirm",
      title: `Close ${tab.label} while it's running code?`,
      text: "The code will stop and all variables will be lost.",
      button: "Close",
      run: () => void this.#close(tab, discard),
    };
  }

  async saveAndClose(tab: Tab): Promise<void> {
    if (await this.save(tab.path)) await this.close(tab);
  }

  async keep(tab: Tab, isPinned: boolean): Promise<void> {
    await this.#request("tab.keep", { tab: tab.id, isPinned });
  }

  async move(tab: Tab, group: Group, index: number): Promise<void> {
    const { connection, layout, toasts } = this.#parts;
    await toasts.attempt(async () => {
      await connection.request("tab.move", { tab: tab.id, group, index });
      layout.bring(tab.id, true);
      if (layout.tab(tab.id)?.group === group) return;
      // The answer can arrive before the model does. The editor loses the focus when it moves.
      const stop = connection.on("model", () => {
        stop();
        layout.bring(tab.id, true);
      });
    });
  }

  async moveToOtherGroup(tab: Tab): Promise<void> {
    await this.move(tab, other(tab.group), Number.MAX_SAFE_INTEGER);
  }

  async create(path: string): Promise<boolean> {
    return await this.#request("file.create", { path });
  }

  async addFolder(path: string): Promise<boolean> {
    return await this.#request("folder.add", { path });
  }

  async removeFolder(path: string): Promise<void> {
    await this.#request("folder.remove", { path });
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
    await toasts.attempt(async () => {
      if (tab.kind === "file") await documents.confirmed(tab.path);
      this.#parts.closing(tab);
      const { status } = await connection.request("tab.close", { tab: tab.id, discard });
      if (status === "unsaved-changes") store.dialog.value = { kind: "close-tab", tab: tab.id };
      else if (kernel && kernel.status !== "not started")
        toasts.showInfo(`The kernel for ${tab.label} was shut down. Its variables are lost.`);
    });
  }

  /** The kernel that ends with this tab. */
  #kernelOf(tab: Tab): KernelFacts | undefined {
    const { store, layout } = this.#parts;
    const isLast = layout.tabs.filter((each) => each.kind === "file" && each.path === tab.path).length === 1;
    if (tab.kind !== "file" || !isLast) return undefined;
    return store.model.peek()?.kernels?.find(({ path }) => path === tab.path);
  }

  /** Returns true if the request succeeded. */
  async #request<M extends "document.reload" | "file.create" | "folder.add" | "folder.remove" | "tab.keep">(
    method: M,
    params: Params<M>,
  ): Promise<boolean> {
    return (await this.#parts.toasts.attempt(() => this.#parts.connection.request(method, params))) !== false;
  }
}

function other(group: Group): Group {
  return group === 0 ? 1 : 0;
}
