/** A well-behaved client during an attack: it sends a small request again and again, and records how long it waits. */
import { performance } from "node:perf_hooks";
import { RawClient } from "./raw-client.js";

/** The pause between two requests. */
const pauseMs = 10;

export class SteadyClient {
  readonly #client: RawClient;
  readonly #loop: Promise<void>;
  #isStopping = false;
  worstMs = 0;
  calls = 0;
  /** Requests that got no response or a wrong one. */
  lost = 0;

  private constructor(client: RawClient) {
    this.#client = client;
    client.onMessage = undefined;
    this.#loop = this.#run();
  }

  static async start(target: { port: number; authToken: string }): Promise<SteadyClient> {
    return new SteadyClient(await RawClient.initialize(target));
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const started = performance.now();
      try {
        const { result } = await this.#client.request("tools/call", { name: "getWorkspaceFolders", arguments: {} });
        if (result === undefined) this.lost++;
      } catch {
        this.lost++;
        return;
      }
      this.calls++;
      this.worstMs = Math.max(this.worstMs, performance.now() - started);
      this.#client.messages.length = 0; // Selections, which this client ignores.
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Stops it after its last response. */
  async stop(): Promise<this> {
    this.#isStopping = true;
    await this.#loop;
    this.#client.destroy();
    return this;
  }
}
