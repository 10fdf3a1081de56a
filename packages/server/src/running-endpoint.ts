/** The hub of one editor with the agents that serve it: start, restart at the same address, stop. */
import { type Environment, messageOf, sleep } from "@tandem/base";
import type { Address } from "./address.js";
import type { RunningAgent } from "./agents/agent.js";
import { agents } from "./agents/index.js";
import type { CodeQuestions, Endpoint, EndpointState, EndpointStatus } from "./endpoint.js";
import { StartError } from "./errors.js";
import type { Editor, Review } from "./hub/editor.js";
import { Hub } from "./hub/hub.js";
import type { DirectoryEntry, Withheld } from "./hub/privacy/privacy.js";
import { type EndpointOptions, resolveOptions, type ServingOptions, type Settings } from "./options.js";

/** How long the port of before may be taken: whoever served there, in a window that was reloaded say, may still be leaving. */
const patienceMs = 3_000;
const againMs = 100;

export class RunningEndpoint implements Endpoint {
  readonly #options: EndpointOptions;
  #settings: Settings;
  readonly #hub: Hub;
  readonly #closing = new AbortController();
  #agent: RunningAgent | undefined;
  /** Where it served last. */
  #address: Address | undefined;
  #lockFile = "";
  #failure: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(editor: Editor, options: EndpointOptions) {
    this.#options = options;
    this.#settings = resolveOptions(options);
    this.#hub = new Hub(editor, this.#settings);
  }

  get port(): number {
    return this.#address?.port ?? 0;
  }

  get authToken(): string {
    return this.#address?.authToken ?? "";
  }

  get lockFile(): string {
    return this.#lockFile;
  }

  get #state(): EndpointState {
    if (this.#closing.signal.aborted) return { kind: "closed" };
    if (this.#agent) return { kind: "serving" };
    return this.#failure === undefined ? { kind: "starting" } : { kind: "failed", reason: this.#failure };
  }

  get status(): EndpointStatus {
    return { ...this.#hub.status, state: this.#state };
  }

  get reviews(): readonly Review[] {
    return this.#hub.reviews.pending;
  }

  get code(): CodeQuestions {
    return this.#hub.code;
  }

  onStatusChanged(listener: (status: EndpointStatus) => void): () => void {
    return this.#hub.onStatusChanged((status) => listener({ ...status, state: this.#state }));
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#open());
  }

  restart(changes: ServingOptions = {}): Promise<void> {
    return this.#inTurn(async () => {
      this.#settings = resolveOptions({ ...this.#options, ...changes });
      const agent = this.#agent;
      this.#agent = undefined;
      this.#hub.statusChanged();
      await agent?.close();
      await this.#open();
    });
  }

  environment(base: Environment = this.#settings.env): Record<string, string> {
    return this.#agent?.environment(base) ?? {};
  }

  setPaused(isPaused: boolean): void {
    this.#hub.setPaused(isPaused);
  }

  setWithhold(rules: readonly string[]): void {
    this.#hub.setWithhold(rules);
  }

  privacyChanged(): void {
    this.#hub.privacyChanged();
  }

  whyWithheld(path: string): Withheld | undefined {
    return this.#hub.privacy.judge(path);
  }

  whyWithheldIn(directory: string, entries: Iterable<DirectoryEntry>): Map<string, Withheld> {
    return this.#hub.privacy.judgeEntries(directory, entries);
  }

  logEvent(eventName: string, eventData: Record<string, unknown>): void {
    this.#agent?.logEvent(eventName, eventData);
  }

  removeLock(): void {
    this.#agent?.removeDiscovery();
  }

  /** The lock goes at once, for a window that may not wait for the rest. */
  close(): Promise<void> {
    this.#closing.abort(new Error("The endpoint is closed"));
    this.removeLock();
    this.#hub.unsubscribe();
    return this.#inTurn(async () => {
      await this.#agent?.close();
      this.#agent = undefined;
      this.#hub.close();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #open(): Promise<void> {
    if (this.#agent || this.#closing.signal.aborted) return;
    const { address: store } = this.#settings;
    try {
      this.#agent = await this.#serve();
      this.#failure = undefined;
      this.#address = this.#agent.address;
      this.#lockFile = this.#agent.discoveryFile;
      await store?.save(this.#address);
    } catch (error) {
      if (this.#agent) this.#hub.log.warn(`The address could not be kept: ${messageOf(error)}`);
      else {
        this.#failure = messageOf(error);
        throw error;
      }
    } finally {
      this.#hub.statusChanged();
    }
  }

  /** Where it served before, if it did. Where another program was quicker, clients find the new port with `/ide`. */
  async #serve(): Promise<RunningAgent> {
    const { address: store, port, authToken, clock } = this.#settings;
    const load = agents["claude-code"];
    if (!load) throw new Error("There is no agent to serve");
    const startAgent = await load();
    const wanted: Partial<Address> = { ...(port !== undefined && { port }), ...(authToken && { authToken }) };
    const before = this.#address ?? (await store?.load());
    if (!before) return await startAgent(this.#hub, this.#settings, wanted);
    for (let waited = 0; ; waited += againMs)
      try {
        return await startAgent(this.#hub, this.#settings, before);
      } catch (error) {
        if (!(error instanceof StartError && error.code === "port-taken")) throw error;
        if (waited >= patienceMs) break;
        await sleep(clock, againMs, this.#closing.signal);
      }
    this.#hub.log.warn(
      `The previous port ${before.port} is in use by another program: clients find the new one with /ide`,
    );
    const { port: _taken, ...rest } = before;
    return await startAgent(this.#hub, this.#settings, { ...rest });
  }

  /** One after the other, so that nothing opens what another is about to close. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
