/**
 * What a replayed client sends, and what must have come before each of it. By cause, not by time: what the client sent
 * after an answer it may have sent because of it. Pure.
 */
import type { RpcResponse } from "@tandem/protocol";
import type { Row } from "../reading/row.js";
import type { Entry } from "../recording/entry.js";
import { type Frame, responseIn, type Script } from "./script.js";

/** Something that must have come. */
export type Wait =
  | { readonly kind: "answer"; readonly request: Row }
  /** An error without an id, the answer to a frame that could not be read; the nth of them. */
  | { readonly kind: "error"; readonly count: number };

export interface Step {
  readonly waitsFor: readonly Wait[];
  readonly entry: Exclude<Entry, { open: unknown } | { refused: unknown } | { close: unknown } | { pong: unknown }>;
  readonly rows: readonly Row[];
}

export interface ClientPlan {
  readonly steps: readonly Step[];
  /** What must have come before the client leaves. */
  readonly lastWaits: readonly Wait[];
  /** What the client answered the editor's own requests with, by method, in order. */
  readonly answers: ReadonlyMap<string, readonly RpcResponse[]>;
}

const isRequest = ({ kind }: Row) => kind === "request";
const isAnswer = ({ kind }: Row) => kind === "answer" || kind === "error";

/** What of the client's frame is sent by the plan; its answers to the editor wait for the editor's questions. */
function sentBy({ entry, rows }: Frame): Step["entry"] | undefined {
  if (!("from" in entry) || "close" in entry || "pong" in entry) return undefined;
  return rows.length > 0 && rows.every(isAnswer) ? undefined : entry;
}

function waitsIn(rows: readonly Row[], requests: ReadonlyMap<number, Row>, countError: () => number): Wait[] {
  return rows.flatMap((row): Wait[] => {
    const request = row.answers === undefined ? undefined : requests.get(row.answers);
    if (request) return [{ kind: "answer", request }];
    return row.kind === "error" && row.id === null ? [{ kind: "error", count: countError() }] : [];
  });
}

/** Where the answers were not recorded, one thing comes after the other: each request is answered before the next frame. */
export function planClient(script: Script): ClientPlan {
  const steps: Step[] = [];
  const answers = new Map<string, RpcResponse[]>();
  const requests = new Map<number, Row>();
  let waits: Wait[] = [];
  let errors = 0;
  for (const frame of script.frames) {
    const { entry, rows } = frame;
    if (!("from" in entry)) continue;
    if (entry.from === "editor") {
      waits.push(...waitsIn(rows, requests, () => ++errors));
      continue;
    }
    for (const row of rows) {
      const response = responseIn(row);
      if (response && row.method !== undefined) answers.set(row.method, [...(answers.get(row.method) ?? []), response]);
    }
    const sent = sentBy(frame);
    if (!sent) continue;
    for (const row of rows.filter(isRequest)) requests.set(row.number, row);
    steps.push({ waitsFor: waits, entry: sent, rows });
    waits = script.hasAnswers ? [] : rows.filter(isRequest).map((request) => ({ kind: "answer", request }));
  }
  return { steps, lastWaits: waits, answers };
}
