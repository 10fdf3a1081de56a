/**
 * Plans what a replayed client sends and what it must receive first. Based on cause, not time: a message after a
 * response may have been sent because of it.
 */
import type { RpcResponse } from "@tandem-ide/protocol";
import type { Row } from "../reading/row.js";
import type { Entry } from "../recording/entry.js";
import { type Frame, responseIn, type Script } from "./script.js";

/** A message that must be received first. */
export type Wait =
  | { readonly kind: "answer"; readonly request: Row }
  /** The nth error without an id, which answers an unreadable frame. */
  | { readonly kind: "error"; readonly count: number };

export interface Step {
  readonly waitsFor: readonly Wait[];
  readonly entry: Exclude<Entry, { open: unknown } | { refused: unknown } | { close: unknown } | { pong: unknown }>;
  readonly rows: readonly Row[];
}

export interface ClientPlan {
  readonly steps: readonly Step[];
  /** The messages that must be received before the client leaves. */
  readonly lastWaits: readonly Wait[];
  /** The client's responses to the editor's requests, by method, in order. */
  readonly answers: ReadonlyMap<string, readonly RpcResponse[]>;
}

const isRequest = ({ kind }: Row) => kind === "request";
const isAnswer = ({ kind }: Row) => kind === "answer" || kind === "error";

/** Returns the entry if the plan sends it. Responses to the editor are sent when it asks. */
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

/** Without recorded responses, each request must be answered before the next frame is sent. */
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
