/** Faults on the wire (CON-03). */
import { closePayload, type Frame, FrameReader, type FrameSpec, opcodes } from "../../wire/frames.js";
import type { Link, Tap } from "../tap.js";
import { type Fault, nothing } from "./fault.js";

const asIs = (frame: Frame): FrameSpec => ({ ...frame, mask: frame.masked });
const isControl = ({ opcode }: Frame) => opcode >= 8;

function tapped(check: string, what: string, seen: RegExp, tap: Tap): Fault {
  return {
    check: `CON-03/${check}`,
    what,
    seen,
    break(parts) {
      parts.tap = tap;
    },
  };
}

/** Changes matching frames from the client. */
function changing(matches: (frame: Frame) => boolean, change: (frame: Frame, link: Link) => readonly FrameSpec[]): Tap {
  return { fromClient: (frame, link) => (matches(frame) ? change(frame, link) : [asIs(frame)]) };
}

const drop = () => [];
/** Decodes text leniently. */
const decodedLeniently = (frame: Frame): FrameSpec[] => [{ ...asIs(frame), payload: frame.payload.toString("utf8") }];

const closeWith = (code: number) => (_: Frame, link: Link) => {
  link.toClient({ opcode: opcodes.close, payload: closePayload(code) });
  return [];
};

export const frameFaults: readonly Fault[] = [
  tapped("accept-key", "the accept key is made up", /^made-up$/, {
    answerHead: (head) => head.replace(/Sec-WebSocket-Accept: .*\r\n/i, "Sec-WebSocket-Accept: made-up\r\n"),
  }),
  {
    check: "CON-03/plain-get",
    what: "a plain GET is answered 200",
    seen: /^HTTP 200/,
    break(parts) {
      parts.plainGetStatus = 200;
    },
  },
  {
    check: "CON-03/deflate-offer",
    what: "an upgrade that offers compression is refused",
    seen: /^HTTP 400/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) =>
        request.headers["sec-websocket-extensions"] ? { status: 400, body: "no extensions" } : admit(request, token);
    },
  },
  tapped("deflate-offer", "compression is agreed to and done wrong", nothing, {
    fromServer: (frame) => [{ ...frame, mask: false, payload: frame.rsv === 4 ? "garbage" : frame.payload }],
  }),
  tapped(
    "fragmented",
    "a fragmented message is closed with 1003",
    /^close 1003/,
    changing((frame) => !frame.fin, closeWith(1003)),
  ),
  tapped(
    "fragmented",
    "a ping between fragments is not answered",
    nothing,
    changing((frame) => frame.opcode === opcodes.ping, drop),
  ),
  tapped(
    "split-character",
    "each fragment is decoded separately",
    /\ufffd/,
    changing((frame) => !isControl(frame), decodedLeniently),
  ),
  tapped("byte-by-byte", "a piece of a frame is taken for a broken one", /dropped/, {
    bytesFromClient: (bytes) => (new FrameReader().push(bytes).length === 0 ? undefined : bytes),
  }),
  tapped("together", "what follows the first frame in a segment is lost", nothing, {
    bytesFromClient: (bytes) => {
      const [, second = 0] = bytes;
      return (second & 0x7f) < 126 ? bytes.subarray(0, 6 + (second & 0x7f)) : bytes;
    },
  }),
  tapped("ping", "pongs are empty", /^""$/, {
    fromServer: (frame) => [frame.opcode === opcodes.pong ? { opcode: opcodes.pong } : asIs(frame)],
  }),
  tapped(
    "ping",
    "pings are switched off",
    nothing,
    changing((frame) => frame.opcode === opcodes.ping, drop),
  ),
  tapped(
    "unasked-pong",
    "an unasked pong is an error",
    /^close 1002/,
    changing((frame) => frame.opcode === opcodes.pong, closeWith(1002)),
  ),
  tapped(
    "close-echo",
    "the close code is not the client's",
    /^close 1001/,
    changing((frame) => frame.opcode === opcodes.close, closeWith(1001)),
  ),
  tapped("close-echo", "the connection is dropped instead of closed", /without a close frame/, {
    fromClient: (frame, link) => {
      if (frame.opcode === opcodes.close) link.drop();
      return [asIs(frame)];
    },
  }),
  tapped("close-echo", "the TCP connection stays open", nothing, { keepsOpen: true }),
  tapped(
    "close-without-code",
    "a close frame without a code is an error",
    /^close 1002/,
    changing((frame) => frame.opcode === opcodes.close, closeWith(1002)),
  ),
  tapped("own-frames", "the endpoint masks its frames", /masked/, {
    fromServer: (frame) => [{ ...frame, mask: true }],
  }),
  tapped(
    "unmasked",
    "unmasked frames are taken",
    nothing,
    changing(
      (frame) => !frame.masked,
      (frame) => [{ ...frame, mask: true }],
    ),
  ),
  tapped(
    "reserved-bits",
    "reserved bits are ignored",
    nothing,
    changing(
      (frame) => frame.rsv !== 0,
      (frame) => [{ ...asIs(frame), rsv: 0 }],
    ),
  ),
  tapped(
    "reserved-opcode",
    "unknown frames are ignored",
    nothing,
    changing((frame) => frame.opcode === 3, drop),
  ),
  tapped(
    "reserved-control-opcode",
    "unknown control frames are ignored",
    nothing,
    changing((frame) => frame.opcode === 0xb, drop),
  ),
  tapped(
    "long-control",
    "a long ping is answered",
    nothing,
    changing((frame) => frame.payload.length > 125 && isControl(frame), drop),
  ),
  tapped(
    "fragmented-control",
    "a fragmented ping is taken",
    nothing,
    changing((frame) => isControl(frame) && !frame.fin, drop),
  ),
  tapped(
    "stray-continuation",
    "a stray continuation is ignored",
    nothing,
    changing((frame) => frame.opcode === opcodes.continuation, drop),
  ),
  tapped(
    "message-in-message",
    "the fragment before is forgotten",
    nothing,
    changing((frame) => !frame.fin, drop),
  ),
  tapped(
    "invalid-utf8",
    "bad bytes are replaced",
    nothing,
    changing((frame) => !isControl(frame), decodedLeniently),
  ),
  tapped(
    "invalid-utf8-in-fragments",
    "bad bytes are replaced",
    nothing,
    changing((frame) => !isControl(frame), decodedLeniently),
  ),
  tapped(
    "close-of-one-byte",
    "half a close code is taken",
    /^close 1000/,
    changing((frame) => frame.opcode === opcodes.close && frame.payload.length === 1, closeWith(1000)),
  ),
  tapped(
    "close-code",
    "any close code is taken",
    /^close 1006/,
    changing(
      (frame) => frame.opcode === opcodes.close && frame.payload.length > 1 && frame.payload.readUInt16BE(0) === 1006,
      closeWith(1006),
    ),
  ),
];
