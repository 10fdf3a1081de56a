/** Hand-written recordings, for tests. */
import type { End, Entry, Recording } from "../recording/entry.js";

/** A message without the common members, or text that isn't a message, or a close. */
export type RecordedMessage = readonly [from: End, what: object | string, afterMs?: number];

const close = /^close (\d+) ?(.*)$/;

function entryOf([from, what]: RecordedMessage, t: number): Entry {
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

/** All messages, 1 ms apart. */
export function recordingOf(
  recordedMessages: readonly RecordedMessage[],
  folders: readonly string[] = ["/rec"],
): Recording {
  let t = 0;
  const headers = { "user-agent": "recorded/1.0", "sec-websocket-protocol": "mcp, other" };
  const entries = recordedMessages.map((each) => {
    t += each[2] ?? 1;
    return entryOf(each, t);
  });
  return {
    header: { recording: 1, at: "2026-01-01T00:00:00.000Z", editor: "Recorded", folders: [...folders] },
    entries: [{ t: 0, connection: 1, open: { headers, protocol: "mcp" } }, ...entries],
  };
}

export const call = (id: number | string, name: string, args: object = {}, meta?: object): RecordedMessage => [
  "client",
  { id, method: "tools/call", params: { name, arguments: args, ...(meta && { _meta: meta }) } },
];

export const texts = (...items: string[]) => ({ content: items.map((text) => ({ type: "text", text })) });

export const result = (id: number | string, ...items: string[]): RecordedMessage => [
  "editor",
  { id, result: texts(...items) },
];

/** The handshake. */
export const handshake: readonly RecordedMessage[] = [
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
