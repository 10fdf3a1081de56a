/** Who can connect, from where, and how many (CON-01, 02, 04, 06, 10). */
import { networkInterfaces } from "node:os";
import { portRange, subprotocol } from "@tandem-ide/protocol";
import type { Check } from "../check.js";
import { type CheckContext, describeHttp, type Upgraded } from "../context.js";
import { expectResult } from "../expect.js";
import { Failure, NotApplicable } from "../outcome.js";
import { describeEnding, type RawClient } from "../wire/raw-client.js";
import { openSocket } from "../wire/raw-socket.js";

/** How long to try an address that may drop packets instead of rejecting them. */
const addressTimeoutMs = 500;

function otherAddresses(): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
    .filter((address) => address !== "127.0.0.1");
  // Linux answers on all of 127.0.0.0/8, so this finds an endpoint that listens everywhere, even without a network.
  return process.platform === "linux" ? [...found, "127.0.0.2"] : found;
}

async function isReachable(port: number, address: string): Promise<boolean> {
  try {
    (await openSocket(port, address, addressTimeoutMs)).destroy();
    return true;
  } catch {
    return false;
  }
}

async function expectPong(client: RawClient): Promise<void> {
  expectResult(await client.request("ping"), "a response to ping");
}

/** Opens connections until one is refused, up to one more than the limit. */
async function connectToLimit(context: CheckContext): Promise<{ clients: RawClient[]; refusal: Upgraded | undefined }> {
  const clients: RawClient[] = [];
  while (clients.length <= context.settings.maxClients) {
    const upgraded = await context.upgrade();
    if (!upgraded.client) return { clients, refusal: upgraded };
    await expectPong(upgraded.client);
    clients.push(upgraded.client);
  }
  return { clients, refusal: undefined };
}

async function expectEchoed(context: CheckContext, protocols: string): Promise<void> {
  const { answer, client } = await context.upgrade({ protocols });
  if (!client) throw new Failure("HTTP 101", describeHttp(answer));
  const echoed = answer.headers.get("sec-websocket-protocol");
  if (echoed !== subprotocol)
    throw new Failure(`Sec-WebSocket-Protocol: mcp in the response to ${protocols}`, echoed ?? "no such header");
}

export const connectionChecks: readonly Check[] = [
  {
    name: "CON-01/loopback-only",
    title: "The endpoint only listens on 127.0.0.1",
    async run({ target }) {
      const addresses = otherAddresses();
      if (addresses.length === 0) throw new NotApplicable("this machine has no other address to try");
      const reachable = await Promise.all(addresses.map((address) => isReachable(target.port, address)));
      const open = addresses.filter((_, index) => reachable[index]);
      if (open.length > 0)
        throw new Failure("a refused connection on every other address", `a connection to ${open.join(", ")}`);
    },
  },
  {
    name: "CON-02/port-range",
    title: "The port is in 10000–65535",
    async run({ target }) {
      if (target.port < portRange.min || target.port > portRange.max)
        throw new Failure(`a port from ${portRange.min} to ${portRange.max}`, String(target.port));
    },
  },
  {
    name: "CON-04/replaces",
    title: "If only one client is allowed, a new client replaces the connected one",
    async run(context) {
      const { policy, refusal, ending } = await context.facts.encounter();
      if (policy === "many") throw new NotApplicable("the endpoint accepts several clients at once");
      if (refusal) throw new Failure("HTTP 101 for a second client", describeHttp(refusal));
      if (ending?.code === undefined)
        throw new Failure("a close frame to the replaced client", describeEnding(ending ?? {}));
    },
  },
  {
    name: "CON-04/stable",
    title: "After a replacement, other clients are refused for 20 s, unless the new client leaves",
    slowSeconds: 20,
    async run(context) {
      if ((await context.facts.policy()) !== "single")
        throw new NotApplicable("the endpoint doesn't replace its client");
      await context.connect();
      // The clients that tested the policy have left, so their 20 s no longer count.
      const { answer: welcome, client: newClient } = await context.upgrade();
      if (!newClient) throw new Failure("HTTP 101 after the last client has left", describeHttp(welcome));
      const start = performance.now();
      const { stableMs } = context.settings.times;
      // Ends a little early, because the endpoint's timer started at a different time.
      while (performance.now() - start < stableMs * 0.9) {
        const { answer, client } = await context.upgrade();
        if (client || answer.status !== 503)
          throw new Failure(
            `HTTP 503 for ${stableMs / 1000} s while the new client is connected`,
            `${describeHttp(answer)} after ${Math.round(performance.now() - start)} ms`,
          );
        await expectPong(newClient);
        await context.sleep(stableMs / 20);
      }
      await newClient.close();
      await expectPong(await context.connect());
    },
  },
  {
    name: "CON-10/limit",
    title: "Ten clients are served at once, the eleventh gets 503, and a new one can connect after one leaves",
    async run(context) {
      if ((await context.facts.policy()) !== "many")
        throw new NotApplicable("the endpoint accepts only one client at a time (CON-04)");
      const { maxClients } = context.settings;
      const { clients, refusal } = await connectToLimit(context);
      if (!refusal) throw new Failure(`HTTP 503 for client ${maxClients + 1}`, "HTTP 101");
      if (refusal.answer.status !== 503)
        throw new Failure(`HTTP 503 with ${maxClients} clients connected`, describeHttp(refusal.answer));
      // A few Claude Code sessions may be connected already.
      if (clients.length < maxClients && clients.length >= maxClients / 2)
        throw new NotApplicable(
          `only ${clients.length} of ${maxClients} clients could connect: others seem to be connected`,
        );
      if (clients.length < maxClients)
        throw new Failure(`${maxClients} clients at once`, `HTTP 503 after ${clients.length}`);
      await Promise.all(clients.map(expectPong));
      await clients[0]?.close();
      await expectPong(await context.connect());
    },
  },
  {
    name: "CON-06/echoed",
    title: "The subprotocol mcp is echoed",
    run: (context) => expectEchoed(context, subprotocol),
  },
  {
    name: "CON-06/among-others",
    title: "The subprotocol mcp is chosen from several",
    run: (context) => expectEchoed(context, `chat, ${subprotocol}`),
  },
  {
    name: "CON-06/not-asked",
    title: "A client without a subprotocol is served, and gets none in the response",
    async run(context) {
      const { answer, client } = await context.upgrade({ protocols: null });
      if (!client) throw new Failure("HTTP 101 without a subprotocol", describeHttp(answer));
      const named = answer.headers.get("sec-websocket-protocol");
      // RFC 6455, section 4.2.2: a client must fail the connection on a subprotocol that it didn't request.
      if (named !== undefined) throw new Failure("no Sec-WebSocket-Protocol in the response", named);
      await expectPong(client);
    },
  },
];
