/** What one window has in front, and had before. */
import type { Group, View } from "../messages.js";
import type { FileTabState, TabState, Tabs } from "./tabs.js";

/** So many are remembered: who closes one tab after another wants the one before each time. */
const maxRecent = 200;

export class WindowView {
  readonly #tabs: Tabs;
  /** Latest first; the first of a half that is still open is the one in front there. */
  #recent: readonly string[];
  #group: Group;

  constructor(tabs: Tabs, from?: WindowView) {
    this.#tabs = tabs;
    this.#recent = from ? from.#recent : [];
    this.#group = from ? from.#group : 0;
  }

  get group(): Group {
    return this.#tabs.all.some((tab) => tab.group === this.#group) ? this.#group : 0;
  }

  get value(): View {
    return { front: [this.front(0)?.id ?? null, this.front(1)?.id ?? null], group: this.group };
  }

  front(group: Group): TabState | undefined {
    return this.#inOrder(group)[0];
  }

  /** The file that the user is at: the one in front of the active half, or behind a review there. */
  get activeFile(): FileTabState | undefined {
    const isFile = (tab: TabState): tab is FileTabState => tab.kind === "file";
    return this.#inOrder(this.group).find(isFile) ?? this.#inOrder(this.group === 0 ? 1 : 0).find(isFile);
  }

  /** Puts a tab in front in its half, and makes that half the active one. */
  show(tab: TabState): void {
    this.#recent = [tab.id, ...this.#recent.filter((id) => id !== tab.id)].slice(0, maxRecent);
    this.#group = tab.group;
  }

  set({ front, group }: View): void {
    const other = group === 0 ? 1 : 0;
    for (const each of [other, group] as const) {
      const tab = this.#tabs.get(front[each] ?? "");
      if (tab?.group === each) this.show(tab);
    }
    this.#group = group;
  }

  /** The tabs of a half, what was in front last first; those that never were in front come in their own order. */
  #inOrder(group: Group): TabState[] {
    const rank = new Map(this.#recent.map((id, index) => [id, index]));
    return this.#tabs.all
      .filter((tab) => tab.group === group)
      .sort((a, b) => (rank.get(a.id) ?? maxRecent) - (rank.get(b.id) ?? maxRecent));
  }
}
