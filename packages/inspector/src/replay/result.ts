import { answers, callToolParamsSchema, callToolResultSchema, type RequestId } from "@tandem-ide/protocol";
import * as z from "zod/mini";
import type { Exchange } from "./script.js";

/**
 * A difference from the recording.
 *
 * @example
 * const difference: Difference = { call: "openDiff a.ts", id: 3, what: "no response within 60 s" };
 */
export interface Difference {
  /** A summary of the request. */
  readonly call: string;
  /** The recorded id. */
  readonly id?: RequestId;
  readonly what: string;
}

/**
 * The progress of a replay.
 *
 * @example
 * const onProgress = (progress: ReplayProgress) => {
 *   if (progress.kind === "waiting") console.log(`Decide in the editor: ${progress.call}`);
 * };
 */
export type ReplayProgress =
  | { readonly kind: "played"; readonly done: number; readonly total: number }
  /** The user must decide in the editor. `recorded` is the decision in the recording. */
  | { readonly kind: "waiting"; readonly call: string; readonly recorded: string | undefined };

/**
 * The result of a replay.
 *
 * @example
 * const isSame = ({ differences, faults, lost }: ReplayResult) => differences.length + faults.length === 0 && !lost;
 */
export interface ReplayResult {
  /** The number of the played connection. */
  readonly connection: number;
  /** How many recorded messages were played. */
  readonly played: number;
  /** How many were not played because the replay ended early. */
  readonly unplayed: number;
  /** How many responses or requests were compared with recorded ones. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** New protocol violations. */
  readonly faults: readonly string[];
  /** Protocol violations that are also in the recording. */
  readonly knownFaults: readonly string[];
  /** How the connection ended, if it ended too early. */
  readonly lost?: { readonly code: number; readonly reason: string };
}

/** Returns true for tools that wait for the user's decision. */
export function needsDecision(tool: string | undefined): boolean {
  return tool === "openDiff" || tool === "executeCode";
}

/** Returns the user's decision in the recording. */
export function decisionOf({ request, answer }: Exchange): string | undefined {
  const message = answer?.message;
  if (!message || !("result" in message)) return undefined;
  const result = z.safeParse(callToolResultSchema, message.result);
  const call = z.safeParse(callToolParamsSchema, request.params);
  if (!result.success || !call.success || result.data.isError) return undefined;
  if (call.data.name === "executeCode") return "allowed";
  const [decision, text] = result.data.content.map((item) => (item.type === "text" ? item.text : undefined));
  if (decision === answers.diffRejected) return "rejected";
  if (decision !== answers.fileSaved) return undefined;
  const args = call.data.arguments;
  const proposed = args && "new_file_contents" in args ? args.new_file_contents : undefined;
  return proposed === text ? "accepted" : "changed and accepted";
}
