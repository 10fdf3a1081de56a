/** Limits on message sizes and buffers (CON-07), and on dead connections (CON-08). */
import { type Check, inSession, onConnection } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectResult } from "../expect.js";
import { Failure } from "../outcome.js";
import { opcodes } from "../wire/frames.js";
import { describeEnding, type RawClient } from "../wire/raw-client.js";
import { openSocket, readAnswer } from "../wire/raw-socket.js";

const largest = 10 * 1024 * 1024;
const tooLarge = "for a message over 10 MiB";

/** Returns a ping request with exactly this many bytes. */
function paddedPing(bytes: number): string {
  const [before, after] = ['{"jsonrpc":"2.0","id":"big","method":"ping","params":{"padding":"', '"}}'];
  return before + "x".repeat(bytes - before.length - after.length) + after;
}

/** Checks that the endpoint still serves new clients. */
async function stillServes(context: CheckContext, after: string): Promise<void> {
  const client = await context.connect();
  expectResult(await client.request("ping"), `a response to ping after ${after}`);
}

/** Requests far more data than may be buffered, without reading it. */
async function askWithoutReading(client: RawClient, bytesWanted: number): Promise<void> {
  const before = client.bytesRead;
  expectResult(await client.request("tools/list"), "a result from tools/list");
  const rounds = Math.ceil(bytesWanted / Math.max(client.bytesRead - before, 1));
  client.pause();
  // Padded and with pauses, so answers pile up rather than requests.
  const _meta = { padding: "x".repeat(400) };
  for (let round = 0; round < rounds && client.isOpen; round++) {
    client.post("tools/list", { _meta });
    if (round % 100 === 99) await new Promise(setImmediate);
  }
}

export const limitChecks: readonly Check[] = [
  {
    name: "CON-07/ten-mib",
    title: "A message of 10 MiB in one frame is accepted",
    run: onConnection(async (client) => {
      client.sendText(paddedPing(largest));
      expectResult(await client.answerTo("big", "a response to a ping of 10 MiB"), "a response to a ping of 10 MiB");
    }),
  },
  {
    name: "CON-07/too-large",
    title: "A message over 10 MiB in one frame closes the connection with 1009",
    run: onConnection(async (client) => {
      client.sendText(paddedPing(largest + 1));
      await client.expectClose(1009, tooLarge);
    }),
  },
  {
    name: "CON-07/too-large-in-fragments",
    title: "A fragmented message that exceeds 10 MiB closes the connection with 1009",
    run: onConnection(async (client) => {
      const quarter = Buffer.alloc(largest / 4, "x");
      client.sendFrame({ opcode: opcodes.text, payload: quarter, fin: false });
      for (let i = 0; i < 4; i++) client.sendFrame({ opcode: opcodes.continuation, payload: quarter, fin: false });
      await client.expectClose(1009, tooLarge);
    }),
  },
  {
    name: "CON-07/announced",
    title: "A frame that announces more than 10 MiB closes the connection with 1009 before its payload arrives",
    run: onConnection(async (client) => {
      client.sendFrame({ opcode: opcodes.text, payload: "{", announcedLength: 2 ** 40 });
      await client.expectClose(1009, "for an announced length of 1 TiB");
    }),
  },
  {
    name: "CON-07/binary",
    title: "A binary frame doesn't break the endpoint",
    run: onConnection(async (client, context) => {
      client.sendFrame({ opcode: opcodes.binary, payload: Buffer.from([0, 255, 1, 254]) });
      // The endpoint may ignore it, answer it or close with 1003. The ping only gives it time.
      await client.request("ping", {}, { timeoutMs: context.settings.times.quietMs }).catch(() => {});
      await client.close();
      await stillServes(context, "a binary frame");
    }),
  },
  {
    name: "CON-07/endless-head",
    title: "A client without a token can't make the endpoint buffer more than 64 KiB",
    async run(context) {
      const { target, settings } = context;
      const socket = await openSocket(target.port, "127.0.0.1", settings.timeoutMs);
      context.defer(() => {
        socket.destroy();
      });
      socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n`);
      socket.write(`X-Padding: ${"x".repeat(128 * 1024)}`);
      const what = "a refusal of a request head of 128 KiB";
      const answer = await readAnswer(socket, settings.timeoutMs).catch((error: unknown) => {
        // A dropped connection is a refusal too.
        if (error instanceof Failure && error.seen.startsWith("nothing")) throw new Failure(what, error.seen);
        return undefined;
      });
      if (answer && answer.answer.status < 400) throw new Failure(what, `HTTP ${answer.answer.status}`);
    },
  },
  {
    name: "CON-07/unread",
    title: "A client that doesn't read is dropped (1013) when 16 MiB of responses are buffered",
    slowSeconds: 10,
    run: inSession([], async (client, context) => {
      const mebibyte = 1024 * 1024;
      await askWithoutReading(client, 80 * mebibyte);
      await context.sleep(context.settings.times.quietMs * 10);
      client.resume();
      const expected = "close 1013, or a dropped connection, before 64 MiB of unread responses";
      const ending = await client.socketEnd(context.settings.timeoutMs * 4).catch(() => undefined);
      const read = Math.round(client.bytesRead / mebibyte);
      if (!ending) throw new Failure(expected, `still connected after ${read} MiB`);
      if (read > 64 || (ending.code !== undefined && ending.code !== 1013))
        throw new Failure(expected, `${describeEnding(ending)} after ${read} MiB`);
      await stillServes(context, "a client that doesn't read");
    }),
  },
  {
    name: "CON-08/half-open",
    title: "A client that stops answering pings is dropped within 60 s; one that answers stays connected",
    slowSeconds: 65,
    async run(context) {
      const { healthMs } = context.settings.times;
      const together = (await context.facts.policy()) === "many";
      const healthy = together ? await context.connect() : undefined;
      const silent = await context.connect({ answerPings: false });
      const what = `a closed connection within ${(healthMs * 2) / 1000} s without pongs`;
      await silent.socketEnd(healthMs * 2.1).catch(() => {
        throw new Failure(what, `still connected, after ${silent.pings} pings`);
      });
      if (silent.pings === 0) throw new Failure("a ping before the connection is dropped", "no ping");
      if (healthy) expectResult(await healthy.request("ping"), "a response to ping on a live connection");
      await stillServes(context, "dropping a dead client");
    },
  },
];
