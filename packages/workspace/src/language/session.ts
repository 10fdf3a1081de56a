/** One life of a server: a process that has answered `initialize`, until it ends. */
import { basename } from "node:path";
import { type Clock, type LogSink, messageOf } from "@tandem/base";
import { toFileUri } from "@tandem/protocol";
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
import type { FoundProgram, RunPlace } from "./find-server-program.js";
import { type Exit, explainExit, ServerProcess } from "./server-process.js";
import { answerServer, type Registrations } from "./server-requests.js";
import type { Limits } from "./types.js";
import { unlessAborted, withDeadline } from "./waiting.js";

export interface SessionOptions {
  readonly found: FoundProgram;
  readonly root: string;
  readonly runPlace: RunPlace;
  readonly initializationOptions: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: LogSink;
  readonly onPublished: (params: PublishDiagnosticsParams) => void;
  readonly onRefresh: () => void;
}

/** A server did not start. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

export class Session {
  readonly #process: ServerProcess;
  readonly #connection: ProtocolConnection;
  readonly #options: SessionOptions;
  readonly capabilities: ServerCapabilities;
  readonly registrations: Registrations;
  /** Aborts when the process has ended. */
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

  get lastErrors(): string {
    return this.#process.lastErrors;
  }

  /** A server that has gone hears nothing; whoever waits for it learns that from `ended`. */
  notify(method: string, params: object): void {
    if (this.ended.aborted) return;
    void this.#connection.sendNotification(method, params).catch(() => {});
  }

  /** Rejects when the signal aborts (the server is told) or the server ends. */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const until = AbortSignal.any([signal, this.ended]);
    until.throwIfAborted();
    const cancellation = new CancellationTokenSource();
    const cancel = () => cancellation.cancel();
    until.addEventListener("abort", cancel, { once: true });
    try {
      // Without parameters is not the same as with none: TypeScript complains of a `null`.
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

  /** Told partial results of a request that has this token. */
  onProgress(token: string, told: (value: unknown) => void): () => void {
    const listening = this.#connection.onProgress(new ProgressType<unknown>(), token, told);
    return () => listening.dispose();
  }

  /** In the order of the protocol, and by force where that does not help. */
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
        // It does not answer or has gone.
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
    // What the library has to say is about a broken stream, which the exit explains.
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

/** Starts a server and shakes hands; throws {@link SessionError} with the reason and leaves nothing behind. */
export async function startSession(options: SessionOptions, signal: AbortSignal): Promise<Session> {
  const { found, root, runPlace, initializationOptions, settings, limits, clock, log } = options;
  const child = new ServerProcess(found, runPlace, (text) => log({ level: "debug", message: text.trimEnd() }));
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
      throw new Error(`It counts columns as ${positionEncoding}, though only utf-16 was offered`);
    await connection.sendNotification(InitializedNotification.type, {});
    if (Object.keys(settings).length > 0)
      await connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
    return new Session(child, connection, options, capabilities, registrations);
  } catch (error) {
    connection.dispose();
    child.kill();
    await child.exited;
    const said = child.lastErrors;
    throw new SessionError(`${messageOf(error)}${said === "" ? "" : `. Its last words: ${said}`}`, { cause: error });
  } finally {
    deadline.cancel();
  }
}
