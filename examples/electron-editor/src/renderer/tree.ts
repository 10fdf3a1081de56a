/** The file tree. Folders load when they are expanded. */
import type { FilesBridge, TreeEntry } from "../shared.js";

export interface TreeOptions {
  readonly element: HTMLElement;
  readonly files: FilesBridge;
  readonly open: (path: string, isPreview: boolean) => void;
  readonly menu: (path: string, x: number, y: number) => void;
}

export class Tree {
  readonly #options: TreeOptions;
  readonly #expanded = new Set<string>();
  readonly #entries = new Map<string, readonly TreeEntry[]>();
  #folders: readonly string[] = [];
  #front: string | undefined;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  async setFolders(folders: readonly string[]): Promise<void> {
    this.#folders = folders;
    for (const folder of folders) this.#expanded.add(folder);
    await Promise.all(folders.map((folder) => this.#load(folder)));
    this.#render();
  }

  setFront(path: string | undefined): void {
    if (path === this.#front) return;
    this.#front = path;
    for (const row of this.#options.element.querySelectorAll<HTMLElement>('[role="treeitem"]'))
      row.setAttribute("aria-selected", String(row.dataset.path === path));
  }

  async changed(folder: string): Promise<void> {
    if (!this.#expanded.has(folder)) return;
    await this.#load(folder);
    this.#render();
  }

  async #load(folder: string): Promise<void> {
    try {
      this.#entries.set(folder, await this.#options.files.list(folder));
    } catch {
      // The folder is gone, and its parent will be reloaded too.
      this.#entries.delete(folder);
    }
  }

  async #toggle(folder: string): Promise<void> {
    if (this.#expanded.delete(folder)) {
      this.#render();
      return;
    }
    this.#expanded.add(folder);
    await this.#load(folder);
    this.#render();
  }

  #render(): void {
    const { element } = this.#options;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.path : undefined;
    const hadFocus = element.contains(document.activeElement);
    const top = element.scrollTop;
    const roots = this.#folders.flatMap((path) => this.#rows({ path, name: nameOf(path), isFolder: true }));
    element.replaceChildren(...roots);
    element.scrollTop = top;
    if (hadFocus)
      [...element.querySelectorAll<HTMLElement>("[data-path]")].find((row) => row.dataset.path === focused)?.focus();
  }

  #rows(entry: TreeEntry): HTMLElement[] {
    const row = this.#rowOf(entry);
    const entries = this.#expanded.has(entry.path) ? this.#entries.get(entry.path) : undefined;
    if (!entries) return [row];
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.append(...entries.flatMap((each) => this.#rows(each)));
    return [row, group];
  }

  #rowOf({ path, name, isFolder }: TreeEntry): HTMLElement {
    const { open, menu } = this.#options;
    const row = document.createElement("div");
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-selected", String(path === this.#front));
    row.tabIndex = 0;
    row.dataset.path = path;
    row.textContent = name;
    row.title = path;
    if (isFolder) row.setAttribute("aria-expanded", String(this.#expanded.has(path)));
    row.addEventListener("click", () => (isFolder ? void this.#toggle(path) : open(path, true)));
    row.addEventListener("dblclick", () => (isFolder ? undefined : open(path, false)));
    row.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      menu(path, event.clientX, event.clientY);
    });
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter") row.click();
      else if (event.key === "ArrowDown" || event.key === "ArrowUp")
        this.#step(row, event.key === "ArrowDown" ? 1 : -1);
      else return;
      event.preventDefault();
    });
    return row;
  }

  #step(row: HTMLElement, by: number): void {
    const rows = [...this.#options.element.querySelectorAll<HTMLElement>('[role="treeitem"]')];
    rows[rows.indexOf(row) + by]?.focus();
  }
}

export function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}
