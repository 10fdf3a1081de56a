/**
 * What a recording is made of: one entry for each thing that passed between a client and an editor. Pure, so that a page
 * can read recordings too.
 */
import * as z from "zod/mini";

/** The two ends of a connection. */
export const ends = ["client", "editor"] as const;
export type End = (typeof ends)[number];

const end = z.enum(ends);
const common = {
  /** Milliseconds since the recording began. */
  t: z.number(),
  /** Counts from 1: a client that comes again is another connection. */
  connection: z.int().check(z.positive()),
};

const openSchema = z.object({
  /** The upgrade request's headers, without the token. */
  headers: z.record(z.string(), z.string()),
  /** The subprotocol that the editor chose; null for none, on which Claude Code hangs up. */
  protocol: z.nullable(z.string()),
});

const refusedSchema = z.object({
  /** The HTTP status, or null when there was no answer at all. */
  status: z.nullable(z.int()),
  /** What the editor said, or what went wrong. */
  words: z.string(),
  headers: z.record(z.string(), z.string()),
});

const closeSchema = z.object({
  /** The WebSocket close code; 1006 when the connection broke off, 1005 when it was closed without a code. */
  code: z.int(),
  reason: z.string(),
});

/** As it stands in a file: a message that JSON writes as it came is there as JSON, for people and `jq`. */
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
  /** The bytes in base64. */
  z.object({ ...common, from: end, binary: z.string() }),
  z.object({ ...common, from: end, ping: z.string() }),
  z.object({ ...common, from: end, pong: z.string() }),
]);

type Line = z.infer<typeof lineSchema>;

/**
 * One thing that passed. A text frame is always `text`, exactly as it came.
 *
 * @example
 * const entry: Entry = { t: 12, connection: 1, from: "client", text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' };
 */
export type Entry = Exclude<Line, { message: unknown }>;
export type TextEntry = Extract<Entry, { text: string }>;

/** The first line of a file. */
export const headerSchema = z.object({
  recording: z.literal(1),
  /** When it began, as an ISO date. */
  at: z.string(),
  /** As the editor calls itself. */
  editor: z.string(),
  /** The editor's workspace folders, so that paths can be told apart from other text when it is replayed elsewhere. */
  folders: z.array(z.string()),
});

/**
 * What a recording says of itself.
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
  /** Why the file ends in the middle of a line, if it does: its recorder was killed. */
  readonly cutOff?: true;
}
