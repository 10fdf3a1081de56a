/** Waits for the end of a restart, which a driver may only begin. */
import type { Client } from "@tandem-ide/client";

/** Resolves when a client that reconnects has lost its connection and has a new one. Call it before the restart. */
export function reconnection(client: Client): Promise<void> {
  const reconnected = new Promise<void>((resolve, reject) => {
    let hasDropped = false;
    client.onState((state) => {
      if (state.status === "closed") reject(new Error(state.reason));
      if (state.status === "connected" && hasDropped) resolve();
      hasDropped = true;
    });
  });
  reconnected.catch(() => {}); // An assertion before it is awaited may fail first.
  return reconnected;
}
