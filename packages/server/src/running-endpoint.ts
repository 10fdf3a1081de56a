/** Starts, restarts and stops the hub of one editor and its agents. */
import { type AgentName, agentNames, type Environment, messageOf, sleep } from "@tandem-ide/base";
import type { ReviewRecord } from "@tandem-ide/base/review";
import type { Address } from "./address.js";
import type { RunningAgent, StartAgent } from "./agents/agent.js";
import { agents } from "./agents/index.js";
import type { CodeQuestions, Endpoint, EndpointState, EndpointStatus } from "./endpoint.js";
import { StartError } from "./errors.js";
import type { Editor, Review } from "./hub/editor.js";
import { Hub } from "./hub/hub.js";
import type { DirectoryEntry, HiddenReason } from "./hub/privacy/privacy.js";
import { type EndpointOptions, resolveOptions, type ServingOptions, type Settings } from "./options.js";

/** How long to wait for the previous port, which a closing process may still use, for example after a window reload. */
const portWaitMs = 3_000;
const portRetryMs = 100;

export class RunningEndpoint implements Endpoint {
  readonly #options: EndpointOptions;
  #settings: Settings;
  readonly #hub: Hub;
  readonly #closing = new AbortController();
  /** Running agents. The first is the one whose address the host sees and saves. */
  #agents: readonly RunningAgent[] = [];
  /** The last address of each agent, by name. */
  readonly #addresses = new Map<AgentName, Address>();
  #lockFile = "";
  #failure: string | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(editor: Editor, options: EndpointOptions) {
    this.#options = options;
    this.#settings = resolveOptions(options);
    this.#hub = new Hub(editor, this.#settings);
  }

  get port(): number {
    return this.#addresses.get(this.#first)?.port ?? 0;
  }

  get authToken(): string {
    return this.#addresses.get(this.#first)?.authToken ?? "";
  }

  get lockFile(): string {
    return this.#lockFile;
  }

  get #wanted(): readonly AgentName[] {
    return agentNames.filter((name) => this.#settings.agents.includes(name));
  }

  get #first(): AgentName {
    return this.#wanted[0] ?? "claude-code";
  }

  get #state(): EndpointState {
    if (this.#closing.signal.aborted) return { kind: "closed" };
    if (this.#agents.length > 0) return { kind: "serving" };
    return this.#failure === undefined ? { kind: "starting" } : { kind: "failed", reason: this.#failure };
  }

  get status(): EndpointStatus {
    return { ...this.#hub.status, state: this.#state };
  }

  get reviews(): readonly Review[] {
    return this.#hub.reviews.pending;
  }

  get endedReviews(): readonly ReviewRecord[] {
    return this.#hub.reviews.records.all;
  }

  onReviewEnded(listener: (record: ReviewRecord) => void): () => void {
    return this.#hub.reviews.records.onSettled((record) =>
      this.#hub.safely("A listener for ended reviews", () => listener(record)),
    );
  }

  decideReviews(accepted: boolean, clientId?: string): readonly Review[] {
    return this.#hub.reviews.decideAll(accepted, clientId);
  }

  get code(): CodeQuestions {
    return this.#hub.code;
  }

  onStatusChanged(listener: (status: EndpointStatus) => void): () => void {
    return this.#hub.onStatusChanged((status) => listener({ ...status, state: this.#state }));
  }

  start(): Promise<void> {
    return this.#enqueue(() => this.#open());
  }

  restart(changes: ServingOptions = {}): Promise<void> {
    return this.#enqueue(async () => {
      this.#settings = resolveOptions({ ...this.#options, ...changes });
      const stopping = this.#closeAgents();
      this.#hub.statusChanged();
      await stopping;
      await this.#open();
    });
  }

  environment(base: Environment = this.#settings.env): Record<string, string> {
    return Object.assign({}, ...this.#agents.map((agent) => agent.environment(base)));
  }

  setPaused(isPaused: boolean): void {
    this.#hub.setPaused(isPaused);
  }

  setHiddenRules(rules: readonly string[]): void {
    this.#hub.setHiddenRules(rules);
  }

  privacyChanged(): void {
    this.#hub.privacyChanged();
  }

  whyHidden(path: string): HiddenReason | undefined {
    return this.#hub.privacy.checkRules(path);
  }

  whyHiddenIn(directory: string, entries: Iterable<DirectoryEntry>): Map<string, HiddenReason> {
    return this.#hub.privacy.checkEntries(directory, entries);
  }

  logEvent(eventName: string, eventData: Record<string, unknown>): void {
    for (const agent of this.#agents) agent.logEvent?.(eventName, eventData);
  }

  removeLock(): void {
    for (const agent of this.#agents) agent.removeDiscovery();
  }

  /** Removes the lock at once, because a closing window may not wait for the rest. */
  close(): Promise<void> {
    this.#closing.abort(new Error("The endpoint is closed"));
    this.removeLock();
    this.#hub.unsubscribe();
    return this.#enqueue(async () => {
      await this.#closeAgents();
      this.#hub.close();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #closeAgents(): Promise<void> {
    const agents = this.#agents;
    this.#agents = [];
    await Promise.all(agents.map((agent) => agent.close()));
  }

  /**
   * Starts the agents. Only the first has to start: if another program keeps the others from starting, the editor still
   * works.
   */
  async #open(): Promise<void> {
    if (this.#agents.length > 0 || this.#closing.signal.aborted) return;
    try {
      for (const name of this.#wanted) {
        const agent = await this.#startAgent(name);
        if (!agent) continue;
        this.#agents = [...this.#agents, agent];
        this.#addresses.set(name, agent.address);
        if (name === this.#first) await this.#saveAddress(agent);
      }
      this.#failure = undefined;
    } catch (error) {
      this.#failure = messageOf(error);
      await this.#closeAgents();
      throw error;
    } finally {
      this.#hub.statusChanged();
    }
  }

  async #startAgent(name: AgentName): Promise<RunningAgent | undefined> {
    try {
      return await this.#serve(name, await agents[name]());
    } catch (error) {
      if (name === this.#first) throw error;
      this.#hub.log.warn(`${name} can't connect: ${messageOf(error)}`);
      return undefined;
    }
  }

  async #saveAddress({ address, discoveryFile }: RunningAgent): Promise<void> {
    this.#lockFile = discoveryFile;
    try {
      await this.#settings.address?.save(address);
    } catch (error) {
      this.#hub.log.warn(`Could not save the address: ${messageOf(error)}`);
    }
  }

  /** Starts an agent at its previous address, if there is one and the port is free. */
  async #serve(name: AgentName, startAgent: StartAgent): Promise<RunningAgent> {
    const { address: store, port, authToken, clock } = this.#settings;
    const wanted: Partial<Address> = { ...(port !== undefined && { port }), ...(authToken && { authToken }) };
    const isFirst = name === this.#first;
    const before = this.#addresses.get(name) ?? (isFirst ? await store?.load() : undefined);
    if (!before) return await startAgent(this.#hub, this.#settings, isFirst ? wanted : {});
    for (let waited = 0; ; waited += portRetryMs)
      try {
        return await startAgent(this.#hub, this.#settings, before);
      } catch (error) {
        if (!(error instanceof StartError && error.code === "port-taken")) throw error;
        if (waited >= portWaitMs) break;
        await sleep(clock, portRetryMs, this.#closing.signal);
      }
    this.#hub.log.warn(
      `The previous port ${before.port} is in use by another program. Clients find the new one with /ide`,
    );
    return await startAgent(this.#hub, this.#settings, { authToken: before.authToken });
  }

  /** Runs starts, restarts and closes one after the other. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }
}
