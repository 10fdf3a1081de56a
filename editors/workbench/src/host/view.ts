/** The front tabs of one window, and the ones that were in front before. */
import type { Group, View } from "../messages.js";
import type { FileTabState, TabState, Tabs } from "./tabs.js";

/** How many earlier front tabs are remembered, for closing one tab after another. */
const maxRecent = 200;

export class WindowView {
  readonly #tabs: Tabs;
  /** Latest first. The first open tab of a group is its front tab. */
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

  /** The active file: the front tab of the active group, or the one behind a review. */
  get activeFile(): FileTabState | undefined {
    const isFile = (tab: TabState): tab is FileTabState => tab.kind === "file";
    return this.#inOrder(this.group).find(isFile) ?? this.#inOrder(this.group === 0 ? 1 : 0).find(isFile);
  }

  /** Brings a tab to the front of its group and makes that group active. */
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

  /** Returns the tabs of a group, most recent first. Tabs that were never in front keep their order. */
  #inOrder(group: Group): TabState[] {
    const rank = new Map(this.#recent.map((id, index) => [id, index]));
    return this.#tabs.all
      .filter((tab) => tab.group === group)
      .sort((a, b) => (rank.get(a.id) ?? maxRecent) - (rank.get(b.id) ?? maxRecent));
  }
}
