/**
 * The tabs that a window has in front: one for each editor group, the active group, and the history, so that closing a tab
 * restores the previous one. Pure.
 */
import type { Group, Tab, View } from "../../messages.js";

export interface WindowView extends View {
  /** Tabs that have been in front, most recent last. */
  readonly recent: readonly string[];
}

export const emptyView: WindowView = { front: [null, null], group: 0, recent: [] };

type GroupedTab = Pick<Tab, "id" | "group">;

export function activeTab(view: View): string | null {
  return view.front[view.group];
}

/** Brings a tab to the front of its group. `isActive` also activates the group. */
export function bringToFront(view: WindowView, tab: GroupedTab, isActive = true): WindowView {
  return {
    front: replaceFront(view.front, tab.group, tab.id),
    group: isActive ? tab.group : view.group,
    recent: [...view.recent.filter((id) => id !== tab.id), tab.id],
  };
}

/** Adapts a view to the current tabs. Closed tabs are replaced by the previous one, and moved tabs stay in front. */
export function settle(view: WindowView, tabs: readonly GroupedTab[]): WindowView {
  const byId = new Map(tabs.map((tab) => [tab.id, tab]));
  const recent = view.recent.filter((id) => byId.has(id));
  let { front, group } = view;
  for (const side of [0, 1] as const) {
    const tab = byId.get(front[side] ?? "");
    if (!tab || tab.group === side) continue;
    // The tab moved to the other group. Keep it in front and active.
    front = replaceFront(front, tab.group, tab.id);
    if (view.group === side) group = tab.group;
  }
  for (const side of [0, 1] as const) {
    if (byId.get(front[side] ?? "")?.group !== side) front = replaceFront(front, side, latestOf(side, recent, tabs));
  }
  if (front[group] === null) group = front[0] === null && front[1] !== null ? 1 : 0;
  return { front, group, recent };
}

function latestOf(group: Group, recent: readonly string[], tabs: readonly GroupedTab[]): string | null {
  const inGroup = tabs.filter((tab) => tab.group === group).map((tab) => tab.id);
  return recent.findLast((id) => inGroup.includes(id)) ?? inGroup[0] ?? null;
}

function replaceFront(front: View["front"], group: Group, tab: string | null): View["front"] {
  return group === 0 ? [tab, front[1]] : [front[0], tab];
}

/** Compares two views without their history. */
export function isSameView(a: View, b: View): boolean {
  return a.group === b.group && a.front[0] === b.front[0] && a.front[1] === b.front[1];
}

/** Returns the tab before or after the active one, wrapping around. Undefined if it is the only one. */
export function neighbourOf(view: View, tabs: readonly GroupedTab[], step: 1 | -1): GroupedTab | undefined {
  const bar = tabs.filter((tab) => tab.group === view.group);
  const at = bar.findIndex((tab) => tab.id === activeTab(view));
  const next = bar[(at + step + bar.length) % bar.length];
  return at < 0 || bar.length < 2 ? undefined : next;
}
