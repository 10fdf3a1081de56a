/** A real connection to an editor, with the whole handshake, as Claude Code makes it. */
import { messageOf } from "@tandem/base";
import { ConnectError, connect, type FoundEditor, targetOf } from "@tandem/client";
import type { Surroundings } from "./surroundings.js";

/** What came of dialling an editor. */
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

/** Each of the three waits of a handshake. An editor on loopback answers in milliseconds; one that is busy may take longer. */
const waitMs = 3000;
/** An editor has about a dozen tools with short names; who has more is not believed in full. */
const mostTools = 200;
const longestWord = 200;
/** The whole of it. */
const limitMs = 6000;

/** Dials, shakes hands, hangs up. It introduces itself under Tandem's name. */
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
    // Whatever an editor says of itself, its token stays out of it, and so does a book.
    const token = editor.lock?.authToken || undefined;
    const said = (text: string) => (token === undefined ? text : text.replaceAll(token, "…")).slice(0, longestWord);
    const known = {
      server: { name: said(serverInfo.name), version: said(serverInfo.version) },
      protocolVersion: said(protocolVersion),
      tools: tools.slice(0, mostTools).map((tool) => said(tool.name)),
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
