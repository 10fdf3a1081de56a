/** The endpoint for checking a client: a port, its lock, decoy locks, and a log of everything the client sends. */
import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { Waiters } from "../wire/waiters.js";
import { Connection } from "./connection.js";
import { ClientContext } from "./context.js";
import { deadPid, Locks } from "./locks.js";
import type { ConnectionLog, DecoyLog, HttpRequest, RunLog } from "./log.js";
import { headerOf, offersMcp } from "./log-queries.js";
import type { ClientConformanceOptions, ClientEndpoint, ClientTimes } from "./options.js";
import { type OnUpgrade, openPort, refusal } from "./port-listener.js";
import { endpointName, Script } from "./script.js";

export class ScriptedEndpoint implements AsyncDisposable {
  readonly log: RunLog;
  readonly context: ClientContext;
  readonly address: ClientEndpoint;
  readonly waiters = new Waiters(() => "the run ended before that");
  readonly #parts: AsyncDisposable[];
  readonly #script: Script;
  readonly #started = performance.now();
  /** Counts everything that happens. */
  activity = 0;

  private constructor(
    log: RunLog,
    locks: Locks,
    parts: AsyncDisposable[],
    options: ClientConformanceOptions,
    times: ClientTimes,
  ) {
    this.log = log;
    this.#parts = parts;
    const { folders, port } = log;
    this.address = { port, lockFile: locks.fileOf(port), configDir: locks.configDir, made: locks.made };
    const { reviewMs, initializeDelayMs } = times;
    this.#script = new Script({ folders, acceptsEdits: options.acceptsEdits ?? false, reviewMs, initializeDelayMs });
    const isBusy = () => this.isBusy;
    this.context = new ClientContext({ times, waiters: this.waiters, now: this.now, isBusy, folders });
  }

  /** Listens before writing the lock, so whoever finds the lock finds a listener. */
  static async open(options: ClientConformanceOptions, times: ClientTimes): Promise<ScriptedEndpoint> {
    const folders = await Promise.all((options.folders ?? [process.cwd()]).map((folder) => realpath(folder)));
    const parts: AsyncDisposable[] = [];
    try {
      const locks = await Locks.create(options.configDir);
      parts.push(locks);
      let endpoint: ScriptedEndpoint | undefined;
      const now = () => endpoint?.now() ?? 0;
      const listener = await openPort(
        now,
        (request) => endpoint?.log.requests.push(request),
        (request, accept, socket, head) => {
          if (endpoint) endpoint.#accept(request, accept, socket, head);
        },
      );
      parts.push(listener);
      const decoys = await openDecoys(now, locks, folders, parts);
      const token = randomUUID();
      const { port } = listener;
      const { pauseMs } = times;
      const log: RunLog = { port, token, folders, requests: [], connections: [], decoys, pauseMs };
      endpoint = new ScriptedEndpoint(log, locks, parts, options, times);
      await locks.write(port, { pid: process.pid, folders, ideName: endpointName, authToken: token });
      return endpoint;
    } catch (error) {
      await disposeAll(parts);
      throw error;
    }
  }

  readonly now = (): number => Math.round(performance.now() - this.#started);

  /** Whether a request of the client is still unanswered. */
  get isBusy(): boolean {
    return this.#script.isBusy;
  }

  #accept(...[request, accept, socket, head]: Parameters<OnUpgrade>): void {
    // Web pages are refused. A client with a wrong token is accepted, so the other checks can run.
    if (headerOf(request, "origin").length > 0) return void socket.end(refusal);
    const log: ConnectionLog = { answerMode: this.context.takeAnswerMode(), request, entries: [] };
    this.log.connections.push(log);
    accept(log.answerMode !== "no-echo" && offersMcp(request));
    const connection = new Connection(socket, head, log, {
      now: this.now,
      waiters: this.waiters,
      changed: this.#changed,
      onMessage: (from, value) => this.#script.handle(from, value),
    });
    this.context.add(connection);
    this.#changed();
  }

  readonly #changed = (): void => {
    this.activity++;
    this.waiters.wake();
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.waiters.close();
    await disposeAll(this.#parts);
  }
}

/** Disposes of the parts in the order they were created: locks first, because a lock must have a listener. */
async function disposeAll(parts: readonly AsyncDisposable[]): Promise<void> {
  for (const part of parts) await part[Symbol.asyncDispose]();
}

/** Writes locks that a client must ignore, each with a port that nobody may connect to. */
async function openDecoys(
  now: () => number,
  locks: Locks,
  folders: readonly string[],
  parts: AsyncDisposable[],
): Promise<DecoyLog[]> {
  const contents = {
    "other-folder": { pid: process.pid, folders: [locks.elsewhere] },
    "dead-editor": { pid: deadPid, folders },
  } as const;
  const decoys: DecoyLog[] = [];
  for (const why of ["other-folder", "dead-editor"] as const) {
    const requests: HttpRequest[] = [];
    const listener = await openPort(now, (request) => requests.push(request));
    parts.push(listener);
    const ideName = `${endpointName} (a decoy)`;
    const lockFile = await locks.write(listener.port, { ...contents[why], ideName, authToken: randomUUID() });
    decoys.push({ why, lockFile, requests });
  }
  return decoys;
}
