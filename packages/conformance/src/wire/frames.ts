/**
 * Encodes and decodes WebSocket frames (RFC 6455, section 5.2). A library would refuse to send invalid frames, and hide
 * invalid ones that it receives.
 */
import { randomBytes } from "node:crypto";

export const opcodes = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

/** A frame to send. The defaults are those of a correct client. */
export interface FrameSpec {
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  /** Default: true. */
  readonly fin?: boolean;
  /** Clients must mask (section 5.3). Default: true. */
  readonly mask?: boolean;
  /** RSV1 to RSV3 as the bits 4, 2 and 1. Default: 0. */
  readonly rsv?: number;
  /** A length to announce that differs from the payload's. */
  readonly announcedLength?: number;
}

/** A received frame. The payload is unmasked. */
export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly fin: boolean;
  readonly masked: boolean;
  readonly rsv: number;
}

function applyMask(payload: Uint8Array, key: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(payload.length);
  for (let i = 0; i < payload.length; i++) out[i] = (payload[i] ?? 0) ^ (key[i & 3] ?? 0);
  return out;
}

function lengthField(length: number, maskBit: number): Buffer {
  if (length < 126) return Buffer.from([maskBit | length]);
  if (length < 65536) {
    const out = Buffer.alloc(3);
    out[0] = maskBit | 126;
    out.writeUInt16BE(length, 1);
    return out;
  }
  const out = Buffer.alloc(9);
  out[0] = maskBit | 127;
  out.writeBigUInt64BE(BigInt(length), 1);
  return out;
}

/** Encodes a frame. */
export function encodeFrame(spec: FrameSpec): Buffer {
  const payload = Buffer.from(spec.payload ?? "");
  const first = ((spec.fin ?? true) ? 0x80 : 0) | (((spec.rsv ?? 0) & 7) << 4) | (spec.opcode & 0x0f);
  const mask = spec.mask ?? true;
  const head = [Buffer.from([first]), lengthField(spec.announcedLength ?? payload.length, mask ? 0x80 : 0)];
  if (!mask) return Buffer.concat([...head, payload]);
  const key = randomBytes(4);
  return Buffer.concat([...head, key, applyMask(payload, key)]);
}

/** Encodes the payload of a close frame: a code and a reason (section 5.5.1). */
export function closePayload(code: number, reason: Uint8Array | string = ""): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason)]);
}

/** Splits a byte stream into frames, without validating them. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 2;

  /** Adds bytes and returns the frames that are now complete. */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: Frame[] = [];
    // Joined only when a frame may be complete, so a large message is copied once and not for each chunk.
    while (this.#size >= this.#needed) {
      const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
      this.#chunks = [all];
      const frame = this.#take(all);
      if (frame) frames.push(frame);
    }
    return frames;
  }

  #take(all: Buffer): Frame | undefined {
    const [first = 0, second = 0] = all;
    const masked = (second & 0x80) !== 0;
    const short = second & 0x7f;
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
    const headSize = 2 + lengthBytes + (masked ? 4 : 0);
    if (all.length < headSize) {
      this.#needed = headSize;
      return undefined;
    }
    const length = short === 127 ? Number(all.readBigUInt64BE(2)) : short === 126 ? all.readUInt16BE(2) : short;
    if (all.length < headSize + length) {
      this.#needed = headSize + length;
      return undefined;
    }
    const body = all.subarray(headSize, headSize + length);
    const rest = all.subarray(headSize + length);
    this.#chunks = [rest];
    this.#size = rest.length;
    this.#needed = 2;
    return {
      opcode: first & 0x0f,
      fin: (first & 0x80) !== 0,
      rsv: (first >> 4) & 7,
      masked,
      payload: masked ? applyMask(body, all.subarray(headSize - 4, headSize)) : body,
    };
  }
}
