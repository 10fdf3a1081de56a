/** The format of recordings: one entry for each frame between a client and an editor. Used in pages too. */
import * as z from "zod/mini";

/** The two ends of a connection. */
export const ends = ["client", "editor"] as const;
export type End = (typeof ends)[number];
export const otherEnd = { client: "editor", editor: "client" } as const;

const end = z.enum(ends);
const common = {
  /** Milliseconds since the recording began. */
  t: z.number(),
  /** Starts at 1. A client that reconnects gets a new number. */
  connection: z.int().check(z.positive()),
};

const openSchema = z.object({
  /** The upgrade request's headers, without the token. */
  headers: z.record(z.string(), z.string()),
  /** The editor's subprotocol; null for none, which Claude Code rejects. */
  protocol: z.nullable(z.string()),
});

const refusedSchema = z.object({
  /** The HTTP status, or null without a response. */
  status: z.nullable(z.int()),
  /** The editor's message, or the error. */
  words: z.string(),
  headers: z.record(z.string(), z.string()),
});

const closeSchema = z.object({
  /** The WebSocket close code: 1006 if the connection was lost, 1005 if it was closed without a code. */
  code: z.int(),
  reason: z.string(),
});

/** A line of the file. Text that JSON.stringify would write identically is stored as a JSON `message`, for `jq`. */
export const lineSchema = z.union([
  z.object({ ...common, open: openSchema }),
  z.object({ ...common, refused: refusedSchema }),
  z.object({ ...common, from: end, close: closeSchema }),
  z
    .object({ ...common, from: end, message: z.unknown() })
    .check(
      z.refine((line) => line.message !== undefined, { error: "has none of message, text, binary, ping, pong, close" }),
    ),
  z.object({ ...common, from: end, text: z.string() }),
  /** Base64. */
  z.object({ ...common, from: end, binary: z.string() }),
  z.object({ ...common, from: end, ping: z.string() }),
  z.object({ ...common, from: end, pong: z.string() }),
]);

type Line = z.infer<typeof lineSchema>;

/**
 * One frame or connection event. A text frame is always `text`, exactly as received.
 *
 * @example
 * const entry: Entry = { t: 12, connection: 1, from: "client", text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' };
 */
export type Entry = Exclude<Line, { message: unknown }>;
export type TextEntry = Extract<Entry, { text: string }>;

/** The first line of a file. */
export const headerSchema = z.object({
  recording: z.literal(1),
  /** The start, as an ISO date. */
  at: z.string(),
  /** The editor's name. */
  editor: z.string(),
  /** The editor's workspace folders, which a replay on another machine replaces. */
  folders: z.array(z.string()),
});

/**
 * The header of a recording.
 *
 * @example
 * const header: Header = { recording: 1, at: new Date().toISOString(), editor: "Neovim", folders: ["/home/me/engine"] };
 */
export type Header = z.infer<typeof headerSchema>;

/**
 * A whole recording.
 *
 * @example
 * const said = recording.entries.filter((entry) => "text" in entry && entry.from === "client");
 */
export interface Recording {
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** The file ends in the middle of a line, because the recorder was killed. */
  readonly cutOff?: true;
}
