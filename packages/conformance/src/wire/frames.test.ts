import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closePayload, encodeFrame, type Frame, FrameReader, opcodes } from "./frames.js";

/** Feeds bytes in pieces of these sizes, over and over. */
function readInPieces(bytes: Buffer, sizes: readonly number[]): Frame[] {
  const reader = new FrameReader();
  const frames: Frame[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    frames.push(...reader.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return frames;
}

const frameSpec = fc.record({
  opcode: fc.integer({ min: 0, max: 15 }),
  payload: fc.uint8Array({ maxLength: 300 }),
  fin: fc.boolean(),
  mask: fc.boolean(),
  rsv: fc.integer({ min: 0, max: 7 }),
});

describe("frames", () => {
  it("decode to what was encoded, however the bytes are split", () => {
    fc.assert(
      fc.property(
        fc.array(frameSpec, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        (specs, sizes) => {
          const frames = readInPieces(Buffer.concat(specs.map(encodeFrame)), sizes);
          const seen = frames.map(({ masked: mask, payload, ...rest }) => ({ ...rest, mask, payload: [...payload] }));
          expect(seen).toEqual(specs.map((spec) => ({ ...spec, payload: [...spec.payload] })));
        },
      ),
    );
  });

  it.each([125, 126, 65535, 65536, 1024 * 1024])("of %i bytes have the right length field", (length) => {
    const [frame] = new FrameReader().push(encodeFrame({ opcode: opcodes.text, payload: Buffer.alloc(length, "x") }));
    expect(frame?.payload.length).toBe(length);
  });

  it("match the examples in RFC 6455, section 5.7", () => {
    expect(encodeFrame({ opcode: opcodes.text, payload: "Hello", mask: false }).toString("hex")).toBe("810548656c6c6f");
    const [frame] = new FrameReader().push(Buffer.from("818537fa213d7f9f4d5158", "hex"));
    expect(frame).toMatchObject({ fin: true, masked: true, opcode: opcodes.text });
    expect(frame?.payload.toString()).toBe("Hello");
  });

  it("can announce a wrong length", () => {
    const bytes = encodeFrame({ opcode: opcodes.text, payload: "x", announcedLength: 2 ** 40 });
    expect(bytes.readBigUInt64BE(2)).toBe(BigInt(2 ** 40));
    expect(new FrameReader().push(bytes)).toEqual([]);
  });

  it("encode a close code and a reason", () => {
    expect(closePayload(1002, "no").toString("hex")).toBe("03ea6e6f");
  });
});
