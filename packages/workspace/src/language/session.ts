/** A running server: its process, from the response to `initialize` to its exit. */
import { basename } from "node:path";
import { type Clock, type LogSink, messageOf } from "@tandem-ide/base";
import { toFileUri } from "@tandem-ide/protocol";
import {
  CancellationTokenSource,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  ProgressType,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type ServerCapabilities,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { clientCapabilities } from "./client-capabilities.js";
import type { FoundProgram, SpawnContext } from "./find-server-program.js";
import { type Exit, explainExit, ServerProcess } from "./server-process.js";
import { answerServer, type Registrations } from "./server-requests.js";
import type { Limits } from "./types.js";
import { unlessAborted, withDeadline } from "./waiting.js";

export interface SessionOptions {
  readonly found: FoundProgram;
  readonly root: string;
  readonly spawnContext: SpawnContext;
  readonly initializationOptions: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: LogSink;
  readonly onPublished: (params: PublishDiagnosticsParams) => void;
  readonly onRefresh: () => void;
}

export class Session {
  readonly #process: ServerProcess;
  readonly #connection: ProtocolConnection;
  readonly #options: SessionOptions;
  readonly capabilities: ServerCapabilities;
  readonly registrations: Registrations;
  /** Aborts when the process has exited. */
  readonly ended: AbortSignal;

  /** Use {@link startSession}. */
  constructor(
    process: ServerProcess,
    connection: ProtocolConnection,
    options: SessionOptions,
    capabilities: ServerCapabilities,
    registrations: Registrations,
  ) {
    this.#process = process;
    this.#connection = connection;
    this.#options = options;
    this.capabilities = capabilities;
    this.registrations = registrations;
    const ended = new AbortController();
    this.ended = ended.signal;
    void process.exited.then((exit) => ended.abort(new Error(`The language server ${explainExit(exit)}`)));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get exited(): Promise<Exit> {
    return this.#process.exited;
  }

  get lastOutput(): string {
    return this.#process.lastOutput;
  }

  /** Sends a notification. Does nothing after the server has exited, which `ended` reports. */
  notify(method: string, params: object): void {
    if (this.ended.aborted) return;
    void this.#connection.sendNotification(method, params).catch(() => {});
  }

  /** Sends a request. Rejects when the signal aborts, which also cancels the request in the server, or the server exits. */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const until = AbortSignal.any([signal, this.ended]);
    until.throwIfAborted();
    const cancellation = new CancellationTokenSource();
    const cancel = () => cancellation.cancel();
    until.addEventListener("abort", cancel, { once: true });
    try {
      // Omitted when undefined: the library would send null, which TypeScript rejects.
      const sent: Promise<unknown> =
        params === undefined
          ? this.#connection.sendRequest(method, cancellation.token)
          : this.#connection.sendRequest(method, params, cancellation.token);
      const answer = await unlessAborted(sent, until);
      until.throwIfAborted();
      return answer;
    } finally {
      until.removeEventListener("abort", cancel);
      cancellation.dispose();
    }
  }

  /** Calls the listener with partial results of the request with this token. Returns a function that removes it. */
  onProgress(token: string, listener: (value: unknown) => void): () => void {
    const subscription = this.#connection.onProgress(new ProgressType<unknown>(), token, listener);
    return () => subscription.dispose();
  }

  /** Shuts the server down as the protocol requires. Kills it if it doesn't exit in time. */
  async stop(): Promise<void> {
    const { clock, limits } = this.#options;
    if (!this.ended.aborted) {
      const deadline = withDeadline(clock, limits.stopMs, this.ended);
      try {
        await this.request(ShutdownRequest.method, undefined, deadline.signal);
        await this.#connection.sendNotification(ExitNotification.type);
        this.#process.input.end();
        await unlessAborted(this.exited, deadline.signal);
      } catch {
        // It doesn't answer or has exited.
      } finally {
        deadline.cancel();
      }
      if (!this.ended.aborted) this.#process.kill();
      await this.exited;
    }
    this.#connection.dispose();
  }
}

function listen(process: ServerProcess, options: SessionOptions) {
  const connection = createProtocolConnection(
    new StreamMessageReader(process.output),
    new StreamMessageWriter(process.input),
    // The library logs only broken streams, which the exit explains.
    { error: () => {}, warn: () => {}, info: () => {}, log: () => {} },
  );
  const { root, settings, log, onPublished, onRefresh } = options;
  const folder = { uri: toFileUri(root), name: basename(root) };
  const registrations = answerServer(connection, { folder, settings, log, onRefresh });
  connection.onNotification(PublishDiagnosticsNotification.type, onPublished);
  connection.onError(() => {});
  connection.onClose(() => {});
  connection.listen();
  return { connection, registrations, folder };
}

/** Starts a server and initialises it. On failure, throws an error with the reason and leaves no process behind. */
export async function startSession(options: SessionOptions, signal: AbortSignal): Promise<Session> {
  const { found, root, spawnContext, initializationOptions, settings, limits, clock, log } = options;
  const child = new ServerProcess(found, spawnContext, (text) => log({ level: "debug", message: text.trimEnd() }));
  const { connection, registrations, folder } = listen(child, options);
  const ended = new AbortController();
  void child.exited.then((exit) => ended.abort(new Error(`It ${explainExit(exit)}`)));
  const deadline = withDeadline(clock, limits.initializeMs, AbortSignal.any([signal, ended.signal]));
  try {
    const initialized = await unlessAborted(
      connection.sendRequest(InitializeRequest.type, {
        processId: process.pid,
        clientInfo: { name: "Tandem" },
        rootPath: root,
        rootUri: folder.uri,
        workspaceFolders: [folder],
        capabilities: clientCapabilities,
        ...(initializationOptions !== undefined && { initializationOptions }),
      }),
      deadline.signal,
    );
    deadline.signal.throwIfAborted();
    const capabilities = initialized?.capabilities ?? {};
    const { positionEncoding = "utf-16" } = capabilities;
    if (positionEncoding !== "utf-16")
      throw new Error(`It uses the position encoding ${positionEncoding}, but only utf-16 was offered`);
    await connection.sendNotification(InitializedNotification.type, {});
    if (Object.keys(settings).length > 0)
      await connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
    return new Session(child, connection, options, capabilities, registrations);
  } catch (error) {
    connection.dispose();
    child.kill();
    await child.exited;
    throw new Error(`${messageOf(error)}${child.lastOutput}`, { cause: error });
  } finally {
    deadline.cancel();
  }
}
