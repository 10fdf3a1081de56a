/** Raw WebSocket frames (RFC 6455, section 5.2), which may be invalid in any way. */

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameSpec {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Default: true. */
  readonly fin?: boolean;
  /** RSV1 to RSV3 as a number up to 7. Default: 0. */
  readonly rsv?: number;
  /** The masking key; undefined leaves the frame unmasked, which a client must not. */
  readonly mask: Buffer | undefined;
  /** A length to announce instead of the payload's actual one. */
  readonly announced?: bigint;
}

export function encodeFrame({ opcode, payload, fin = true, rsv = 0, mask, announced }: FrameSpec): Buffer {
  const length = announced ?? BigInt(payload.length);
  const extra = length < 126n ? 0 : length < 65_536n ? 2 : 8;
  const maskAt = 2 + extra;
  const head = Buffer.alloc(maskAt + (mask ? 4 : 0));
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  head[1] = (mask ? 0x80 : 0) | (extra === 0 ? Number(length) : extra === 2 ? 126 : 127);
  if (extra === 2) head.writeUInt16BE(Number(length), 2);
  if (extra === 8) head.writeBigUInt64BE(BigInt.asUintN(64, length), 2);
  if (!mask) return Buffer.concat([head, payload]);
  mask.copy(head, maskAt, 0, 4);
  const masked = Buffer.allocUnsafe(payload.length);
  for (let i = 0; i < payload.length; i++) masked[i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return Buffer.concat([head, masked]);
}

const plainMask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** A text frame as a well-behaved client sends it. */
export function textFrame(text: string): Buffer {
  return encodeFrame({ opcode: opcodes.text, payload: Buffer.from(text), mask: plainMask });
}

export interface Received {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Splits a server's bytes into frames. Servers don't mask, and this one doesn't fragment. */
export class FrameCutter {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Received[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Received[] = [];
    let at = 0;
    for (;;) {
      const rest = this.#rest.subarray(at);
      if (rest.length < 2) break;
      const short = (rest[1] ?? 0) & 0x7f;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < head) break;
      const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < head + length) break;
      frames.push({ opcode: (rest[0] ?? 0) & 0x0f, payload: rest.subarray(head, head + length) });
      at += head + length;
    }
    this.#rest = Buffer.from(this.#rest.subarray(at));
    return frames;
  }
}
