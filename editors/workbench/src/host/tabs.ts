/** The tabs, which all windows share. What is in front of them is each window's own. */
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
  /** The review's id. */
  readonly review: string;
}
export type TabState = FileTabState | ReviewTabState;

export class Tabs {
  #tabs: readonly TabState[] = [];
  #count = 0;
  readonly #changed: () => void;

  /** `changed` is called after every change. */
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

  get(id: string): TabState | undefined {
    return this.#tabs.find((tab) => tab.id === id);
  }

  fileTab(path: string, group?: Group): FileTabState | undefined {
    return this.files.find((tab) => tab.path === path && (group === undefined || tab.group === group));
  }

  reviewTab(review: string): ReviewTabState | undefined {
    return this.#tabs.filter((tab) => tab.kind === "review").find((tab) => tab.review === review);
  }

  /** The tab of a file in a half; an ordinary one stays ordinary when it is asked for as a preview. */
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

  /** A preview becomes an ordinary tab; pinned ones stand first. */
  keep(id: string, isPinned: boolean): void {
    const tab = this.get(id);
    if (tab?.kind !== "file" || (!tab.isPreview && tab.isPinned === isPinned)) return;
    const kept: FileTabState = { ...tab, isPreview: false, isPinned };
    this.#set(tab.isPinned === isPinned ? this.#replaced(kept) : this.#placed(kept, tab.group, 0));
  }

  move(id: string, group: Group, index: number): void {
    const tab = this.get(id);
    if (!tab) return;
    if (tab.kind === "review" || tab.group === group) {
      this.#set(this.#placed({ ...tab, group }, group, index));
      return;
    }
    // Two tabs of one file in one half would be one too many.
    const twin = this.fileTab(tab.path, group);
    if (twin) this.#tabs = this.#tabs.filter((each) => each !== twin);
    // Who puts a file beside another wants it there for longer than a preview.
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

  /** The list with the tab as the nth of its half, behind the pinned ones unless it is pinned. */
  #placed(tab: TabState, group: Group, index: number): TabState[] {
    const rest = this.#tabs.filter((each) => each.id !== tab.id);
    const half = rest.filter((each) => each.group === group);
    const pinned = half.filter((each) => each.kind === "file" && each.isPinned).length;
    const isPinned = tab.kind === "file" && tab.isPinned;
    const place = isPinned ? Math.min(index, pinned) : Math.min(Math.max(index, pinned), half.length);
    half.splice(place, 0, tab);
    return [...rest.filter((each) => each.group !== group), ...half];
  }

  /** Where only the second half has tabs it becomes the first. */
  #set(tabs: readonly TabState[]): void {
    const isLopsided = tabs.length > 0 && tabs.every((tab) => tab.group === 1);
    this.#tabs = isLopsided ? tabs.map((tab) => ({ ...tab, group: 0 as const })) : tabs;
    this.#changed();
  }
}
