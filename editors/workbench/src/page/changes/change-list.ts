/** The state of the list of changes: what the host sent, and which rows are expanded and selected. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { FileChange } from "@tandem-ide/changes/model";
import type { ListedChanges } from "@tandem-ide/changes/remote";
import { type ChangeRow, changeRows, folderKey } from "@tandem-ide/codemirror";
import type { Connection } from "../core/connection.js";
import type { Toasts } from "../core/toasts.js";

const empty: ListedChanges = { turns: [], undone: [], problems: [] };

export class ChangeList {
  readonly #connection: Connection;
  readonly #toasts: Toasts;
  readonly #listed = signal(empty);
  readonly #toggled = signal<ReadonlySet<string>>(new Set());
  readonly #folderFiles = signal<ReadonlyMap<string, readonly FileChange[]>>(new Map());
  /** The key of the selected row. */
  readonly selected: Signal<string | undefined> = signal(undefined);
  /** The key of a row to scroll to. */
  readonly revealed: Signal<string | undefined> = signal(undefined);
  readonly rows: ReadonlySignal<readonly ChangeRow[]>;
  /** How many files have changes. Git operations don't count. */
  readonly fileCount: ReadonlySignal<number>;

  constructor(connection: Connection, toasts: Toasts) {
    this.#connection = connection;
    this.#toasts = toasts;
    this.rows = computed(() =>
      changeRows(this.#listed.value, { toggled: this.#toggled.value, folderFiles: this.#folderFiles.value }),
    );
    this.fileCount = computed(() => countFiles(this.#listed.value));
    connection.on("changes", (listed) => {
      this.#listed.value = listed;
      this.#refreshFolders(listed);
    });
    this.#followSelection();
  }

  get listed(): ReadonlySignal<ListedChanges> {
    return this.#listed;
  }

  /** Whether a file may have changes. The files of very large turns aren't known. */
  mayContain(path: string): boolean {
    return this.#listed.peek().turns.some(({ files }) => !files || files.some((file) => file.path === path));
  }

  toggle(row: ChangeRow): void {
    if (!("isExpanded" in row)) return;
    const toggled = new Set(this.#toggled.peek());
    if (!toggled.delete(row.key)) toggled.add(row.key);
    this.#toggled.value = toggled;
    if (row.kind === "folder" && !row.isExpanded) void this.#requestFiles(row.turn.id, row.folder.path);
  }

  /** If the selected row is removed, the one that takes its place is selected. */
  #followSelection(): void {
    let index = 0;
    effect(() => {
      const rows = this.rows.value;
      const key = this.selected.value;
      if (key === undefined) return;
      const at = rows.findIndex((row) => row.key === key);
      if (at >= 0) index = at;
      else this.selected.value = rows[Math.min(index, rows.length - 1)]?.key;
    });
  }

  #refreshFolders({ turns }: ListedChanges): void {
    const toggled = this.#toggled.peek();
    for (const { id, folders = [] } of turns)
      for (const { path } of folders) if (toggled.has(folderKey(id, path))) void this.#requestFiles(id, path);
  }

  async #requestFiles(turn: string, folder: string): Promise<void> {
    await this.#toasts.attempt(async () => {
      const files = await this.#connection.request("changes.files", { turn, folder });
      this.#folderFiles.value = new Map([...this.#folderFiles.peek(), [folderKey(turn, folder), files]]);
    });
  }
}

function countFiles({ turns }: ListedChanges): number {
  const paths = new Set<string>();
  let others = 0;
  for (const { kind, files, fileCount } of turns) {
    if (kind === "git") continue;
    if (!files) others += fileCount;
    for (const { path } of files ?? []) paths.add(path);
  }
  return paths.size + others;
}
