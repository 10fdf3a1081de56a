/** RFC 6455 as a well-behaved client uses it (CON-03). */
import type { Check } from "../check.js";
import { type CheckContext, describeHttp } from "../context.js";
import { expectResult } from "../expect.js";
import { Failure } from "../outcome.js";
import { show } from "../show.js";
import { closePayload, encodeFrame, opcodes } from "../wire/frames.js";
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

/** Sends a request for an unknown method with this name and returns what the error says of it. */
async function echoOf(client: RawClient, frames: (text: Buffer) => Buffer[], method: string): Promise<string> {
  const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: "p", method }));
  for (const frame of frames(text)) client.write(frame);
  const answer = await client.answerTo("p", "an answer to a message whose character is split over two fragments");
  return answer.ok ? show(answer.result) : answer.message;
}

async function upgraded(context: CheckContext): Promise<RawClient> {
  const client = await context.connect();
  // One round trip first, so that nothing the endpoint sends on its own comes between.
  expectResult(await client.request("ping"), "an answer to ping");
  return client;
}

export const frameChecks: readonly Check[] = [
  {
    name: "CON-03/accept-key",
    title: "The upgrade is answered with the key's Sec-WebSocket-Accept",
    async run(context) {
      const { answer, accept, client } = await context.upgrade();
      if (!client) throw new Failure("HTTP 101", describeHttp(answer));
      const seen = answer.headers.get("sec-websocket-accept");
      if (seen !== accept) throw new Failure(`Sec-WebSocket-Accept: ${accept}`, seen ?? "no such header");
    },
  },
  {
    name: "CON-03/plain-get",
    title: "A plain GET is answered 426",
    async run(context) {
      const { answer } = await context.upgrade({ upgrade: false });
      if (answer.status !== 426) throw new Failure("HTTP 426 for a GET without an upgrade", describeHttp(answer));
    },
  },
  {
    name: "CON-03/deflate-offer",
    title: "A client that offers permessage-deflate is served, as the real client does",
    async run(context) {
      const headers = { "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits" };
      const { answer, client } = await context.upgrade({ headers });
      if (!client) throw new Failure("HTTP 101 with permessage-deflate offered", describeHttp(answer));
      client.sendText(pingText);
      await answered(client, "an answer to ping with permessage-deflate offered");
    },
  },
  {
    name: "CON-03/fragmented",
    title: "A message in three fragments, a ping between them, is taken as one",
    async run(context) {
      const client = await upgraded(context);
      const text = Buffer.from(pingText);
      client.sendFrame({ opcode: opcodes.text, payload: text.subarray(0, 5), fin: false });
      client.sendFrame({ opcode: opcodes.ping, payload: "between" });
      client.sendFrame({ opcode: opcodes.continuation, payload: text.subarray(5, 20), fin: false });
      client.sendFrame({ opcode: opcodes.continuation, payload: text.subarray(20) });
      await expectPong(client, Buffer.from("between"));
      await answered(client, "an answer to a fragmented ping request");
    },
  },
  {
    name: "CON-03/split-character",
    title: "A character whose bytes are split over two fragments stays whole",
    async run(context) {
      const client = await upgraded(context);
      const method = "unknown/😀é";
      const said = await echoOf(
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
      if (said.includes("\ufffd")) throw new Failure(`the name ${method} unharmed`, show(said));
    },
  },
  {
    name: "CON-03/byte-by-byte",
    title: "A frame that comes one byte at a time is taken",
    async run(context) {
      const client = await upgraded(context);
      for (const byte of encodeFrame({ opcode: opcodes.text, payload: pingText })) {
        client.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
      await answered(client, "an answer to a ping request sent byte by byte");
    },
  },
  {
    name: "CON-03/together",
    title: "Frames that come in one segment are all taken, in order",
    async run(context) {
      const client = await upgraded(context);
      const ids = ["a", "b", "c"];
      const texts = ids.map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }));
      client.write(Buffer.concat(texts.map((payload) => encodeFrame({ opcode: opcodes.text, payload }))));
      for (const id of ids) await client.answerTo(id, `an answer to each of three pings in one segment (${id})`);
    },
  },
  {
    name: "CON-03/ping",
    title: "A ping is answered by a pong with the same payload",
    async run(context) {
      const client = await upgraded(context);
      for (const payload of [Buffer.alloc(0), Buffer.from("are you there"), Buffer.alloc(125, 0xfe)]) {
        client.sendFrame({ opcode: opcodes.ping, payload });
        await expectPong(client, payload);
      }
    },
  },
  {
    name: "CON-03/unasked-pong",
    title: "A pong that nobody asked for is ignored",
    async run(context) {
      const client = await upgraded(context);
      client.sendFrame({ opcode: opcodes.pong, payload: "unasked" });
      client.sendText(pingText);
      await answered(client, "an answer to ping after an unasked pong");
    },
  },
  {
    name: "CON-03/close-echo",
    title: "A close frame is answered by one with its code, and the TCP connection ends",
    async run(context) {
      const client = await upgraded(context);
      client.sendFrame({ opcode: opcodes.close, payload: closePayload(1000, "bye") });
      const ending = await client.ending(undefined, "close 1000 in answer to close 1000");
      if (ending.code !== 1000) throw new Failure("close 1000 in answer to close 1000", describeEnding(ending));
      await client.socketEnd();
    },
  },
  {
    name: "CON-03/close-without-code",
    title: "A close frame without a code is answered by a close frame",
    async run(context) {
      const client = await upgraded(context);
      client.sendFrame({ opcode: opcodes.close });
      const ending = await client.ending(undefined, "a close frame in answer to one without a code");
      if (ending.code !== 1005 && ending.code !== 1000)
        throw new Failure("a close frame without a code, or with 1000", describeEnding(ending));
    },
  },
  {
    name: "CON-03/own-frames",
    title: "The endpoint's own frames are unmasked JSON in text frames",
    async run(context) {
      const client = await context.session();
      expectResult(await client.request("tools/list"), "a result of tools/list");
      client.sendFrame({ opcode: opcodes.ping, payload: "x" });
      await client.nextPong();
      const [violation] = client.violations;
      if (violation !== undefined) throw new Failure("unmasked frames without reserved bits, JSON in text", violation);
    },
  },
];
