/** Loads the recorder of changes with the first client or on first use. Starting an endpoint doesn't wait for it. */
import { messageOf } from "@tandem-ide/base";
import type { Changes } from "@tandem-ide/changes/model";
import { RecorderSwitch } from "@tandem-ide/changes/switch";
import type { ChangeObserver, ClientInfo } from "@tandem-ide/server";
import { Lazy } from "./lazy.js";

/** `ChangeRecorder` of @tandem-ide/changes. */
export interface Recorder extends ChangeObserver, Changes {
  close(): Promise<void>;
}

export interface LazyRecorderOptions {
  readonly load: () => Promise<Recorder>;
  /** Called once it is loaded. */
  readonly loaded: (changes: Changes) => void;
  readonly warn: (message: string) => void;
}

export class LazyRecorder extends RecorderSwitch {
  readonly #options: LazyRecorderOptions;
  readonly #recorder = new Lazy(() => this.#load());

  constructor(options: LazyRecorderOptions) {
    super();
    this.#options = options;
  }

  /** Loads the recorder if necessary. */
  get(): Promise<Changes> {
    return this.#recorder.get();
  }

  /** Loads it without waiting, and reports a failure. */
  load(): void {
    this.get().catch((error: unknown) => this.#options.warn(`Changes can't be recorded: ${messageOf(error)}`));
  }

  override clientsChanged(clients: readonly ClientInfo[]): void {
    if (clients.length > 0 && !this.#recorder.loaded) this.load();
    super.clientsChanged(clients);
  }

  async close(): Promise<void> {
    const recorder = await this.#recorder.loaded?.catch(() => undefined);
    await recorder?.close();
  }

  async #load(): Promise<Recorder> {
    this.expect();
    try {
      const recorder = await this.#options.load();
      this.connect(recorder);
      this.#options.loaded(recorder);
      return recorder;
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }
}
