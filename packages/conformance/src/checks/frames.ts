/** Valid and invalid WebSocket frames (CON-03, RFC 6455). */
import { type Check, inSession, onConnection } from "../check.js";
import { describeHttp } from "../context.js";
import { expectResult } from "../expect.js";
import { Failure } from "../outcome.js";
import { show } from "../show.js";
import { closePayload, encodeFrame, type FrameSpec, opcodes } from "../wire/frames.js";
import { describeEnding, type RawClient } from "../wire/raw-client.js";

const pingText = '{"jsonrpc":"2.0","id":"p","method":"ping"}';

async function answered(client: RawClient, what: string): Promise<void> {
  expectResult(await client.answerTo("p", what), what);
}

async function expectPong(client: RawClient, payload: Buffer): Promise<void> {
  const pong = await client.nextPong();
  if (!pong.equals(payload))
    throw new Failure(`a pong with the ping's payload ${show(payload.toString())}`, show(pong.toString()));
}

/** Sends a request for an unknown method with this name and returns the error message. */
async function echoOf(client: RawClient, frames: (text: Buffer) => Buffer[], method: string): Promise<string> {
  const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: "p", method }));
  for (const frame of frames(text)) client.write(frame);
  const answer = await client.answerTo("p", "a response to a message with a split character");
  return answer.ok ? show(answer.result) : answer.message;
}

/** Makes the `run` of a check on a connection after one round trip, so the endpoint's own messages don't interfere. */
function afterPing(run: (client: RawClient) => Promise<void>): Check["run"] {
  return onConnection(async (client) => {
    expectResult(await client.request("ping"), "a response to ping");
    await run(client);
  });
}

const badUtf8 = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":"p","method":"'),
  Buffer.from([0xc3, 0x28]),
  Buffer.from('"}'),
]);

const pingRequest: FrameSpec = { opcode: opcodes.text, payload: pingText };
const pingFrame: FrameSpec = { opcode: opcodes.ping, payload: "x" };
const badText: FrameSpec = { opcode: opcodes.text, payload: badUtf8 };
const badFragments: readonly FrameSpec[] = [
  { opcode: opcodes.text, payload: badUtf8.subarray(0, 37), fin: false },
  { opcode: opcodes.continuation, payload: badUtf8.subarray(37) },
];

const invalid: readonly (readonly [word: string, what: string, frames: readonly FrameSpec[], code?: number])[] = [
  ["unmasked", "an unmasked frame", [{ ...pingRequest, mask: false }]],
  ["reserved-bits", "a frame with the reserved bit RSV1", [{ ...pingRequest, rsv: 4 }]],
  ["reserved-opcode", "a frame with the reserved opcode 3", [{ ...pingRequest, opcode: 3 }]],
  ["reserved-control-opcode", "a control frame with the reserved opcode 11", [{ ...pingFrame, opcode: 0xb }]],
  ["long-control", "a ping of more than 125 bytes", [{ ...pingFrame, payload: Buffer.alloc(126, "x") }]],
  ["fragmented-control", "a fragmented ping", [{ ...pingFrame, fin: false }]],
  ["stray-continuation", "a continuation frame without a message", [{ ...pingRequest, opcode: opcodes.continuation }]],
  [
    "message-in-message",
    "a new message inside a fragmented one",
    [{ ...pingRequest, payload: "{", fin: false }, pingRequest],
  ],
  ["invalid-utf8", "text that isn't UTF-8", [badText], 1007],
  ["invalid-utf8-in-fragments", "fragmented text that isn't UTF-8", badFragments, 1007],
  ["close-of-one-byte", "a close frame with one byte", [{ opcode: opcodes.close, payload: Buffer.from([3]) }]],
  ["close-code", "a close frame with the reserved code 1006", [{ opcode: opcodes.close, payload: closePayload(1006) }]],
];

const invalidFrameChecks: readonly Check[] = invalid.map(([word, what, frames, code = 1002]) => ({
  name: `CON-03/${word}`,
  title: `${what.charAt(0).toUpperCase()}${what.slice(1)} closes the connection with ${code}`,
  run: onConnection(async (client) => {
    for (const frame of frames) client.sendFrame(frame);
    await client.expectClose(code, `for ${what}`);
  }),
}));

export const frameChecks: readonly Check[] = [
  {
    name: "CON-03/accept-key",
    title: "The upgrade is answered with the right Sec-WebSocket-Accept",
    async run(context) {
      const { answer, accept, client } = await context.upgrade();
      if (!client) throw new Failure("HTTP 101", describeHttp(answer));
      const seen = answer.headers.get("sec-websocket-accept");
      if (seen !== accept) throw new Failure(`Sec-WebSocket-Accept: ${accept}`, seen ?? "no such header");
    },
  },
  {
    name: "CON-03/plain-get",
    title: "A plain GET is answered with HTTP 426",
    async run(context) {
      const { answer } = await context.upgrade({ upgrade: false });
      if (answer.status !== 426) throw new Failure("HTTP 426 for a GET without an upgrade", describeHttp(answer));
    },
  },
  {
    name: "CON-03/deflate-offer",
    title: "A client that offers permessage-deflate, as Claude Code does, is served",
    async run(context) {
      const headers = { "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits" };
      const { answer, client } = await context.upgrade({ headers });
      if (!client) throw new Failure("HTTP 101 with permessage-deflate offered", describeHttp(answer));
      client.sendText(pingText);
      await answered(client, "a response to ping with permessage-deflate offered");
    },
  },
  {
    name: "CON-03/fragmented",
    title: "A message in three fragments with a ping between them is accepted",
    run: afterPing(async (client) => {
      const text = Buffer.from(pingText);
      client.sendFrame({ opcode: opcodes.text, payload: text.subarray(0, 5), fin: false });
      client.sendFrame({ opcode: opcodes.ping, payload: "between" });
      client.sendFrame({ opcode: opcodes.continuation, payload: text.subarray(5, 20), fin: false });
      client.sendFrame({ opcode: opcodes.continuation, payload: text.subarray(20) });
      await expectPong(client, Buffer.from("between"));
      await answered(client, "a response to a fragmented ping request");
    }),
  },
  {
    name: "CON-03/split-character",
    title: "A character that is split across two fragments stays intact",
    run: afterPing(async (client) => {
      const method = "unknown/😀é";
      const message = await echoOf(
        client,
        (text) => {
          const cut = text.indexOf(Buffer.from("😀")) + 2;
          return [
            encodeFrame({ opcode: opcodes.text, payload: text.subarray(0, cut), fin: false }),
            encodeFrame({ opcode: opcodes.continuation, payload: text.subarray(cut) }),
          ];
        },
        method,
      );
      if (message.includes("\ufffd")) throw new Failure(`the method name ${method} intact`, show(message));
    }),
  },
  {
    name: "CON-03/byte-by-byte",
    title: "A frame that arrives byte by byte is accepted",
    run: afterPing(async (client) => {
      for (const byte of encodeFrame({ opcode: opcodes.text, payload: pingText })) {
        client.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
      await answered(client, "a response to a ping request sent byte by byte");
    }),
  },
  {
    name: "CON-03/together",
    title: "Several frames in one segment are all handled, in order",
    run: afterPing(async (client) => {
      const ids = ["a", "b", "c"];
      const texts = ids.map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }));
      client.write(Buffer.concat(texts.map((payload) => encodeFrame({ opcode: opcodes.text, payload }))));
      for (const id of ids) await client.answerTo(id, `a response to each of three pings in one segment (${id})`);
    }),
  },
  {
    name: "CON-03/ping",
    title: "A ping is answered with a pong with the same payload",
    run: afterPing(async (client) => {
      for (const payload of [Buffer.alloc(0), Buffer.from("are you there"), Buffer.alloc(125, 0xfe)]) {
        client.sendFrame({ opcode: opcodes.ping, payload });
        await expectPong(client, payload);
      }
    }),
  },
  {
    name: "CON-03/unasked-pong",
    title: "An unsolicited pong is ignored",
    run: afterPing(async (client) => {
      client.sendFrame({ opcode: opcodes.pong, payload: "unsolicited" });
      client.sendText(pingText);
      await answered(client, "a response to ping after an unsolicited pong");
    }),
  },
  {
    name: "CON-03/close-echo",
    title: "A close frame is answered with the same code, and the TCP connection is closed",
    run: afterPing(async (client) => {
      client.sendFrame({ opcode: opcodes.close, payload: closePayload(1000, "bye") });
      const ending = await client.ending(undefined, "close 1000 in answer to close 1000");
      if (ending.code !== 1000) throw new Failure("close 1000 in answer to close 1000", describeEnding(ending));
      await client.socketEnd();
    }),
  },
  {
    name: "CON-03/close-without-code",
    title: "A close frame without a code is answered with a close frame",
    run: afterPing(async (client) => {
      client.sendFrame({ opcode: opcodes.close });
      const ending = await client.ending(undefined, "a close frame in answer to one without a code");
      if (ending.code !== 1005 && ending.code !== 1000)
        throw new Failure("a close frame without a code, or with 1000", describeEnding(ending));
    }),
  },
  {
    name: "CON-03/own-frames",
    title: "The endpoint only sends JSON in unmasked text frames",
    run: inSession([], async (client) => {
      expectResult(await client.request("tools/list"), "a result from tools/list");
      client.sendFrame({ opcode: opcodes.ping, payload: "x" });
      await client.nextPong();
      const [violation] = client.violations;
      if (violation !== undefined) throw new Failure("unmasked frames without reserved bits, JSON in text", violation);
    }),
  },
  ...invalidFrameChecks,
];
