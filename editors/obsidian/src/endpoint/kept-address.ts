/**
 * Where this window serves, so that it serves there again after the plugin was switched off and on or the app reloaded
 * (CON-09): a client dials the same port with the same token, and never reads the lock again.
 *
 * It is kept in the window's session storage, which lives as long as the window and survives a reload. Not in data.json,
 * which is synchronised to other machines, nor in the vault's local storage, which outlives the session.
 */
import { propertyOf } from "../unknown-values.js";

export interface Address {
  readonly port: number;
  readonly authToken: string;
}

const key = "tandem-address";
export class KeptAddress {
  readonly #storage: Storage;
  readonly #folder: string;

  constructor(storage: Storage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  get(): Address | undefined {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(key) ?? "null");
      const [port, authToken, folder] = [
        propertyOf(kept, "port"),
        propertyOf(kept, "authToken"),
        propertyOf(kept, "folder"),
      ];
      if (typeof port !== "number" || typeof authToken !== "string" || folder !== this.#folder) return undefined;
      return { port, authToken };
    } catch {
      return undefined;
    }
  }

  set({ port, authToken }: Address): void {
    this.#storage.setItem(key, JSON.stringify({ port, authToken, folder: this.#folder }));
  }
}
