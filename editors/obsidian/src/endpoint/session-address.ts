/**
 * Stores this window's address, so that it can serve there again after the plugin is disabled and enabled or the app
 * reloads (CON-09): a client reconnects to the same port with the same token and never reads the lock file again.
 *
 * The window's session storage survives a reload but not the window. data.json is synchronised to other machines, and the
 * vault's local storage outlives the session.
 */
import type { AddressStore } from "@tandem-ide/server";
import { propertyOf } from "../untyped-values.js";

const key = "tandem-address";

export function sessionAddress(storage: Storage, folder: string): AddressStore {
  return {
    load() {
      try {
        const stored: unknown = JSON.parse(storage.getItem(key) ?? "null");
        const [port, authToken] = [propertyOf(stored, "port"), propertyOf(stored, "authToken")];
        const isOurs = propertyOf(stored, "folder") === folder;
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
