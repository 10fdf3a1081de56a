/** Checks the Host, Origin and token of an upgrade request (CON-06, AUTH-01, AUTH-02). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { authorizationHeader } from "@tandem-ide/protocol/schema-free";

export interface UpgradeRules {
  readonly tokenDigest: Buffer;
  readonly allowedHosts: readonly string[];
  /** The response to a wrong token. */
  readonly reject: 401 | 1008;
}

export interface Rejection {
  readonly status: number;
  readonly message: string;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

export function upgradeRules(
  authToken: string,
  allowedHosts: readonly string[] = [],
  reject: 401 | 1008 = 401,
): UpgradeRules {
  return { tokenDigest: digest(authToken), allowedHosts, reject };
}

/** Returns the host of a Host header without its port. IPv6 addresses keep their brackets. */
function hostName(header: string): string {
  return header.replace(/:\d+$/, "").toLowerCase();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Returns why a request is rejected, or undefined. */
export function checkUpgrade(request: IncomingMessage, rules: UpgradeRules): Rejection | undefined {
  const host = hostName(request.headers.host ?? "");
  if (!isLoopback(host) && !rules.allowedHosts.includes(host))
    return { status: 403, message: "The Host header does not name this machine's loopback address." };
  if (request.headers.origin !== undefined)
    return { status: 403, message: "Requests with an Origin header are refused: web pages aren't allowed to connect." };
  const token = request.headers[authorizationHeader];
  if (typeof token === "string" && timingSafeEqual(digest(token), rules.tokenDigest)) return undefined;
  return {
    status: rules.reject,
    message: `The header ${authorizationHeader} is ${token === undefined ? "missing" : "wrong"}. It must contain the authToken from this editor's lock file, ide/<port>.lock in Claude Code's config directory.`,
  };
}
