/**
 * Where this window serves, so that it serves there again after the plugin was switched off and on or the app reloaded
 * (CON-09): a client dials the same port with the same token, and never reads the lock again.
 *
 * It is kept in the window's session storage, which lives as long as the window and survives a reload. Not in data.json,
 * which is synchronised to other machines, nor in the vault's local storage, which outlives the session.
 */
import type { AddressStore } from "@tandem/server";
import { propertyOf } from "../unknown-values.js";

const key = "tandem-address";

export function keptAddress(storage: Storage, folder: string): AddressStore {
  return {
    load() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(key) ?? "null");
        const [port, authToken] = [propertyOf(kept, "port"), propertyOf(kept, "authToken")];
        const isOurs = propertyOf(kept, "folder") === folder;
        return isOurs && typeof port === "number" && typeof authToken === "string" ? { port, authToken } : undefined;
      } catch {
        return undefined;
      }
    },
    save({ port, authToken }) {
      storage.setItem(key, JSON.stringify({ port, authToken, folder }));
    },
  };
}
