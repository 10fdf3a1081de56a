/** The endpoint of this window, at the address of before if there is one. */

import { messageOf } from "@tandem/base";
import {
  createEndpoint,
  type Editor,
  type Endpoint,
  type EndpointOptions,
  type EndpointStatus,
  StartError,
} from "@tandem/server";
import type { Address, KeptAddress } from "./kept-address.js";

/** The one of before may still be closing its door, in this window or in what it was before a reload. */
const patienceMs = 3_000;
const againMs = 100;

export interface VaultEndpointOptions {
  readonly editor: Editor;
  readonly address: KeptAddress;
  readonly ideOptions: () => EndpointOptions;
  readonly changed: () => void;
  readonly log: (message: string) => void;
}

export type VaultEndpointState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly ide: Endpoint; readonly status: EndpointStatus }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "closed" };

export class VaultEndpoint {
  readonly #options: VaultEndpointOptions;
  readonly #closing = new AbortController();
  #ide: Endpoint | undefined;
  #failure: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: VaultEndpointOptions) {
    this.#options = options;
  }
  get state(): VaultEndpointState {
    if (this.#closing.signal.aborted) return { kind: "closed" };
    if (this.#ide) return { kind: "running", ide: this.#ide, status: this.#ide.status };
    return this.#failure === undefined ? { kind: "starting" } : { kind: "failed", reason: this.#failure };
  }
  get ide(): Endpoint | undefined {
    return this.#ide;
  }
  start(): Promise<void> {
    return this.#inTurn(() => this.#open());
  }
  /** Ends every connection and begins anew with the same port and token: clients dial those again by themselves. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      const ide = this.#ide;
      this.#ide = undefined;
      this.#options.changed();
      await ide?.close();
      await this.#open();
    });
  }
  /** The lock goes at once, for a window that may not wait for the rest. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#ide?.removeLock();
    await this.#inTurn(async () => {
      const ide = this.#ide;
      this.#ide = undefined;
      await ide?.close();
    });
  }
  async #open(): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    try {
      const ide = await this.#create(this.#options.address.get(), signal);
      this.#ide = ide;
      this.#failure = undefined;
      // What the user has paused or kept back while it started counts too.
      const { paused, withhold } = this.#options.ideOptions();
      ide.setPaused(paused === true);
      ide.setWithhold(withhold ?? []);
      ide.onStatusChanged(() => this.#options.changed());
      this.#options.address.set({ port: ide.port, authToken: ide.authToken });
    } catch (error) {
      this.#failure = messageOf(error);
      this.#options.log(`Not serving: ${this.#failure}`);
    }
    this.#options.changed();
  }
  async #create(before: Address | undefined, signal: AbortSignal): Promise<Endpoint> {
    const { editor, ideOptions, log } = this.#options;
    if (!before) return await createEndpoint(editor, ideOptions());
    for (let waited = 0; ; waited += againMs)
      try {
        return await createEndpoint(editor, { ...ideOptions(), ...before });
      } catch (error) {
        if (!(error instanceof StartError && error.code === "port-taken")) throw error;
        if (waited >= patienceMs || signal.aborted) break;
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    log(`Port ${before.port} of before is taken by another program: clients find the new one with /ide`);
    return await createEndpoint(editor, ideOptions());
  }
  /** One after the other, so that nothing opens what another is about to close. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
