/** Plays the client's side of a recording against an endpoint, and compares the answers. */

import { type Clock, systemClock } from "@tandem/base";
import type { Target } from "@tandem/client";
import type { WebSocket } from "ws";
import type { Recording } from "../recording/entry.js";
import { planClient, type Wait } from "./client-plan.js";
import { compareAnswers, failureIn } from "./compare-answers.js";
import { openLine } from "./endpoint-line.js";
import { pairFolders } from "./folders.js";
import { closeAsRecorded } from "./goodbye.js";
import { LiveClient } from "./live-client.js";
import { type MoveText, movePaths, moveValue } from "./paths.js";
import { type Difference, decisionOf, isForPeople, type ReplayProgress, type ReplayResult } from "./result.js";
import { nameOf, readScript, recordedFaults, responseIn, type Script } from "./script.js";

/**
 * The endpoint that is played against, and its workspace folders.
 *
 * @example
 * const target: ReplayTarget = { port: 45123, authToken: lock.authToken, folders: lock.workspaceFolders };
 */
export interface ReplayTarget extends Target {
  /** As in its lock. They stand for those of the recording, in the same order. */
  readonly folders: readonly string[];
}

/**
 * Options of {@link replayClient}; every member has a default.
 *
 * @example
 * const options: ReplayClientOptions = { exact: true, folders: { "/home/ada/engine": "/tmp/engine" } };
 */
export interface ReplayClientOptions {
  /** Default: the first connection in which the client says something. */
  readonly connection?: number;
  /** True: answers must be equal, not only of the same shape. */
  readonly exact?: boolean;
  /** Limit of each wait. Default: 60 000. */
  readonly timeoutMs?: number;
  /** Recorded folder to folder of the endpoint, where their order does not tell. */
  readonly folders?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Ends it: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time, for tests. */
  readonly clock?: Clock;
}

/** How long an endpoint may take to agree to the end. */
const closeMs = 1000;

interface Play {
  readonly script: Script;
  readonly live: LiveClient;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly tell: (progress: ReplayProgress) => void;
}

/** Waits until all of it has come. Resolves to what has not, when the time is up or the connection gone. */
async function waitFor(waits: readonly Wait[], play: Play): Promise<readonly Wait[]> {
  const { script, live, timeoutMs, clock, signal, tell } = play;
  const isMissing = (wait: Wait) => !live.hasCome(wait);
  const missing = waits.filter(isMissing);
  if (missing.length === 0) return missing;
  for (const wait of missing) {
    const exchange = wait.kind === "answer" ? script.exchanges.get(wait.request.number) : undefined;
    if (exchange && isForPeople(exchange.row.tool))
      tell({ kind: "waiting", call: nameOf(exchange.row), recorded: decisionOf(exchange) });
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

/** Ends the connection as the recorded client did; one that the editor ended is closed without a code. */
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
  /** The recording knows how the session ended. */
  readonly isWhole: boolean;
  /** Why an answer is missing. */
  readonly unanswered: string;
}

/** Holds what came against the recording. */
function compare({ script, live }: Play, { moveBack, isExact, isWhole, unanswered }: Comparison) {
  const differences: Difference[] = [];
  let compared = 0;
  for (const { by, request, row, answer } of script.exchanges.values()) {
    if (by !== "client" || !live.hasSent(row.number)) continue;
    const told = (what: string) => differences.push({ call: nameOf(row), id: request.id, what });
    const arrived = live.answerTo(row.number);
    const now = arrived && responseIn(arrived);
    if (answer && now) {
      compared++;
      const asked = { method: request.method, tool: row.tool };
      try {
        const moved = responseIn({ ...arrived, message: moveValue(now, moveBack) }) ?? now;
        for (const what of compareAnswers(asked, answer.message, moved, isExact)) told(what);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        told("it is nested too deeply to be compared");
      }
    } else if (!script.hasAnswers) {
      const failure = now ? failureIn(now) : unanswered;
      if (failure !== undefined) told(failure);
    } else if (answer) told(unanswered);
    // One that was still waiting when the recording ended may be answered by now.
    else if (now && isWhole) told("it was not answered in the recording, now it is");
  }
  return { differences, compared };
}

/**
 * Sends what the client of a recording sent, each frame once the answers that came before it in the recording have come,
 * and compares the answers. Calls that wait for a person (`openDiff`, `executeCode`) wait here too: `onProgress` says so.
 * Rejects with a {@link ReplayError} when the recording does not fit, or a `ConnectError` when the endpoint cannot be
 * reached.
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
  const play: Play = { script, live, timeoutMs, clock, signal, tell: (progress) => onProgress?.(progress) };
  const socket = await openLine(target, script.headers, signal, (opening) => live.listen(opening));
  let played = 0;
  let missing: readonly Wait[] = [];
  try {
    for (const step of plan.steps) {
      missing = await waitFor(step.waitsFor, play);
      if (missing.length > 0 || live.drop) break;
      live.send(step);
      play.tell({ kind: "played", done: ++played, total: plan.steps.length });
    }
    if (played === plan.steps.length) missing = await waitFor(plan.lastWaits, play);
    const isComplete = played === plan.steps.length && missing.length === 0;
    const { drop } = live;
    await leave(socket, play);
    const known = recordedFaults(script, "editor");
    const unanswered = drop
      ? "no answer came: the connection ended before it"
      : `no answer came within ${timeoutMs / 1000} s`;
    const isWhole = script.close !== undefined && recording.cutOff === undefined;
    const { differences, compared } = compare(play, { moveBack, isExact: exact, isWhole, unanswered });
    if (missing.some(({ kind }) => kind === "error"))
      differences.push({ call: "a frame that cannot be read", what: unanswered });
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
