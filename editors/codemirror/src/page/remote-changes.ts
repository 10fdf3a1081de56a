/** The host's changes in a page. */
import { messageOf } from "@tandem-ide/base";
import type { ChangeOutcome, ChangeTarget, FileChange, OpenChange } from "@tandem-ide/changes/model";
import type {
  ChangeMethod,
  ChangeParams,
  ChangeResults,
  ListedChanges,
  ShownChanges,
} from "@tandem-ide/changes/remote";
import type { Rpc } from "../channel/rpc.js";
import type { HostEvents } from "../messages.js";

const nothing: ListedChanges = { turns: [], undone: [], problems: [] };

export class RemoteChanges implements ShownChanges {
  readonly #rpc: Rpc;
  readonly #listeners = new Set<() => void>();
  #list = nothing;

  constructor(rpc: Rpc) {
    this.#rpc = rpc;
    rpc.onNotification<HostEvents["changesChanged"]>("changesChanged", ({ list }) => this.#changed(list ?? this.#list));
  }

  get list(): ListedChanges {
    return this.#list;
  }

  onChanged(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  async open(turn: string, path: string): Promise<OpenChange | { readonly whyNot: string }> {
    try {
      return await this.#request("changes.open", { turn, path });
    } catch (error) {
      return { whyNot: messageOf(error) };
    }
  }

  async openFile(path: string): Promise<OpenChange | undefined> {
    // Most files of a page aren't listed, and asking for those would cost a message for each change.
    if (this.#list.turns.length === 0) return undefined;
    return (await this.#request("changes.open-file", { path }).catch(() => undefined))?.change;
  }

  async files(turn: string, folder: string): Promise<readonly FileChange[]> {
    return await this.#request("changes.files", { turn, folder }).catch(() => []);
  }

  keep(target: ChangeTarget): Promise<ChangeOutcome> {
    return this.#decide("changes.keep", { target: target });
  }

  undo(target: ChangeTarget, isConfirmed = false): Promise<ChangeOutcome> {
    return this.#decide("changes.undo", { target: target, isConfirmed });
  }

  restore(undone: string, isConfirmed = false): Promise<ChangeOutcome> {
    return this.#decide("changes.restore", { undone, isConfirmed });
  }

  startOver(): Promise<ChangeOutcome> {
    return this.#decide("changes.start-over", {});
  }

  /** The host scans whenever a window gets focus. */
  async refresh(): Promise<void> {}

  /** The connection has ended. */
  closed(): void {
    this.#changed(nothing);
  }

  #changed(list: ListedChanges): void {
    this.#list = list;
    for (const listener of [...this.#listeners]) listener();
  }

  async #decide<Method extends "changes.keep" | "changes.undo" | "changes.restore" | "changes.start-over">(
    method: Method,
    params: ChangeParams<Method>,
  ): Promise<ChangeOutcome> {
    try {
      return await this.#request(method, params);
    } catch (error) {
      return { kind: "refused", message: messageOf(error) };
    }
  }

  async #request<Method extends ChangeMethod>(
    method: Method,
    params: ChangeParams<Method>,
  ): Promise<ChangeResults[Method]> {
    return await this.#rpc.request(method, params);
  }
}
