/**
 * The endpoint of this window, at its previous address if the window was reloaded. Serving and restarting are the endpoint's own;
 * what is here is what only VS Code needs: windows that are reloaded, and windows that go without a word.
 */
import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "@tandem/base";
import type { Address, Editor, Endpoint, EndpointOptions, EndpointStatus, ServingOptions } from "@tandem/server";
import type { AddressBook, AddressBookOptions, KeptAddress } from "./address-book.js";
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
  readonly endpointOptions: () => EndpointOptions;
  /** Those of them that count from the next restart on. */
  readonly servingOptions: () => ServingOptions;
  /** Resolves when the window has answered; with a window that has gone, never. */
  readonly askWindow: () => Promise<unknown>;
  /** The window has gone without a word, and another one is about to take its place. */
  readonly abandoned: () => Promise<void>;
  readonly changed: () => void;
  readonly log: (message: string) => void;
}

export interface WindowStatus extends EndpointStatus {
  /** Clients were connected before the reload and none has come back in time: they need their user now. */
  readonly isMissed: boolean;
}

/** Until what serves is loaded. */
const unloaded: EndpointStatus = {
  state: { kind: "starting" },
  clients: [],
  queuedMentions: 0,
  isPaused: false,
  lastShared: undefined,
};

export class WindowEndpoint {
  readonly #options: WindowEndpointOptions;
  #starting: Promise<void> | undefined;
  #book: AddressBook | undefined;
  #endpoint: Endpoint | undefined;
  #isClosed = false;
  #isMissed = false;
  #missing: NodeJS.Timeout | undefined;
  /** What the address book knows of the status. */
  #written: Pick<KeptAddress, "clients" | "isPaused"> = { clients: 0 };
  #endAnswers: (() => void) | undefined;
  #isAnswering = false;

  constructor(options: WindowEndpointOptions) {
    this.#options = options;
  }

  /** Undefined until what serves is loaded; another one when a window that had gone is back. */
  get current(): Endpoint | undefined {
    return this.#endpoint;
  }

  get status(): WindowStatus {
    return { ...(this.#endpoint?.status ?? unloaded), isMissed: this.#isMissed };
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async restart(): Promise<void> {
    const { servingOptions, log } = this.#options;
    await this.#endpoint?.restart(servingOptions()).catch((error) => log(messageOf(error)));
  }

  /** The folders of the window are others now. */
  async foldersChanged(): Promise<void> {
    if (this.#endpoint?.status.state.kind === "serving") await this.#keep(this.#endpoint);
  }

  /** Whether this is the end of the window or a reload of it is not known here: the address is kept for a moment. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#leave();
    await this.#starting;
  }

  async #start(): Promise<void> {
    const { loadPart, book: options, workspace, log } = this.#options;
    const part = await loadPart();
    const book = new part.AddressBook(options);
    this.#book = book;
    await book
      .askOthers(workspace(), () => this.#isClosed)
      .catch((error) => log(`Other windows could not be asked whether they are still there: ${error}`));
    await this.#open(part, book);
  }

  async #open(part: EndpointPart, book: AddressBook): Promise<void> {
    if (this.#isClosed) return;
    const { editor, endpointOptions, workspace, isMadeWorkspace, log } = this.#options;
    let kept: KeptAddress | undefined;
    const endpoint: Endpoint = part.prepareEndpoint(editor, {
      ...endpointOptions(),
      address: {
        load: async () => {
          kept = await book.take(workspace(), isMadeWorkspace());
          if (kept?.isPaused !== undefined) endpoint.setPaused(kept.isPaused);
          return kept;
        },
        save: (address) => this.#keep(address),
      },
    });
    this.#endpoint = endpoint;
    endpoint.onStatusChanged((status) => this.#statusChanged(status));
    await endpoint.start().catch((error) => log(messageOf(error)));
    if (this.#isClosed) return;
    if (kept && kept.clients > 0 && endpoint.port === kept.port) this.#expectClients();
    else this.#isMissed = (kept?.clients ?? 0) > 0;
    try {
      this.#endAnswers = book.whenAsked(() => void this.#answer(part, book));
    } catch (error) {
      log(`Windows that come later cannot ask this one whether it is there: ${error}`);
    }
    this.#options.changed();
  }

  /** Another window on this workspace asks whether this one is still there. */
  async #answer(part: EndpointPart, book: AddressBook): Promise<void> {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    const { askWindow, abandoned, log } = this.#options;
    try {
      const answered = askWindow();
      const isThere = await Promise.race([answered.then(() => true), wait(windowPatienceMs, false)]);
      if (isThere) return await book.answer();
      log("The window has gone without a word: the new one on the same workspace takes its place");
      await abandoned();
      await this.#leave();
      await answered;
      await this.#open(part, book);
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
    const endpoint = this.#endpoint;
    if (!endpoint || endpoint.status.state.kind === "closed") return;
    const { status } = endpoint;
    await endpoint.close();
    if (endpoint.port > 0) await this.#keep(endpoint, status, { endedAt: Date.now() });
  }

  #statusChanged({ state, clients, isPaused }: EndpointStatus): void {
    if (clients.length > 0) {
      clearTimeout(this.#missing);
      this.#isMissed = false;
    }
    // For after a crash, which says nothing.
    const isKnown = clients.length === this.#written.clients && isPaused === this.#written.isPaused;
    if (state.kind === "serving" && !isKnown) void this.foldersChanged();
    this.#options.changed();
  }

  #expectClients(): void {
    this.#missing = setTimeout(() => {
      this.#isMissed = this.status.clients.length === 0;
      this.#options.changed();
    }, patienceMs);
  }

  async #keep(
    { port, authToken }: Address,
    { clients, isPaused }: EndpointStatus = this.status,
    end: Pick<KeptAddress, "endedAt"> = {},
  ): Promise<void> {
    this.#written = { clients: clients.length, isPaused };
    await this.#book
      ?.keep({ port, authToken, workspace: [...this.#options.workspace()], ...this.#written, ...end })
      .catch((error) => this.#options.log(`The address for a reload of the window could not be kept: ${error}`));
  }
}
