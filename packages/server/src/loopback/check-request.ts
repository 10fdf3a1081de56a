/** Checks the Host, Origin and token of a request, and refuses those that a web page could send (AUTH-01, AUTH-05). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Rejection {
  readonly status: number;
  readonly message: string;
}

export const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns true if a header has the value with this digest. */
export function isSecret(given: string | undefined, expected: Buffer): boolean {
  return given !== undefined && timingSafeEqual(digest(given), expected);
}

/** Returns the host of a Host header without its port. IPv6 addresses keep their brackets. */
function hostName(header: string): string {
  return header.replace(/:\d+$/, "").toLowerCase();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Returns why a request may come from a web page, or undefined. */
export function checkOrigin(headers: IncomingHttpHeaders, allowedHosts: readonly string[]): Rejection | undefined {
  const host = hostName(headers.host ?? "");
  if (!isLoopback(host) && !allowedHosts.includes(host))
    return { status: 403, message: "The Host header does not name this machine's loopback address." };
  if (headers.origin !== undefined)
    return { status: 403, message: "Requests with an Origin header are refused: web pages aren't allowed to connect." };
  return undefined;
}
