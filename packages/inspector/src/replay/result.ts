/** What a replay tells. */
import { answers, callToolParamsSchema, callToolResultSchema, type RequestId } from "@tandem/protocol";
import * as z from "zod/mini";
import type { Exchange } from "./script.js";

/**
 * Something that was otherwise than recorded.
 *
 * @example
 * const difference: Difference = { call: "openDiff a.ts", id: 3, what: "no answer came within 60 s" };
 */
export interface Difference {
  /** The request that it is about, in a few words. */
  readonly call: string;
  /** The id under which that was recorded. */
  readonly id?: RequestId;
  /** A sentence. */
  readonly what: string;
}

/**
 * How a replay comes along.
 *
 * @example
 * const onProgress = (progress: ReplayProgress) => {
 *   if (progress.kind === "waiting") console.log(`Decide in the editor: ${progress.call}`);
 * };
 */
export type ReplayProgress =
  | { readonly kind: "played"; readonly done: number; readonly total: number }
  /** A person has to decide now, in the editor. `recorded` is what the person of the recording did. */
  | { readonly kind: "waiting"; readonly call: string; readonly recorded: string | undefined };

/**
 * What both sides tell in the end.
 *
 * @example
 * const isSame = ({ differences, faults, lost }: ReplayResult) => differences.length + faults.length === 0 && !lost;
 */
export interface ReplayResult {
  /** The connection that was played. */
  readonly connection: number;
  /** How many recorded messages were played, and how many were not because the replay ended before. */
  readonly played: number;
  readonly unplayed: number;
  /** How many answers, or arguments, were held against the recorded ones. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** What breaks the protocol and did not in the recording, a sentence each. */
  readonly faults: readonly string[];
  /** What breaks the protocol as it did in the recording. */
  readonly knownFaults: readonly string[];
  /** How the connection ended, where it did so too early. */
  readonly lost?: { readonly code: number; readonly reason: string };
}

const waitForPeople = new Set(["openDiff", "executeCode"]);

export function isForPeople(tool: string | undefined): boolean {
  return tool !== undefined && waitForPeople.has(tool);
}

/** What the person of the recording decided. */
export function decisionOf({ request, answer }: Exchange): string | undefined {
  const message = answer?.message;
  if (!message || !("result" in message)) return undefined;
  const result = z.safeParse(callToolResultSchema, message.result);
  const call = z.safeParse(callToolParamsSchema, request.params);
  if (!result.success || !call.success || result.data.isError) return undefined;
  if (call.data.name === "executeCode") return "allowed";
  const [word, text] = result.data.content.map((item) => (item.type === "text" ? item.text : undefined));
  if (word === answers.diffRejected) return "rejected";
  if (word !== answers.fileSaved) return undefined;
  const args = call.data.arguments;
  const proposed = args && "new_file_contents" in args ? args.new_file_contents : undefined;
  return proposed === text ? "accepted" : "changed and accepted";
}
