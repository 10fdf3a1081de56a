/** What every answer of the door has in common: the headers that keep other pages out. */
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

/** Ends the connection too. */
export function endingConnection(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, connection: "close" } };
}

/** Words for whoever asked. */
export function plain(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, type: "text/plain; charset=utf-8", body: `${words}\n`, headers };
}

/** The policy of the door's own pages, which need a script and a style sheet of this server and nothing else. */
export const ownPolicy = policyOf({ script: "'self'", style: "'self'", connect: "'self'", img: "data:" });

/** The policy of the workbench's page. Editors make style elements: they carry the nonce. */
export function pagePolicy(host: string, nonce: string): string {
  return policyOf({
    script: "'self'",
    style: `'self' 'nonce-${nonce}'`,
    // Not every browser takes 'self' to include the WebSocket of the same host.
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

/** Writes an answer; to HEAD Node leaves out the body itself. */
export function write(response: ServerResponse, { status, type, body, headers }: Answer): void {
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
