/** RFC 6455 as a broken or hostile client uses it (CON-03). */
import type { Check } from "../check.js";
import { closePayload, type FrameSpec, opcodes } from "../wire/frames.js";

const pingText = '{"jsonrpc":"2.0","id":"p","method":"ping"}';
const badUtf8 = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":"p","method":"'),
  Buffer.from([0xc3, 0x28]),
  Buffer.from('"}'),
]);

interface BrokenFrames {
  readonly word: string;
  readonly title: string;
  readonly why: string;
  readonly frames: readonly FrameSpec[];
  /** Default: 1002. */
  readonly code?: number;
}

const broken: readonly BrokenFrames[] = [
  {
    word: "unmasked",
    title: "An unmasked frame is closed with 1002",
    why: "for a frame that is not masked",
    frames: [{ opcode: opcodes.text, payload: pingText, mask: false }],
  },
  {
    word: "reserved-bits",
    title: "A frame with a reserved bit is closed with 1002",
    why: "for a frame with RSV1, no extension agreed",
    frames: [{ opcode: opcodes.text, payload: pingText, rsv: 4 }],
  },
  {
    word: "reserved-opcode",
    title: "A frame with a reserved opcode is closed with 1002",
    why: "for opcode 3",
    frames: [{ opcode: 3, payload: pingText }],
  },
  {
    word: "reserved-control-opcode",
    title: "A control frame with a reserved opcode is closed with 1002",
    why: "for opcode 11",
    frames: [{ opcode: 0xb, payload: "x" }],
  },
  {
    word: "long-control",
    title: "A control frame of more than 125 bytes is closed with 1002",
    why: "for a ping of 126 bytes",
    frames: [{ opcode: opcodes.ping, payload: Buffer.alloc(126, "x") }],
  },
  {
    word: "fragmented-control",
    title: "A fragmented control frame is closed with 1002",
    why: "for a ping without FIN",
    frames: [{ opcode: opcodes.ping, payload: "x", fin: false }],
  },
  {
    word: "stray-continuation",
    title: "A continuation of nothing is closed with 1002",
    why: "for a continuation frame that continues nothing",
    frames: [{ opcode: opcodes.continuation, payload: pingText }],
  },
  {
    word: "message-in-message",
    title: "A new message inside a fragmented one is closed with 1002",
    why: "for a text frame between the fragments of another message",
    frames: [
      { opcode: opcodes.text, payload: '{"jsonrpc"', fin: false },
      { opcode: opcodes.text, payload: pingText },
    ],
  },
  {
    word: "invalid-utf8",
    title: "A text that is not UTF-8 is closed with 1007",
    why: "for the bytes C3 28 in a text frame",
    frames: [{ opcode: opcodes.text, payload: badUtf8 }],
    code: 1007,
  },
  {
    word: "invalid-utf8-in-fragments",
    title: "A fragmented text that is not UTF-8 is closed with 1007",
    why: "for a character that ends wrong in the next fragment",
    frames: [
      { opcode: opcodes.text, payload: badUtf8.subarray(0, 37), fin: false },
      { opcode: opcodes.continuation, payload: badUtf8.subarray(37) },
    ],
    code: 1007,
  },
  {
    word: "close-of-one-byte",
    title: "A close frame of one byte is closed with 1002",
    why: "for a close frame whose code is cut off",
    frames: [{ opcode: opcodes.close, payload: Buffer.from([3]) }],
  },
  {
    word: "close-code",
    title: "A close code that may not be sent is closed with 1002",
    why: "for a close frame with 1006",
    frames: [{ opcode: opcodes.close, payload: closePayload(1006) }],
  },
];

export const frameErrorChecks: readonly Check[] = broken.map(({ word, title, why, frames, code = 1002 }) => ({
  name: `CON-03/${word}`,
  title,
  async run(context) {
    const client = await context.connect();
    for (const frame of frames) client.sendFrame(frame);
    await client.expectClose(code, why);
  },
}));
