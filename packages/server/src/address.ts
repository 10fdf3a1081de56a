import type { Awaitable } from "./hub/editor.js";

/** The port and token with which clients connect. */
export interface Address {
  readonly port: number;
  /** Keep it out of logs and command-line arguments. */
  readonly authToken: string;
}

/**
 * Saves the address of an endpoint for the next process.
 *
 * @example
 * const address: AddressStore = {
 *   load: () => readSecret("tandem-address"),
 *   save: (address) => writeSecret("tandem-address", address),
 * };
 */
export interface AddressStore {
  load(): Awaitable<Address | undefined>;
  save(address: Address): Awaitable<void>;
}
