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

/** A client that may be one of several of the same name. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly pid?: number;
}

/** What a client is called: by its process too where others of its name are connected, since a number would move on. */
export function clientName(client: Omit<Named, "pid">, connected: readonly Named[]): string {
  const namesakes = connected.filter(({ name }) => name === client.name);
  const pid = connected.find(({ id }) => id === client.id)?.pid;
  const which = pid === undefined ? `client ${client.id.slice(0, 4)}` : `process ${pid}`;
  return `${client.name} ${client.version}${namesakes.length > 1 ? `, ${which}` : ""}`;
}

/** By client, in the order of the tabs. */
export function groupByClient(waiting: readonly ReviewTab[], connected: readonly Named[]): readonly ReviewsOfClient[] {
  const groups = new Map<string, { id: string; name: string; tabs: ReviewTab[] }>();
  for (const tab of waiting) {
    const { client } = tab.review;
    const group = groups.get(client.id) ?? { id: client.id, name: clientName(client, connected), tabs: [] };
    group.tabs.push(tab);
    groups.set(client.id, group);
  }
  return [...groups.values()];
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
