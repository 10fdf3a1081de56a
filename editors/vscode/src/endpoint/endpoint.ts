/** The endpoint of this window. Keeps its address when the window is reloaded, and detects windows that were lost. */
import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "@tandem-ide/base";
import type { Address, Editor, Endpoint, EndpointOptions, EndpointStatus, ServingOptions } from "@tandem-ide/server";
import type { AddressBook, AddressBookOptions, StoredAddress } from "./address-book.js";
import { windowTimeoutMs } from "./window-check.js";

type EndpointPart = typeof import("./endpoint-part.js");

/** A client tries to reconnect for 15 seconds; after that its user has to type /ide. */
const reconnectMs = 16_000;

export interface WindowEndpointOptions {
  readonly editor: Editor;
  readonly loadPart: () => Promise<EndpointPart>;
  readonly book: AddressBookOptions;
  /** The workspace file and the folders, to recognise the workspace after a reload. */
  readonly workspace: () => readonly string[];
  /** Whether VS Code has created the workspace and the user has not saved it. */
  readonly isUntitledWorkspace: () => boolean;
  readonly endpointOptions: () => EndpointOptions;
  /** The options that take effect on a restart. */
  readonly servingOptions: () => ServingOptions;
  /** Resolves when the window has answered, or never if it was lost. */
  readonly askWindow: () => Promise<unknown>;
  /** Called when the window was lost and another one replaces it. */
  readonly abandoned: () => Promise<void>;
  /** Called with each new endpoint, before it starts. */
  readonly opened: (endpoint: Endpoint) => void;
  readonly changed: () => void;
  readonly log: (message: string) => void;
}

export interface WindowStatus extends EndpointStatus {
  /** Whether clients were connected before the reload, and none has reconnected in time. */
  readonly isMissed: boolean;
}

/** The status until the endpoint is loaded. */
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
  /** The status in the address book. */
  #written: Pick<StoredAddress, "clients" | "isPaused"> = { clients: 0 };
  #endAnswers: (() => void) | undefined;
  #isAnswering = false;

  constructor(options: WindowEndpointOptions) {
    this.#options = options;
  }

  /** Undefined until the endpoint is loaded. Replaced when a lost window is back. */
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

  /** Stores the address with the current folders. */
  async foldersChanged(): Promise<void> {
    if (this.#endpoint?.status.state.kind === "serving") await this.#store(this.#endpoint);
  }

  /** The address is kept for a while, because the window may only be reloading. */
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
      .catch((error) => log(`Couldn't check whether other windows still exist: ${error}`));
    await this.#open(part, book);
  }

  async #open(part: EndpointPart, book: AddressBook): Promise<void> {
    if (this.#isClosed) return;
    const { editor, endpointOptions, workspace, isUntitledWorkspace, log } = this.#options;
    let stored: StoredAddress | undefined;
    const endpoint: Endpoint = part.prepareEndpoint(editor, {
      ...endpointOptions(),
      address: {
        load: async () => {
          stored = await book.take(workspace(), isUntitledWorkspace());
          if (stored?.isPaused !== undefined) endpoint.setPaused(stored.isPaused);
          return stored;
        },
        save: (address) => this.#store(address),
      },
    });
    this.#endpoint = endpoint;
    this.#options.opened(endpoint);
    endpoint.onStatusChanged((status) => this.#statusChanged(status));
    await endpoint.start().catch((error) => log(messageOf(error)));
    if (this.#isClosed) return;
    if (stored && stored.clients > 0 && endpoint.port === stored.port) this.#expectClients();
    else this.#isMissed = (stored?.clients ?? 0) > 0;
    try {
      this.#endAnswers = book.whenAsked(() => void this.#answer(part, book));
    } catch (error) {
      log(`Other windows can't check whether this one still exists: ${error}`);
    }
    this.#options.changed();
  }

  /** Answers another window of this workspace that asks whether this one still exists. */
  async #answer(part: EndpointPart, book: AddressBook): Promise<void> {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    const { askWindow, abandoned, log } = this.#options;
    try {
      const answered = askWindow();
      const isThere = await Promise.race([answered.then(() => true), wait(windowTimeoutMs, false)]);
      if (isThere) return await book.answer();
      log("This window was lost and has been replaced by a new window for the same workspace");
      await abandoned();
      await this.#leave();
      await answered;
      await this.#open(part, book);
    } catch (error) {
      log(`Couldn't answer another window that asked whether this one still exists: ${error}`);
    } finally {
      this.#isAnswering = false;
    }
  }

  /** Closes the port before the address is marked as ended, because another window may then use it immediately. */
  async #leave(): Promise<void> {
    clearTimeout(this.#missing);
    this.#endAnswers?.();
    const endpoint = this.#endpoint;
    if (!endpoint || endpoint.status.state.kind === "closed") return;
    const { status } = endpoint;
    await endpoint.close();
    if (endpoint.port > 0) await this.#store(endpoint, status, { endedAt: Date.now() });
  }

  #statusChanged({ state, clients, isPaused }: EndpointStatus): void {
    if (clients.length > 0) {
      clearTimeout(this.#missing);
      this.#isMissed = false;
    }
    // Stored on every change, because there is no warning before a crash.
    const isStored = clients.length === this.#written.clients && isPaused === this.#written.isPaused;
    if (state.kind === "serving" && !isStored) void this.foldersChanged();
    this.#options.changed();
  }

  #expectClients(): void {
    this.#missing = setTimeout(() => {
      this.#isMissed = this.status.clients.length === 0;
      this.#options.changed();
    }, reconnectMs);
  }

  async #store(
    { port, authToken }: Address,
    { clients, isPaused }: EndpointStatus = this.status,
    end: Pick<StoredAddress, "endedAt"> = {},
  ): Promise<void> {
    this.#written = { clients: clients.length, isPaused };
    await this.#book
      ?.store({ port, authToken, workspace: [...this.#options.workspace()], ...this.#written, ...end })
      .catch((error) => this.#options.log(`Couldn't store the address for the next window reload: ${error}`));
  }
}
