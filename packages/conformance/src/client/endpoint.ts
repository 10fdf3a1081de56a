/** The endpoint that a client is judged by: a port, its lock, decoys beside it, and a log of all that came. */
import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { WaitingRoom } from "../wire/waiting-room.js";
import { Connection } from "./connection.js";
import { type OnUpgrade, openDoor, refusal } from "./door.js";
import { deadPid, Locks } from "./locks.js";
import type { ConnectionLog, DecoyLog, HttpRequest, RunLog } from "./log.js";
import type { ClientConformanceOptions, ClientEndpoint, ClientTimes } from "./options.js";
import { headerOf, offersMcp } from "./reading.js";
import { endpointName, Script } from "./script.js";
import { Stage } from "./stage.js";

export class ScriptedEndpoint implements AsyncDisposable {
  readonly log: RunLog;
  readonly stage: Stage;
  readonly place: ClientEndpoint;
  readonly room = new WaitingRoom(() => "the run was ended before");
  readonly #parts: AsyncDisposable[];
  readonly #script: Script;
  readonly #started = performance.now();
  /** Grows with everything that comes. */
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
    this.place = { port, lockFile: locks.fileOf(port), configDir: locks.configDir, made: locks.made };
    const { reviewMs, welcomeMs } = times;
    this.#script = new Script({ folders, acceptsEdits: options.acceptsEdits ?? false, reviewMs, welcomeMs });
    const isBusy = () => this.isBusy;
    this.stage = new Stage({ times, room: this.room, now: this.now, isBusy, folders });
  }

  /** Binds first, and announces itself then: whoever finds the lock must find a listener. */
  static async open(options: ClientConformanceOptions, times: ClientTimes): Promise<ScriptedEndpoint> {
    const folders = await Promise.all((options.folders ?? [process.cwd()]).map((folder) => realpath(folder)));
    const parts: AsyncDisposable[] = [];
    try {
      const locks = await Locks.in(options.configDir);
      parts.push(locks);
      let endpoint: ScriptedEndpoint | undefined;
      const now = () => endpoint?.now() ?? 0;
      const door = await openDoor(
        now,
        (request) => endpoint?.log.requests.push(request),
        (request, accept, socket, head) => {
          if (endpoint) endpoint.#welcome(request, accept, socket, head);
        },
      );
      parts.push(door);
      const decoys = await openDecoys(now, locks, folders, parts);
      const token = randomUUID();
      const { port } = door;
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

  /** Something of the client's waits for an answer. */
  get isBusy(): boolean {
    return this.#script.isBusy;
  }

  #welcome(...[request, accept, socket, head]: Parameters<OnUpgrade>): void {
    // A page in a browser must find no way in, although a client with a wrong token does, to be judged in the rest.
    if (headerOf(request, "origin").length > 0) return void socket.end(refusal);
    const log: ConnectionLog = { manner: this.stage.takeManner(), request, entries: [] };
    this.log.connections.push(log);
    accept(log.manner !== "no-echo" && offersMcp(request));
    const connection = new Connection(socket, head, log, {
      now: this.now,
      room: this.room,
      changed: this.#changed,
      onMessage: (from, value) => this.#script.take(from, value),
    });
    this.stage.enter(connection);
    this.#changed();
  }

  readonly #changed = (): void => {
    this.activity++;
    this.room.wake();
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.room.close();
    await disposeAll(this.#parts);
  }
}

/** In the order in which they were made: the locks first, for whoever finds one must find a listener. */
async function disposeAll(parts: readonly AsyncDisposable[]): Promise<void> {
  for (const part of parts) await part[Symbol.asyncDispose]();
}

/** Locks that a client must leave alone, each with a port on which nobody may knock. */
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
    const door = await openDoor(now, (request) => requests.push(request));
    parts.push(door);
    const ideName = `${endpointName} (a decoy)`;
    const lockFile = await locks.write(door.port, { ...contents[why], ideName, authToken: randomUUID() });
    decoys.push({ why, lockFile, requests });
  }
  return decoys;
}
