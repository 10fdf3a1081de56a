/** HTTP responses, with the security headers that they all share. */
import type { ServerResponse } from "node:http";

const commonHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Closes the connection after the response. */
export function endingConnection(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, connection: "close" } };
}

export function textAnswer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, type: "text/plain; charset=utf-8", body: `${text}\n`, headers };
}

/** The policy of the sign-in pages, which need only a script and a style sheet from this server. */
const ownPolicy = policyOf({ script: "'self'", style: "'self'", connect: "'self'", img: "data:" });

/** The policy of the application's page. Its editors create style elements, which carry the nonce. */
export function pagePolicy(host: string, nonce: string): string {
  return policyOf({
    script: "'self'",
    style: `'self' 'nonce-${nonce}'`,
    // In some browsers 'self' doesn't include the WebSocket of the same host.
    connect: `'self' ws://${host}`,
    img: "'self' data:",
    font: "'self'",
    manifest: "'self'",
  });
}

function policyOf(sources: Readonly<Record<string, string>>): string {
  const allowed = Object.entries(sources).map(([kind, from]) => `${kind}-src ${from}`);
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    "; ",
  );
}

/** Sends a response. Node omits the body for HEAD. */
export function sendAnswer(response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, {
    ...commonHeaders,
    "cache-control": "no-store",
    "content-security-policy": ownPolicy,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
