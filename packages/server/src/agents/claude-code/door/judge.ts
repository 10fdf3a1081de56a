/** Who may come in: Host, Origin and token must be right (CON-06, AUTH-01, AUTH-02). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { authorizationHeader } from "@tandem/protocol/plain";

export interface DoorRules {
  readonly tokenDigest: Buffer;
  readonly allowedHosts: readonly string[];
  /** How a wrong token is answered. */
  readonly reject: 401 | 1008;
}

export interface Refusal {
  readonly status: number;
  readonly words: string;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

export function rulesFor(authToken: string, allowedHosts: readonly string[] = [], reject: 401 | 1008 = 401): DoorRules {
  return { tokenDigest: digest(authToken), allowedHosts, reject };
}

/** The host of a Host header without its port; IPv6 addresses keep their brackets. */
function hostName(header: string): string {
  return header.replace(/:\d+$/, "").toLowerCase();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Why a request may not come in, or undefined. */
export function judgeUpgrade(request: IncomingMessage, rules: DoorRules): Refusal | undefined {
  const host = hostName(request.headers.host ?? "");
  if (!isLoopback(host) && !rules.allowedHosts.includes(host))
    return { status: 403, words: "The Host header does not name this machine's loopback address." };
  if (request.headers.origin !== undefined)
    return { status: 403, words: "Requests with an Origin header are refused: web pages may not connect." };
  const token = request.headers[authorizationHeader];
  if (typeof token === "string" && timingSafeEqual(digest(token), rules.tokenDigest)) return undefined;
  return {
    status: rules.reject,
    words: `The header ${authorizationHeader} is ${token === undefined ? "missing" : "wrong"}. Its value is the authToken in this editor's lock file, ide/<port>.lock in Claude Code's config directory.`,
  };
}
