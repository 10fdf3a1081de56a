/** Explains an HTTP response that refuses the WebSocket. */
import type { IncomingMessage } from "node:http";
import { ConnectError, type ConnectErrorCode } from "../errors.js";
import { singleLine } from "../sanitize.js";
import { addressOf, redact, type Target } from "../target.js";

const advice: Readonly<Record<number, { code: ConnectErrorCode; todo: string }>> = {
  401: {
    code: "unauthorized",
    todo: "The token is wrong, perhaps because the editor has restarted. Read its lock file again.",
  },
  403: {
    code: "forbidden",
    todo: "The editor rejects connections with this host name or origin. Use 127.0.0.1, or allow the name in the editor's settings.",
  },
  503: {
    code: "busy",
    todo: "The editor has reached its client limit. Close another one, or try again in half a minute.",
  },
};

const otherwise = {
  code: "refused",
  todo: "This may not be an editor with a Claude Code integration. Compare the port with the lock file.",
} as const;

/** At most this many bytes of a response are read. */
const bodyLimit = 2048;

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= bodyLimit) break;
    }
  } catch {
    // The connection broke, so use what was received.
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the error for a response other than 101: its status, its body and what to do. */
export async function refusal(target: Target, response: IncomingMessage): Promise<ConnectError> {
  const status = response.statusCode ?? 0;
  const { code, todo } = advice[status] ?? otherwise;
  const body = singleLine(redact(await bodyOf(response), target), 400);
  const reason = body === "" ? "" : `: ${body.replace(/[.\s]+$/, "")}`;
  return new ConnectError(code, `${addressOf(target)} refused with HTTP ${status}${reason}. ${todo}`, { status });
}
