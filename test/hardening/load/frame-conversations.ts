/** Sequences of frames: valid ones, split and mixed as RFC 6455 allows, and an end that is broken in one of many ways. */
import fc from "fast-check";
import { encodeFrame, opcodes } from "./frames.js";

const mask = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes));
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((each) => Buffer.from(each));

/** The frames to send, and the required responses while the connection is open. */
export interface Part {
  readonly frames: readonly Buffer[];
  /** The ids of calls, each of which is answered once. */
  readonly calls: readonly string[];
  /** Responses with the id null, to invalid messages. */
  readonly nulls: number;
  /** Pings, each answered with the same bytes. */
  readonly pings: readonly Buffer[];
}

const ping: fc.Arbitrary<Part> = fc.tuple(bytes(125), mask).map(([payload, key]) => ({
  frames: [encodeFrame({ opcode: opcodes.ping, payload, mask: key })],
  calls: [],
  nulls: 0,
  pings: [payload],
}));

const pong: fc.Arbitrary<Part> = fc.tuple(bytes(125), mask).map(([payload, key]) => ({
  frames: [encodeFrame({ opcode: opcodes.pong, payload, mask: key })],
  calls: [],
  nulls: 0,
  pings: [],
}));

interface Whole {
  readonly payload: Buffer;
  readonly calls: readonly string[];
  readonly nulls: number;
}

/** One message in any number of fragments, empty ones too, with control frames between them (section 5.4). */
function fragmented(opcode: number, whole: fc.Arbitrary<Whole>): fc.Arbitrary<Part> {
  const pieces = fc.array(fc.record({ share: fc.nat(100), key: mask, between: fc.option(fc.oneof(ping, pong)) }), {
    minLength: 1,
    maxLength: 6,
  });
  return fc.tuple(whole, pieces).map(([{ payload, calls, nulls }, plan]) => {
    const frames: Buffer[] = [];
    const pings: Buffer[] = [];
    let at = 0;
    plan.forEach(({ share, key, between }, index) => {
      const isLast = index === plan.length - 1;
      const end = isLast ? payload.length : Math.min(payload.length, at + Math.ceil((payload.length * share) / 100));
      const first = index === 0 ? opcode : opcodes.continuation;
      frames.push(encodeFrame({ opcode: first, payload: payload.subarray(at, end), mask: key, fin: isLast }));
      at = end;
      if (isLast || !between) return;
      frames.push(...between.frames);
      pings.push(...between.pings);
    });
    return { frames, pings, calls, nulls };
  });
}

/** Of any length, because frames encode lengths in three ways. */
const length = fc.oneof(
  { weight: 9, arbitrary: fc.nat(300) },
  { weight: 1, arbitrary: fc.integer({ min: 32_700, max: 32_800 }) },
);

const call: fc.Arbitrary<Whole> = fc
  .tuple(fc.uuid(), length, fc.string({ unit: "grapheme", maxLength: 20 }))
  .map(([id, repeats, text]) => {
    const params = { x: text + "é".repeat(repeats) };
    return {
      payload: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params })),
      calls: [id],
      nulls: 0,
    };
  });

const answeredWithNull = (payload: Buffer): Whole => ({ payload, calls: [], nulls: 1 });
const notJson = fc
  .string({ maxLength: 50 })
  .map((text) => answeredWithNull(Buffer.from(text === "" ? "" : `{${text}`)));

export const validPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: fragmented(opcodes.text, call) },
  { weight: 2, arbitrary: ping },
  { weight: 1, arbitrary: pong },
  { weight: 1, arbitrary: fragmented(opcodes.text, notJson) },
  { weight: 1, arbitrary: fragmented(opcodes.binary, bytes(300).map(answeredWithNull)) },
);

/** The last bytes of a conversation, and the close codes that answer them. Undefined: the connection just ends. */
export interface Ending {
  readonly what: string;
  readonly bytes: Buffer;
  readonly codes: readonly (number | undefined)[];
}

const closePayload = (code: number, reason: Buffer) => Buffer.concat([Buffer.from([code >> 8, code & 255]), reason]);
const isValidCode = (code: number) =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);

const someData = fc.tuple(fc.constantFrom(opcodes.text, opcodes.binary), bytes(40), mask);
const notUtf8 = fc
  .constantFrom("c0af", "eda080", "f4908080", "ff", "e282", "f0288cbc", "80")
  .map((hex) => Buffer.from(hex, "hex"));

const brokenEndings: Record<string, fc.Arbitrary<Omit<Ending, "what">>> = {
  "reserved bits": fc.tuple(someData, fc.integer({ min: 1, max: 7 })).map(([[opcode, payload, key], rsv]) => ({
    bytes: encodeFrame({ opcode, payload, mask: key, rsv }),
    codes: [1002],
  })),
  "an unknown opcode": fc
    .tuple(fc.constantFrom(3, 4, 5, 6, 7, 11, 12, 13, 14, 15), bytes(40), mask)
    .map(([opcode, payload, key]) => ({ bytes: encodeFrame({ opcode, payload, mask: key }), codes: [1002] })),
  "no mask": someData.map(([opcode, payload]) => ({
    bytes: encodeFrame({ opcode, payload, mask: undefined }),
    codes: [1002],
  })),
  "a control frame in fragments": fc
    .tuple(fc.constantFrom(8, 9, 10), bytes(40), mask)
    .map(([opcode, payload, key]) => ({
      bytes: encodeFrame({ opcode, payload, mask: key, fin: false }),
      codes: [1002],
    })),
  "a control frame too long": fc
    .tuple(fc.constantFrom(8, 9, 10), fc.integer({ min: 126, max: 70_000 }), mask)
    .map(([opcode, length, key]) => ({
      bytes: encodeFrame({ opcode, payload: Buffer.alloc(length), mask: key }),
      codes: [1002],
    })),
  "a continuation of nothing": fc.tuple(bytes(40), mask, fc.boolean()).map(([payload, key, fin]) => ({
    bytes: encodeFrame({ opcode: opcodes.continuation, payload, mask: key, fin }),
    codes: [1002],
  })),
  "a message inside another": someData.map(([opcode, payload, key]) => ({
    bytes: Buffer.concat([
      encodeFrame({ opcode, payload, mask: key, fin: false }),
      encodeFrame({ opcode, payload, mask: key }),
    ]),
    codes: [1002],
  })),
  "a length past the limit": fc
    .tuple(fc.bigInt({ min: 10n * 1024n * 1024n + 1n, max: 2n ** 64n - 1n }), bytes(40), mask)
    .map(([announced, payload, key]) => ({
      bytes: encodeFrame({ opcode: opcodes.text, payload, mask: key, announced }),
      codes: [1002, 1009],
    })),
  "text that is not UTF-8": fc.tuple(notUtf8, mask).map(([payload, key]) => ({
    bytes: encodeFrame({ opcode: opcodes.text, payload, mask: key }),
    codes: [1007],
  })),
  "a close of one byte": fc.tuple(bytes(1), mask).map(([payload, key]) => ({
    bytes: encodeFrame({ opcode: opcodes.close, payload, mask: key }),
    codes: payload.length === 0 ? [1005] : [1002],
  })),
  "a close with any code": fc.tuple(fc.integer({ min: 0, max: 65_535 }), mask).map(([code, key]) => ({
    bytes: encodeFrame({ opcode: opcodes.close, payload: closePayload(code, Buffer.alloc(0)), mask: key }),
    codes: isValidCode(code) ? [code] : [1002],
  })),
  "a close with a reason that is not UTF-8": fc.tuple(notUtf8, mask).map(([reason, key]) => ({
    bytes: encodeFrame({ opcode: opcodes.close, payload: closePayload(1000, reason), mask: key }),
    codes: [1007],
  })),
};

export const brokenEnding: fc.Arbitrary<Ending> = fc.oneof(
  ...Object.entries(brokenEndings).map(([what, ending]) => ending.map((each) => ({ what, ...each }))),
);

/** Noise: the connection must close or wait, and other clients must not be affected. */
export const noise = bytes(600);
