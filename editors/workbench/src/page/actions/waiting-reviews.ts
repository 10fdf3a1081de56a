/** The reviews that wait, as pure functions. */
import type { ReviewTab } from "../../messages.js";

/** The one after the active one, around the end; the first when none is active. */
export function nextWaiting(waiting: readonly ReviewTab[], active: string | undefined): ReviewTab | undefined {
  const at = waiting.findIndex((tab) => tab.id === active);
  return waiting[(at + 1) % waiting.length];
}

/** What one client waits for. */
export interface ReviewsOfClient {
  readonly id: string;
  readonly name: string;
  readonly tabs: readonly ReviewTab[];
}

/** By client, in the order of the tabs. Clients of the same name are numbered. */
export function groupByClient(waiting: readonly ReviewTab[]): readonly ReviewsOfClient[] {
  const groups = new Map<string, { id: string; name: string; tabs: ReviewTab[] }>();
  for (const tab of waiting) {
    const { id, name } = tab.review.client;
    const group = groups.get(id) ?? { id, name, tabs: [] };
    group.tabs.push(tab);
    groups.set(id, group);
  }
  const all = [...groups.values()];
  return all.map((group) => {
    const namesakes = all.filter(({ name }) => name === group.name);
    return namesakes.length > 1 ? { ...group, name: `${group.name} (${namesakes.indexOf(group) + 1})` } : group;
  });
}

/** Who is connected, each name and version once. */
export function clientLabels(clients: readonly { readonly name: string; readonly version: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { name, version } of clients) {
    const label = `${name} ${version}`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => (count > 1 ? `${label} ×${count}` : label));
}

/** The words on the button: once something was refused they say how much is left. */
export function acceptLabel(total: number, kept: number | undefined): string {
  if (kept === undefined || kept >= total) return "Accept";
  return `Accept ${kept} of ${total} changes`;
}
