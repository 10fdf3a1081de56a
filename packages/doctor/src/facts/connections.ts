/** Connects to an editor as Claude Code does, with the whole handshake. */
import { messageOf } from "@tandem-ide/base";
import { ConnectError, connect, type FoundEditor, targetOf } from "@tandem-ide/client";
import type { Surroundings } from "./surroundings.js";

/** The result of a connection attempt. */
export type ConnectionFacts =
  | {
      readonly outcome: "connected";
      readonly server: { readonly name: string; readonly version: string };
      readonly protocolVersion: string;
      readonly tools: readonly string[];
    }
  | {
      readonly outcome: "failed";
      /** A code of the client's `ConnectError`, or `other`. */
      readonly code: string;
      readonly message: string;
    };

/** The limit for each of the handshake's three steps. An editor answers in milliseconds, a busy one may take longer. */
const waitMs = 3000;
/** An editor has about a dozen tools with short names; these limits guard against nonsense. */
const maxTools = 200;
const maxTextLength = 200;
/** The limit for the whole handshake. */
const limitMs = 6000;

/** Connects and disconnects. It introduces itself under Tandem's name. */
export async function tryConnection(
  editor: FoundEditor,
  { version, cwd, clock }: Surroundings,
  signal?: AbortSignal,
): Promise<ConnectionFacts> {
  const limit = new AbortController();
  const stop = clock.after(limitMs, () => limit.abort(new Error(`no handshake within ${limitMs / 1000} seconds`)));
  try {
    const client = await connect(targetOf(editor), {
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      timeoutMs: waitMs,
      roots: [cwd],
      clock,
      identity: {
        userAgent: `tandem/${version}`,
        clientInfo: { name: "tandem doctor", version },
        capabilities: { roots: {} },
      },
    });
    const { serverInfo, protocolVersion, tools } = client;
    // Keeps the token and overlong text out of what the editor reports about itself.
    const token = editor.lock?.authToken || undefined;
    const clean = (text: string) => (token === undefined ? text : text.replaceAll(token, "…")).slice(0, maxTextLength);
    const known = {
      server: { name: clean(serverInfo.name), version: clean(serverInfo.version) },
      protocolVersion: clean(protocolVersion),
      tools: tools.slice(0, maxTools).map((tool) => clean(tool.name)),
    };
    await client.close();
    return { outcome: "connected", ...known };
  } catch (error) {
    signal?.throwIfAborted();
    const message = messageOf(error);
    return { outcome: "failed", code: error instanceof ConnectError ? error.code : "other", message };
  } finally {
    stop();
  }
}
