/** An HTTP answer instead of a WebSocket, in words. */
import type { IncomingMessage } from "node:http";
import { ConnectError, type ConnectErrorCode } from "../errors.js";
import { addressOf, redact, type Target } from "../target.js";
import { plain } from "../words.js";

const advice: Readonly<Record<number, { code: ConnectErrorCode; todo: string }>> = {
  401: {
    code: "unauthorized",
    todo: "The token does not fit: the editor may have restarted. Read its lock file again.",
  },
  403: {
    code: "forbidden",
    todo: "The editor does not take connections by this host name or from this origin. Use 127.0.0.1, or allow the name in the editor's settings.",
  },
  503: {
    code: "busy",
    todo: "The editor has as many clients as it takes. Close another one, or try again in half a minute.",
  },
};

const otherwise = {
  code: "refused",
  todo: "The program there is perhaps no editor with a Claude Code integration: compare the port with the lock file.",
} as const;

/** A refusal says what it has to say in a line; what comes after this many bytes is not read. */
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
    // What came before the connection broke is all there is.
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The error for an answer that is not 101: its status, its own words, and what to do. */
export async function refusal(target: Target, response: IncomingMessage): Promise<ConnectError> {
  const status = response.statusCode ?? 0;
  const { code, todo } = advice[status] ?? otherwise;
  const words = plain(redact(await bodyOf(response), target), 400);
  const said = words === "" ? "" : `: ${words.replace(/[.\s]+$/, "")}`;
  return new ConnectError(code, `${addressOf(target)} refused with HTTP ${status}${said}. ${todo}`, { status });
}
