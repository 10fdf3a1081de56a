/** Where clients of an endpoint connect. */
import type { Awaitable } from "./hub/editor.js";

export interface Address {
  readonly port: number;
  /** Keep it out of logs and arguments. */
  readonly authToken: string;
}

/**
 * Where an endpoint served, kept from one process to the next.
 *
 * @example
 * const address: AddressStore = {
 *   load: () => readSecret("tandem-address"),
 *   save: (kept) => writeSecret("tandem-address", kept),
 * };
 */
export interface AddressStore {
  load(): Awaitable<Address | undefined>;
  save(address: Address): Awaitable<void>;
}
