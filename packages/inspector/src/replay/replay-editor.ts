/** Plays the editor's side of a recording to a client and compares the client's requests. */
import { type Clock, type Environment, systemClock } from "@tandem-ide/base";
import { claudeEnvironment, subprotocol } from "@tandem-ide/protocol";
import { rejectUpgrade } from "@tandem-ide/server/claude-code";
import { type WebSocket, WebSocketServer } from "ws";
import { listenForClients } from "../client-listener.js";
import type { Recording } from "../recording/entry.js";
import { closeAsRecorded } from "./close-as-recorded.js";
import { EditorPlan } from "./editor-plan.js";
import { ReplayError } from "./errors.js";
import { pairFolders } from "./folders.js";
import { LiveEditor } from "./live-editor.js";
import { movePaths } from "./paths.js";
import type { ReplayProgress, ReplayResult } from "./result.js";
import { nameOf, readScript, recordedFaults } from "./script.js";

/**
 * Options of {@link replayEditor}; every member has a default.
 *
 * @example
 * const options: ReplayEditorOptions = { present: [process.cwd()], timeoutMs: 60_000 };
 */
export interface ReplayEditorOptions {
  /** Default: the first connection with a message from the client. */
  readonly connection?: number;
  /** Compare complete arguments, not only their shape. */
  readonly exact?: boolean;
  /** The client's folders, which replace the recorded ones in the same order. Default: the recorded ones. */
  readonly present?: readonly string[];
  /** Recorded folders and their replacements, if their order doesn't match. */
  readonly folders?: Readonly<Record<string, string>>;
  /** How long to wait for the client's next message. Default: no limit. */
  readonly timeoutMs?: number;
  /** Default: Claude Code's config directory. */
  readonly configDir?: string;
  readonly env?: Environment;
  /** Default: any free port. */
  readonly port?: number;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** For tests. */
  readonly clock?: Clock;
}

/**
 * A running replay of an editor.
 *
 * @example
 * await using replay = await replayEditor(recording);
 * spawn("claude", { env: { ...process.env, ...replay.environment() } });
 * console.log((await replay.finished).differences);
 */
export interface EditorReplay extends AsyncDisposable {
  readonly port: number;
  readonly lockFile: string;
  /** The result so far. */
  readonly result: ReplayResult;
  /** True after a client has connected. */
  readonly hasClient: boolean;
  /** Resolves when the recording was played, the client left, the time limit was reached, or the replay was closed. */
  readonly finished: Promise<ReplayResult>;
  /** The environment variables that make a client connect to this replay. */
  environment(base?: Environment): Record<string, string>;
  /** Removes the lock file synchronously, for a process that is about to exit. */
  removeLock(): void;
  close(): Promise<void>;
}

const maxMessageBytes = 256 * 1024 * 1024;
/** How long to wait for the client's close frame. */
const closeMs = 1000;
const connectionLost = 1006;

/**
 * Takes the place of the recorded editor: answers each request of the first client with the recorded response to the
 * same kind of request. The lock file contains no folder, so only clients with the port in CLAUDE_CODE_SSE_PORT
 * connect. Rejects with a {@link ReplayError} if the recording doesn't match, or a `StartError`.
 *
 * @example
 * const replay = await replayEditor(parseRecording(text), { present: ["/home/me/engine"] });
 * console.log(`CLAUDE_CODE_SSE_PORT=${replay.port} claude`);
 * const { differences } = await replay.finished;
 * await replay.close();
 */
export async function replayEditor(recording: Recording, options: ReplayEditorOptions = {}): Promise<EditorReplay> {
  const { clock = systemClock, env = process.env, exact = false, timeoutMs, onProgress, present = [] } = options;
  const script = readScript(recording, options.connection);
  if (!script.hasAnswers)
    throw new ReplayError(
      "The recording only contains the client's side, without responses to play. Record the session with: tandem inspect --record <file>",
    );
  const { folders: recorded } = recording.header;
  const pairs = pairFolders({ recorded, present, named: options.folders, mustFit: false });
  const move = movePaths(pairs);
  const moveBack = movePaths(pairs.map(({ from, to }) => ({ from: to, to: from })));
  const plan = new EditorPlan(script);
  const answers = plan.unused.filter(({ answer }) => answer).length;
  const total = answers + plan.outgoing.length;
  const known = recordedFaults(script, "client");

  let live: LiveEditor | undefined;
  let socket: WebSocket | undefined;
  let lost: { code: number; reason: string } | undefined;
  let stopTimer = () => {};
  let finish: (result: ReplayResult) => void = () => {};
  const finished = new Promise<ReplayResult>((resolve) => {
    finish = resolve;
  });
  const resultNow = (): ReplayResult => {
    const what = "never received";
    const missing = plan.unused.map(({ row, request }) => ({ call: nameOf(row), id: request.id, what }));
    const missingNotifications = (live?.missingNotifications ?? []).map((call) => ({ call, what }));
    const faults = live?.faults ?? [];
    return {
      connection: script.connection,
      played: live?.played ?? 0,
      unplayed: total - (live?.played ?? 0),
      compared: live?.compared ?? 0,
      differences: [...(live?.differences ?? []), ...missingNotifications, ...missing],
      faults: faults.filter((fault) => !known.has(fault)),
      knownFaults: faults.filter((fault) => known.has(fault)),
      ...(lost && { lost }),
    };
  };
  const end = () => {
    stopTimer();
    finish(resultNow());
  };
  const restartTimer = () => {
    stopTimer();
    if (timeoutMs !== undefined) stopTimer = clock.after(timeoutMs, end);
  };
  const accept = (client: WebSocket) => {
    socket = client;
    client.on("error", () => {}); // "close" follows.
    const editor = new LiveEditor(client, {
      plan,
      move,
      moveBack,
      isExact: exact,
      clock,
      onReceived: () => {
        restartTimer();
        onProgress?.({ kind: "played", done: live?.played ?? 0, total });
      },
      onPlayed: end,
    });
    live = editor;
    client.on("close", (code, reason) => {
      if (code === connectionLost && !editor.isPlayed) lost = { code, reason: reason.toString() };
      end();
    });
    restartTimer();
  };
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  });
  const listener = await listenForClients({
    name: `${recording.header.editor} (replayed)`,
    configDir: options.configDir,
    env,
    port: options.port,
    clock,
    onUpgrade: (request, upgraded, head) => {
      if (live) rejectUpgrade(upgraded, 503, "The replay already has a client.", clock);
      else sockets.handleUpgrade(request, upgraded, head, accept);
    },
  });
  restartTimer();

  const closeClient = async (client: WebSocket) => {
    if (client.readyState === client.CLOSED) return;
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    const recordedClose = script.close?.from === "editor" ? script.close.close : undefined;
    closeAsRecorded(client, recordedClose, () => client.close(1001, "The replay was stopped"));
    const stop = clock.after(closeMs, () => client.terminate());
    await closed;
    stop();
  };
  const close = async () => {
    end();
    const stopped = listener.close();
    if (socket) await closeClient(socket);
    await stopped;
  };
  return {
    ...listener,
    get result() {
      return resultNow();
    },
    get hasClient() {
      return live !== undefined;
    },
    finished,
    environment: (base = env) => claudeEnvironment(listener.port, base),
    close,
    [Symbol.asyncDispose]: close,
  };
}
