/** Notices who comes and goes. */
import type { ClientInfo, EndpointStatus } from "@tandem/server";
import type { ServeEvent } from "./events.js";

/** Returns a listener for the status. A client counts from when it has introduced itself: before, it has no name. */
export function watchClients(tell: (event: ServeEvent) => void): (status: EndpointStatus) => void {
  const known = new Map<string, ClientInfo>();
  return ({ clients }) => {
    const present = new Set(clients.map(({ id }) => id));
    for (const [id, { name, version }] of known)
      if (!present.has(id)) {
        known.delete(id);
        tell({ event: "client-disconnected", client: { name, version } });
      }
    for (const client of clients) {
      const { id, name, version } = client;
      if (known.has(id) || version === "") continue;
      known.set(id, client);
      tell({ event: "client-connected", client: { name, version } });
    }
  };
}
