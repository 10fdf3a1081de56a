/** The endpoint of this window, at the address of before if the window was reloaded. */

import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "@tandem/base";
import type { Editor, Endpoint, EndpointOptions, EndpointStatus } from "@tandem/server";
import type { AddressBook, AddressBookOptions, NewAddress } from "./address-book.js";
import { patienceMs as windowPatienceMs } from "./are-you-there.js";

type EndpointPart = typeof import("./endpoint-part.js");

/** A client redials for 15 seconds; after that it waits for its user. */
const patienceMs = 16_000;

export interface WindowEndpointOptions {
  readonly editor: Editor;
  /** Loads what serves. */
  readonly loadPart: () => Promise<EndpointPart>;
  readonly book: AddressBookOptions;
  /** What names the workspace across a reload: its file and its folders. */
  readonly workspace: () => readonly string[];
  /** The workspace was made of a window, and the user has not given it a name. */
  readonly isMadeWorkspace: () => boolean;
  readonly ideOptions: () => EndpointOptions;
  /** Resolves when the window has answered; with a window that has gone, never. */
  readonly askWindow: () => Promise<unknown>;
  /** The window has gone without a word, and another one is about to take its place. */
  readonly abandoned: () => Promise<void>;
  readonly changed: () => void;
  readonly log: (message: string) => void;
}

export type WindowEndpointState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly ide: Endpoint; readonly status: EndpointStatus; readonly isMissed: boolean }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "closed" };

interface Address {
  readonly port: number;
  readonly authToken: string;
}

export class WindowEndpoint {
  readonly #options: WindowEndpointOptions;
  #part: EndpointPart | undefined;
  #book: AddressBook | undefined;
  #ide: Endpoint | undefined;
  #failure: string | undefined;
  #isClosed = false;
  /** Clients were connected before the reload and none has come back in time: they need their user now. */
  #isMissed = false;
  #missing: NodeJS.Timeout | undefined;
  #knownClients = 0;
  #endAnswers: (() => void) | undefined;
  #isAnswering = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: WindowEndpointOptions) {
    this.#options = options;
  }

  get state(): WindowEndpointState {
    if (this.#isClosed) return { kind: "closed" };
    if (this.#ide) return { kind: "running", ide: this.#ide, status: this.#ide.status, isMissed: this.#isMissed };
    return this.#failure === undefined ? { kind: "starting" } : { kind: "failed", reason: this.#failure };
  }

  get ide(): Endpoint | undefined {
    return this.#ide;
  }

  start(): Promise<void> {
    return this.#inTurn(async () => {
      const { loadPart, book: options, workspace, log } = this.#options;
      this.#part = await loadPart();
      const book = new this.#part.AddressBook(options);
      this.#book = book;
      await book
        .askOthers(workspace(), () => this.#isClosed)
        .catch((error) => log(`Other windows could not be asked whether they are still there: ${error}`));
      await this.#openKept(book);
    });
  }

  /** Ends every connection and begins anew with the same port and token: clients dial those again by themselves. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      const ide = this.#ide;
      const before = ide && { port: ide.port, authToken: ide.authToken };
      this.#ide = undefined;
      await ide?.close();
      await this.#open(before);
    });
  }

  /** The folders of the window are others now. */
  async foldersChanged(): Promise<void> {
    await this.#inTurn(() => this.#keep());
  }

  /** Whether this is the end of the window or a reload of it is not known here: the address is kept for a moment. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inTurn(() => this.#leave());
  }

  /** At the address of before, if there is one. */
  async #openKept(book: AddressBook): Promise<void> {
    if (this.#isClosed) return;
    const { workspace, isMadeWorkspace, log } = this.#options;
    const kept = await book.take(workspace(), isMadeWorkspace());
    await this.#open(kept);
    if (kept && kept.clients > 0 && this.#ide?.port === kept.port) this.#expectClients();
    else this.#isMissed = (kept?.clients ?? 0) > 0;
    try {
      this.#endAnswers = book.whenAsked(() => void this.#answer(book));
    } catch (error) {
      log(`Windows that come later cannot ask this one whether it is there: ${error}`);
    }
  }

  /** Another window on this workspace asks whether this one is still there. */
  async #answer(book: AddressBook): Promise<void> {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    const { askWindow, abandoned, log } = this.#options;
    try {
      const answered = askWindow();
      const isThere = await Promise.race([answered.then(() => true), wait(windowPatienceMs, false)]);
      if (isThere) return await book.answer();
      log("The window has gone without a word: the new one on the same workspace takes its place");
      await abandoned();
      await this.#inTurn(() => this.#leave());
      await answered;
      await this.#inTurn(() => this.#openKept(book));
    } catch (error) {
      log(`Another window asked whether this one is still there, which cannot be told: ${error}`);
    } finally {
      this.#isAnswering = false;
    }
  }

  /** The port first: whoever reads that this is over may take it at once. */
  async #leave(): Promise<void> {
    clearTimeout(this.#missing);
    this.#endAnswers?.();
    const ide = this.#ide;
    if (!ide) return;
    const address = this.#address(ide);
    await ide.close();
    this.#ide = undefined;
    await this.#write({ ...address, endedAt: Date.now() });
  }

  async #open(address: Address | undefined): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#ide = await this.#create(address);
      this.#failure = undefined;
      this.#ide.onStatusChanged((status) => this.#statusChanged(status));
      await this.#keep();
    } catch (error) {
      this.#failure = messageOf(error);
      this.#options.log(this.#failure);
    }
    this.#options.changed();
  }

  async #create(address: Address | undefined): Promise<Endpoint> {
    const { editor, ideOptions } = this.#options;
    if (!this.#part) throw new Error("Tandem is not loaded. Reload the window.");
    const { createEndpoint, StartError } = this.#part;
    if (!address) return await createEndpoint(editor, ideOptions());
    const { port, authToken } = address;
    try {
      return await createEndpoint(editor, { ...ideOptions(), port, authToken });
    } catch (error) {
      if (!(error instanceof StartError && error.code === "port-taken")) throw error;
      this.#options.log(`Port ${port} of before is taken by another program: clients find the new one with /ide`);
      return await createEndpoint(editor, ideOptions());
    }
  }

  #statusChanged({ clients }: EndpointStatus): void {
    if (clients.length > 0) {
      clearTimeout(this.#missing);
      this.#isMissed = false;
    }
    // For after a crash, which says nothing.
    if (clients.length !== this.#knownClients) void this.#inTurn(() => this.#keep());
    this.#options.changed();
  }

  #expectClients(): void {
    this.#missing = setTimeout(() => {
      this.#isMissed = this.#ide?.status.clients.length === 0;
      this.#options.changed();
    }, patienceMs);
  }

  async #keep(): Promise<void> {
    if (this.#ide) await this.#write(this.#address(this.#ide));
  }

  #address({ port, authToken, status }: Endpoint): NewAddress {
    this.#knownClients = status.clients.length;
    return { port, authToken, workspace: [...this.#options.workspace()], clients: this.#knownClients };
  }

  async #write(address: NewAddress): Promise<void> {
    await this.#book
      ?.keep(address)
      .catch((error) => this.#options.log(`The address for a reload of the window could not be kept: ${error}`));
  }

  /** One after the other, so that nothing opens what another is about to close. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
