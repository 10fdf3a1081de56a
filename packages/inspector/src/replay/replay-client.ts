/** Plays the client's side of a recording to an endpoint and compares the responses. */
import { type Clock, systemClock } from "@tandem-ide/base";
import type { Target } from "@tandem-ide/client";
import type { WebSocket } from "ws";
import type { Recording } from "../recording/entry.js";
import { planClient, type Wait } from "./client-plan.js";
import { closeAsRecorded } from "./close-as-recorded.js";
import { compareAnswers, failureIn } from "./compare-answers.js";
import { pairFolders } from "./folders.js";
import { LiveClient } from "./live-client.js";
import { openConnection } from "./open-connection.js";
import { type MoveText, movePaths, moveValue } from "./paths.js";
import { type Difference, decisionOf, needsDecision, type ReplayProgress, type ReplayResult } from "./result.js";
import { nameOf, readScript, recordedFaults, responseIn, type Script } from "./script.js";

/**
 * The endpoint to play to, and its workspace folders.
 *
 * @example
 * const target: ReplayTarget = { port: 45123, authToken: lock.authToken, folders: lock.workspaceFolders };
 */
export interface ReplayTarget extends Target {
  /** As in its lock file. They replace the recorded folders, in the same order. */
  readonly folders: readonly string[];
}

/**
 * Options of {@link replayClient}; every member has a default.
 *
 * @example
 * const options: ReplayClientOptions = { exact: true, folders: { "/home/ada/engine": "/tmp/engine" } };
 */
export interface ReplayClientOptions {
  /** Default: the first connection with a message from the client. */
  readonly connection?: number;
  /** Compare complete values, not only their shape. */
  readonly exact?: boolean;
  /** Time limit for each wait. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Recorded folders and their replacements, if their order doesn't match. */
  readonly folders?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Cancels the replay: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** For tests. */
  readonly clock?: Clock;
}

/** How long to wait for the endpoint's close frame. */
const closeMs = 1000;

interface Play {
  readonly script: Script;
  readonly live: LiveClient;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly report: (progress: ReplayProgress) => void;
}

/** Waits for messages. Resolves to those still missing at the timeout or the end of the connection. */
async function waitFor(waits: readonly Wait[], play: Play): Promise<readonly Wait[]> {
  const { script, live, timeoutMs, clock, signal, report } = play;
  const isMissing = (wait: Wait) => !live.hasReceived(wait);
  const missing = waits.filter(isMissing);
  if (missing.length === 0) return missing;
  for (const wait of missing) {
    const exchange = wait.kind === "answer" ? script.exchanges.get(wait.request.number) : undefined;
    if (exchange && needsDecision(exchange.row.tool))
      report({ kind: "waiting", call: nameOf(exchange.row), recorded: decisionOf(exchange) });
  }
  const late = new AbortController();
  const stopTimer = clock.after(timeoutMs, () => late.abort());
  const ends = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  try {
    while (missing.some(isMissing) && !ends.aborted && !live.drop) await live.next(ends);
    return missing.filter(isMissing);
  } finally {
    stopTimer();
    signal?.throwIfAborted();
  }
}

/** Ends the connection like the recorded client, or without a code if the editor ended it. */
async function leave(socket: WebSocket, { script, live, clock }: Play): Promise<void> {
  if (live.drop) return;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const { close } = script;
  closeAsRecorded(socket, close?.from === "client" ? close.close : undefined, () => socket.close());
  const stopTimer = clock.after(closeMs, () => socket.terminate());
  await closed;
  stopTimer();
}

interface Comparison {
  readonly moveBack: MoveText;
  readonly isExact: boolean;
  /** The recording includes the end of the connection. */
  readonly isWhole: boolean;
  /** Explains a missing answer. */
  readonly unanswered: string;
}

/** Compares the received responses with the recording. */
function compare({ script, live }: Play, { moveBack, isExact, isWhole, unanswered }: Comparison) {
  const differences: Difference[] = [];
  let compared = 0;
  for (const { by, request, row, answer } of script.exchanges.values()) {
    if (by !== "client" || !live.sent.has(row.number)) continue;
    const addDifference = (what: string) => differences.push({ call: nameOf(row), id: request.id, what });
    const arrived = live.answers.get(row.number);
    const now = arrived && responseIn(arrived);
    if (answer && now) {
      compared++;
      const { method } = request;
      try {
        const moved = responseIn({ ...arrived, message: moveValue(now, moveBack) }) ?? now;
        for (const what of compareAnswers({ method, tool: row.tool }, answer.message, moved, isExact))
          addDifference(what);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        addDifference("nested too deeply to compare");
      }
    } else if (!script.hasAnswers) {
      const failure = now ? failureIn(now) : unanswered;
      if (failure !== undefined) addDifference(failure);
    } else if (answer) addDifference(unanswered);
    // A call that was pending when the recording ended may be answered now.
    else if (now && isWhole) addDifference("wasn't answered in the recording, is now");
  }
  return { differences, compared };
}

/**
 * Sends the recorded client's messages, each after the responses that preceded it, and compares the responses. Calls
 * that need a person (`openDiff`, `executeCode`) are reported with `onProgress`. Rejects with a {@link ReplayError} if
 * the recording doesn't match, or a `ConnectError` if the endpoint can't be reached.
 *
 * @example
 * const recording = parseRecording(await readFile("session.jsonl", "utf8"));
 * const { differences } = await replayClient(recording, { port, authToken, folders: ["/home/me/engine"] });
 * for (const { call, what } of differences) console.log(`${call}: ${what}`);
 */
export async function replayClient(
  recording: Recording,
  target: ReplayTarget,
  options: ReplayClientOptions = {},
): Promise<ReplayResult> {
  const { signal, clock = systemClock, timeoutMs = 60_000, exact = false, onProgress } = options;
  const script = readScript(recording, options.connection);
  const plan = planClient(script);
  const { folders: recorded } = recording.header;
  const pairs = pairFolders({ recorded, present: target.folders, named: options.folders, mustFit: true });
  const move = movePaths(pairs);
  const moveBack = movePaths(pairs.map(({ from, to }) => ({ from: to, to: from })));

  const live = new LiveClient({ plan, move, headers: script.headers, now: () => clock.now() });
  const play: Play = { script, live, timeoutMs, clock, signal, report: (progress) => onProgress?.(progress) };
  const socket = await openConnection(target, script.headers, signal, (opening) => live.listen(opening));
  let played = 0;
  let missing: readonly Wait[] = [];
  try {
    for (const step of plan.steps) {
      missing = await waitFor(step.waitsFor, play);
      if (missing.length > 0 || live.drop) break;
      live.send(step);
      play.report({ kind: "played", done: ++played, total: plan.steps.length });
    }
    if (played === plan.steps.length) missing = await waitFor(plan.lastWaits, play);
    const isComplete = played === plan.steps.length && missing.length === 0;
    const { drop } = live;
    await leave(socket, play);
    const known = recordedFaults(script, "editor");
    const unanswered = drop ? "no response: the connection ended first" : `no response within ${timeoutMs / 1000} s`;
    const isWhole = script.close !== undefined && recording.cutOff === undefined;
    const { differences, compared } = compare(play, { moveBack, isExact: exact, isWhole, unanswered });
    if (missing.some(({ kind }) => kind === "error"))
      differences.push({ call: "an unreadable frame", what: unanswered });
    return {
      connection: script.connection,
      played,
      unplayed: plan.steps.length - played,
      compared,
      differences,
      faults: live.faults.filter((fault) => !known.has(fault)),
      knownFaults: live.faults.filter((fault) => known.has(fault)),
      ...(drop && !isComplete && { lost: drop }),
    };
  } finally {
    socket.terminate();
  }
}
