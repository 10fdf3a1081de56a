/** Recordings written by hand, for tests. */
import type { End, Entry, Recording } from "../recording/entry.js";

/** A message without what every message has, or a text that is none, or an end. */
export type Said = readonly [from: End, what: object | string, afterMs?: number];

const close = /^close (\d+) ?(.*)$/;

function entryOf([from, what]: Said, t: number): Entry {
  const place = { t, connection: 1, from };
  if (typeof what !== "string") {
    const message = Array.isArray(what)
      ? what.map((each: object) => ({ jsonrpc: "2.0", ...each }))
      : { jsonrpc: "2.0", ...what };
    return { ...place, text: JSON.stringify(message) };
  }
  const ended = close.exec(what);
  return ended ? { ...place, close: { code: Number(ended[1]), reason: ended[2] ?? "" } } : { ...place, text: what };
}

/** Everything that was said, each so long after the one before (1 ms). */
export function recordingOf(said: readonly Said[], folders: readonly string[] = ["/rec"]): Recording {
  let t = 0;
  const headers = { "user-agent": "recorded/1.0", "sec-websocket-protocol": "mcp, other" };
  const entries = said.map((each) => {
    t += each[2] ?? 1;
    return entryOf(each, t);
  });
  return {
    header: { recording: 1, at: "2026-01-01T00:00:00.000Z", editor: "Recorded", folders: [...folders] },
    entries: [{ t: 0, connection: 1, open: { headers, protocol: "mcp" } }, ...entries],
  };
}

export const call = (id: number | string, name: string, args: object = {}, meta?: object): Said => [
  "client",
  { id, method: "tools/call", params: { name, arguments: args, ...(meta && { _meta: meta }) } },
];

export const texts = (...items: string[]) => ({ content: items.map((text) => ({ type: "text", text })) });

export const result = (id: number | string, ...items: string[]): Said => ["editor", { id, result: texts(...items) }];

/** The handshake that comes before everything else. */
export const handshake: readonly Said[] = [
  [
    "client",
    {
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } },
    },
  ],
  [
    "editor",
    { id: 0, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "e", version: "1" } } },
  ],
];
