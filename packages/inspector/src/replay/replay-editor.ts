/** Plays the editor's side of a recording to a client, and compares what the client asks. */

import { type Clock, type Environment, systemClock } from "@tandem/base";
import { claudeEnvironment, subprotocol } from "@tandem/protocol";
import { refuseUpgrade } from "@tandem/server/claude-code";
import { type WebSocket, WebSocketServer } from "ws";
import { announce } from "../announce.js";
import type { Recording } from "../recording/entry.js";
import { EditorPlan } from "./editor-plan.js";
import { ReplayError } from "./errors.js";
import { pairFolders } from "./folders.js";
import { closeAsRecorded } from "./goodbye.js";
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
  /** Default: the first connection in which the client says something. */
  readonly connection?: number;
  /** True: arguments must be equal, not only of the same shape. */
  readonly exact?: boolean;
  /** The client's folders; they stand for those of the recording, in the same order. Default: the recorded ones. */
  readonly present?: readonly string[];
  /** Recorded folder to folder of the client, where their order does not tell. */
  readonly folders?: Readonly<Record<string, string>>;
  /** How long to wait for the client's next word. Default: without end. */
  readonly timeoutMs?: number;
  /** Where the lock goes. Default: where Claude Code looks. */
  readonly configDir?: string;
  readonly env?: Environment;
  /** Exactly this port. */
  readonly port?: number;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Time, for tests. */
  readonly clock?: Clock;
}

/**
 * A replayed editor that waits for its client, or has it.
 *
 * @example
 * await using replay = await replayEditor(recording);
 * spawn("claude", { env: { ...process.env, ...replay.environment() } });
 * console.log((await replay.finished).differences);
 */
export interface EditorReplay extends AsyncDisposable {
  readonly port: number;
  readonly lockFile: string;
  /** How the replay stands. */
  readonly result: ReplayResult;
  /** True when a client has come. */
  readonly hasClient: boolean;
  /** Resolves when the recording is used up, the client has left, the time is up, or it was closed. */
  readonly finished: Promise<ReplayResult>;
  /** The variables that send a client here. */
  environment(base?: Environment): Record<string, string>;
  /** Removes the lock at once, for the last moment of a process; {@link close} does it too. */
  removeLock(): void;
  close(): Promise<void>;
}

const maxMessageBytes = 256 * 1024 * 1024;
/** How long a client may take to agree to the end. */
const closeMs = 1000;
const brokenOff = 1006;

/**
 * Stands where the editor of a recording stood: announces itself by a lock, and answers each request of the first client
 * that comes as the recorded one of the same kind was answered. The lock names no folder, so a client comes only when
 * CLAUDE_CODE_SSE_PORT sends it. Rejects with a {@link ReplayError} when the recording does not fit, or a `StartError`.
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
      "The recording holds only the client's side: there are no answers to play to a client. Record the session again, with: tandem inspect --record <file>",
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
    const missing = plan.unused.map(({ row, request }) => ({
      call: nameOf(row),
      id: request.id,
      what: "it never came",
    }));
    const untold = (live?.missingNotifications ?? []).map((call) => ({ call, what: "it never came" }));
    const faults = live?.faults ?? [];
    return {
      connection: script.connection,
      played: live?.played ?? 0,
      unplayed: total - (live?.played ?? 0),
      compared: live?.compared ?? 0,
      differences: [...(live?.differences ?? []), ...untold, ...missing],
      faults: faults.filter((fault) => !known.has(fault)),
      knownFaults: faults.filter((fault) => known.has(fault)),
      ...(lost && { lost }),
    };
  };
  const end = () => {
    stopTimer();
    finish(resultNow());
  };
  const waitAgain = () => {
    stopTimer();
    if (timeoutMs !== undefined) stopTimer = clock.after(timeoutMs, end);
  };
  const take = (client: WebSocket) => {
    socket = client;
    client.on("error", () => {}); // "close" follows and tells.
    const editor = new LiveEditor(client, {
      plan,
      move,
      moveBack,
      isExact: exact,
      clock,
      onCame: () => {
        waitAgain();
        onProgress?.({ kind: "played", done: live?.played ?? 0, total });
      },
      onPlayed: end,
    });
    live = editor;
    client.on("close", (code, reason) => {
      if (code === brokenOff && !editor.isPlayed) lost = { code, reason: reason.toString() };
      end();
    });
    waitAgain();
  };
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  });
  const door = await announce({
    name: `${recording.header.editor} (replayed)`,
    configDir: options.configDir,
    env,
    port: options.port,
    clock,
    onUpgrade: (request, upgraded, head) => {
      if (live) refuseUpgrade(upgraded, 503, "The replay has had its client already.", clock);
      else sockets.handleUpgrade(request, upgraded, head, take);
    },
  });
  waitAgain();

  const sayGoodbye = async (client: WebSocket) => {
    if (client.readyState === client.CLOSED) return;
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    const recordedClose = script.close?.from === "editor" ? script.close.close : undefined;
    closeAsRecorded(client, recordedClose, () => client.close(1001, "The replay has ended"));
    const stop = clock.after(closeMs, () => client.terminate());
    await closed;
    stop();
  };
  const close = async () => {
    end();
    const stopped = door.close();
    if (socket) await sayGoodbye(socket);
    await stopped;
  };
  return {
    port: door.port,
    lockFile: door.lockFile,
    get result() {
      return resultNow();
    },
    get hasClient() {
      return live !== undefined;
    },
    finished,
    environment: (base = env) => claudeEnvironment(door.port, base),
    removeLock: () => door.removeLock(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
