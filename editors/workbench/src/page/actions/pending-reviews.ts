/** Groups and labels pending reviews. Pure. */
import type { ReviewTab } from "../../messages.js";

export interface ReviewsOfClient {
  readonly id: string;
  readonly name: string;
  readonly tabs: readonly ReviewTab[];
}

interface NamedClient {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly pid?: number;
}

/** A client's label. If several clients have the same name it includes the process, because an index would change. */
export function clientName(client: Omit<NamedClient, "pid">, connected: readonly NamedClient[]): string {
  const sameName = connected.filter(({ name }) => name === client.name);
  const pid = connected.find(({ id }) => id === client.id)?.pid;
  const which = pid === undefined ? `client ${client.id.slice(0, 4)}` : `process ${pid}`;
  return `${client.name} ${client.version}${sameName.length > 1 ? `, ${which}` : ""}`;
}

/** In tab order. */
export function groupByClient(
  pending: readonly ReviewTab[],
  connected: readonly NamedClient[],
): readonly ReviewsOfClient[] {
  const groups = new Map<string, { id: string; name: string; tabs: ReviewTab[] }>();
  for (const tab of pending) {
    const { client } = tab.review;
    const group = groups.get(client.id) ?? { id: client.id, name: clientName(client, connected), tabs: [] };
    group.tabs.push(tab);
    groups.set(client.id, group);
  }
  return [...groups.values()];
}

/** One label for each name and version, with a count. */
export function clientLabels(clients: readonly { readonly name: string; readonly version: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { name, version } of clients) {
    const label = `${name} ${version}`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => (count > 1 ? `${label} ×${count}` : label));
}
