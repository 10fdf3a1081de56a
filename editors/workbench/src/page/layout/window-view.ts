/**
 * What a window has in front, as pure functions: a tab for each half, the active half, and what was in front before,
 * so that closing one brings back the one before it.
 */
import type { Group, Tab, View } from "../../messages.js";

/** A view with its past. */
export interface WindowView extends View {
  /** Tabs that were in front, the latest last. */
  readonly recent: readonly string[];
}

/** That of a window with nothing open. */
export const emptyView: WindowView = { front: [null, null], group: 0, recent: [] };

type PlacedTab = Pick<Tab, "id" | "group">;

/** The tab that the user is at. */
export function activeTab(view: View): string | null {
  return view.front[view.group];
}

/** Puts a tab in front of its half; `isActive` also makes that the active half. */
export function bringToFront(view: WindowView, tab: PlacedTab, isActive = true): WindowView {
  return {
    front: replaceFront(view.front, tab.group, tab.id),
    group: isActive ? tab.group : view.group,
    recent: [...view.recent.filter((id) => id !== tab.id), tab.id],
  };
}

/** Fits a view to the tabs that there are now: closed ones give way to those before them, moved ones stay in front. */
export function settle(view: WindowView, tabs: readonly PlacedTab[]): WindowView {
  const byId = new Map(tabs.map((tab) => [tab.id, tab]));
  const recent = view.recent.filter((id) => byId.has(id));
  let { front, group } = view;
  for (const half of [0, 1] as const) {
    const tab = byId.get(front[half] ?? "");
    if (!tab || tab.group === half) continue;
    // It was moved to the other half, and the eyes with it.
    front = replaceFront(front, tab.group, tab.id);
    if (view.group === half) group = tab.group;
  }
  for (const half of [0, 1] as const) {
    if (byId.get(front[half] ?? "")?.group !== half) front = replaceFront(front, half, latestOf(half, recent, tabs));
  }
  if (front[group] === null) group = front[0] === null && front[1] !== null ? 1 : 0;
  return { front, group, recent };
}

function latestOf(group: Group, recent: readonly string[], tabs: readonly PlacedTab[]): string | null {
  const inGroup = tabs.filter((tab) => tab.group === group).map((tab) => tab.id);
  return recent.findLast((id) => inGroup.includes(id)) ?? inGroup[0] ?? null;
}

function replaceFront(front: View["front"], group: Group, tab: string | null): View["front"] {
  return group === 0 ? [tab, front[1]] : [front[0], tab];
}

/** Whether both show the same; their past does not count. */
export function isSameView(a: View, b: View): boolean {
  return a.group === b.group && a.front[0] === b.front[0] && a.front[1] === b.front[1];
}

/** The tab before or after the active one in its bar, around the ends; undefined when there is no other. */
export function neighbourOf(view: View, tabs: readonly PlacedTab[], step: 1 | -1): PlacedTab | undefined {
  const bar = tabs.filter((tab) => tab.group === view.group);
  const at = bar.findIndex((tab) => tab.id === activeTab(view));
  const next = bar[(at + step + bar.length) % bar.length];
  return at < 0 || bar.length < 2 ? undefined : next;
}
