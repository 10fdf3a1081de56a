/** The tabs, which all windows share. Each window has its own front tabs. */
import type { Group } from "../messages.js";

interface Common {
  readonly id: string;
  readonly path: string;
  readonly group: Group;
}
export interface FileTabState extends Common {
  readonly kind: "file";
  readonly isPinned: boolean;
  readonly isPreview: boolean;
}
export interface ReviewTabState extends Common {
  readonly kind: "review";
  readonly review: string;
}
/** A file's change in a turn. */
export interface ChangeTabState extends Common {
  readonly kind: "change";
  readonly turn: string;
  readonly isPreview: boolean;
}
export type TabState = FileTabState | ReviewTabState | ChangeTabState;

export class Tabs {
  #tabs: readonly TabState[] = [];
  #count = 0;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** In the order of the tab bars. */
  get all(): readonly TabState[] {
    return this.#tabs;
  }

  get files(): readonly FileTabState[] {
    return this.#tabs.filter((tab) => tab.kind === "file");
  }

  get changes(): readonly ChangeTabState[] {
    return this.#tabs.filter((tab) => tab.kind === "change");
  }

  get(id: string): TabState | undefined {
    return this.#tabs.find((tab) => tab.id === id);
  }

  fileTab(path: string, group?: Group): FileTabState | undefined {
    return this.files.find((tab) => tab.path === path && (group === undefined || tab.group === group));
  }

  reviewTab(review: string): ReviewTabState | undefined {
    return this.#tabs.filter((tab) => tab.kind === "review").find((tab) => tab.review === review);
  }

  /** Opens a file in a group. An ordinary tab stays ordinary if it is opened again as a preview. */
  openFile(path: string, group: Group, isPreview: boolean): FileTabState {
    const known = this.fileTab(path, group);
    if (known) return known.isPreview && !isPreview ? this.#update(known, { isPreview: false }) : known;
    const tab: FileTabState = { id: this.#newId(), kind: "file", path, group, isPinned: false, isPreview };
    this.#set([...this.#tabs, tab]);
    return tab;
  }

  openReview(review: string, path: string, group: Group): ReviewTabState {
    const tab: ReviewTabState = { id: this.#newId(), kind: "review", path, group, review };
    this.#set([...this.#tabs, tab]);
    return tab;
  }

  /** Opens a change in a group, in place of an earlier preview of a change. */
  openChange(turn: string, path: string, group: Group, isPreview: boolean): ChangeTabState {
    const known = this.changes.find((tab) => tab.turn === turn && tab.path === path && tab.group === group);
    if (known) {
      if (!isPreview) this.keep(known.id, false);
      return known;
    }
    const tab: ChangeTabState = { id: this.#newId(), kind: "change", turn, path, group, isPreview };
    const earlier = isPreview ? this.changes.find((each) => each.isPreview && each.group === group) : undefined;
    this.#set([...this.#tabs.filter((each) => each !== earlier), tab]);
    return tab;
  }

  /** Makes a preview an ordinary tab, and pins or unpins a file. Pinned tabs come first. */
  keep(id: string, isPinned: boolean): void {
    const tab = this.get(id);
    if (tab?.kind === "change" && tab.isPreview) this.#set(this.#replaced({ ...tab, isPreview: false }));
    if (tab?.kind !== "file" || (!tab.isPreview && tab.isPinned === isPinned)) return;
    const changed: FileTabState = { ...tab, isPreview: false, isPinned };
    this.#set(tab.isPinned === isPinned ? this.#replaced(changed) : this.#placed(changed, tab.group, 0));
  }

  move(id: string, group: Group, index: number): void {
    const tab = this.get(id);
    if (!tab) return;
    if (tab.kind !== "file" || tab.group === group) {
      this.#set(this.#placed({ ...tab, group }, group, index));
      return;
    }
    // A group shows a file only once.
    const twin = this.fileTab(tab.path, group);
    if (twin) this.#tabs = this.#tabs.filter((each) => each !== twin);
    // The user wants to keep a moved tab, so it is no longer a preview.
    const moved: FileTabState = { ...tab, group, isPreview: false, isPinned: tab.isPinned || twin?.isPinned === true };
    this.#set(this.#placed(moved, group, index));
  }

  close(id: string): void {
    if (this.get(id)) this.#set(this.#tabs.filter((tab) => tab.id !== id));
  }

  #newId(): string {
    return `tab-${++this.#count}`;
  }

  #update(tab: FileTabState, change: Partial<FileTabState>): FileTabState {
    const changed = { ...tab, ...change };
    this.#set(this.#replaced(changed));
    return changed;
  }

  #replaced(tab: TabState): TabState[] {
    return this.#tabs.map((each) => (each.id === tab.id ? tab : each));
  }

  /** Returns the list with the tab at an index of its group, after the pinned ones unless it is pinned. */
  #placed(tab: TabState, group: Group, index: number): TabState[] {
    const rest = this.#tabs.filter((each) => each.id !== tab.id);
    const inGroup = rest.filter((each) => each.group === group);
    const pinned = inGroup.filter((each) => each.kind === "file" && each.isPinned).length;
    const isPinned = tab.kind === "file" && tab.isPinned;
    const position = isPinned ? Math.min(index, pinned) : Math.min(Math.max(index, pinned), inGroup.length);
    inGroup.splice(position, 0, tab);
    return [...rest.filter((each) => each.group !== group), ...inGroup];
  }

  /** If only the second group has tabs, it becomes the first. */
  #set(tabs: readonly TabState[]): void {
    const isFirstGroupEmpty = tabs.length > 0 && tabs.every((tab) => tab.group === 1);
    this.#tabs = isFirstGroupEmpty ? tabs.map((tab) => ({ ...tab, group: 0 as const })) : tabs;
    this.#changed();
  }
}
