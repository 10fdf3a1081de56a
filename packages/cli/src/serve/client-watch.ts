import type { ClientInfo, EndpointStatus } from "@tandem-ide/server";
import type { ServeEvent } from "./events.js";

/** Returns a status listener that reports clients connecting, once they have sent their name, and disconnecting. */
export function watchClients(emit: (event: ServeEvent) => void): (status: EndpointStatus) => void {
  const connected = new Map<string, ClientInfo>();
  return ({ clients }) => {
    const present = new Set(clients.map(({ id }) => id));
    for (const [id, { name, version }] of connected)
      if (!present.has(id)) {
        connected.delete(id);
        emit({ event: "client-disconnected", client: { name, version } });
      }
    for (const client of clients) {
      const { id, name, version } = client;
      if (connected.has(id) || version === "") continue;
      connected.set(id, client);
      emit({ event: "client-connected", client: { name, version } });
    }
  };
}
