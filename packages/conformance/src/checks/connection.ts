/** Who may connect, from where and how many (CON-01, 02, 04, 06, 10). */
import { networkInterfaces } from "node:os";
import { portRange, subprotocol } from "@tandem/protocol";
import type { Check } from "../check.js";
import { type CheckContext, describeHttp, type Upgraded } from "../context.js";
import { expectResult } from "../expect.js";
import { Failure, NotApplicable } from "../outcome.js";
import { describeEnding, type RawClient } from "../wire/raw-client.js";
import { openSocket } from "../wire/raw-socket.js";

/** How long to try an address that may swallow packets instead of refusing them. */
const addressPatienceMs = 500;

function otherAddresses(): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
    .filter((address) => address !== "127.0.0.1");
  // Linux answers on all of 127.0.0.0/8, so this finds an endpoint that listens everywhere even without a network.
  return process.platform === "linux" ? [...found, "127.0.0.2"] : found;
}

async function isReachable(port: number, address: string): Promise<boolean> {
  try {
    (await openSocket(port, address, addressPatienceMs)).destroy();
    return true;
  } catch {
    return false;
  }
}

async function pings(client: RawClient): Promise<void> {
  expectResult(await client.request("ping"), "an answer to ping");
}

/** Opens connections until one is refused, at most one more than may be taken. */
async function fillUp(context: CheckContext): Promise<{ clients: RawClient[]; refusal: Upgraded | undefined }> {
  const clients: RawClient[] = [];
  while (clients.length <= context.settings.maxClients) {
    const upgraded = await context.upgrade();
    if (!upgraded.client) return { clients, refusal: upgraded };
    await pings(upgraded.client);
    clients.push(upgraded.client);
  }
  return { clients, refusal: undefined };
}

export const connectionChecks: readonly Check[] = [
  {
    name: "CON-01/loopback-only",
    title: "The endpoint listens on 127.0.0.1 and on no other address",
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
    title: "With one client at a time, a newcomer replaces the one before",
    async run(context) {
      const { policy, refusal, ending } = await context.facts.encounter();
      if (policy === "many") throw new NotApplicable("the endpoint takes several clients at once");
      if (refusal) throw new Failure("HTTP 101 for a second client, or room for several", describeHttp(refusal));
      if (ending?.code === undefined)
        throw new Failure("a close frame to the client that is replaced", describeEnding(ending ?? {}));
    },
  },
  {
    name: "CON-04/stable",
    title: "A client that was replaced cannot take its place back for 20 s; a free place takes anyone",
    slowSeconds: 20,
    async run(context) {
      if ((await context.facts.policy()) !== "single")
        throw new NotApplicable("the endpoint does not replace its client");
      await context.connect();
      // Those who met to find out the policy have left, so their 20 s are over.
      const { answer: welcome, client: newcomer } = await context.upgrade();
      if (!newcomer) throw new Failure("HTTP 101 when the last newcomer has left", describeHttp(welcome));
      const begun = performance.now();
      const { stableMs } = context.settings.times;
      // Ends a tenth early: the endpoint's clock and this one did not start together.
      while (performance.now() - begun < stableMs * 0.9) {
        const { answer, client } = await context.upgrade();
        if (client || answer.status !== 503)
          throw new Failure(
            `HTTP 503 for ${stableMs / 1000} s while the newcomer is connected`,
            `${describeHttp(answer)} after ${Math.round(performance.now() - begun)} ms`,
          );
        await pings(newcomer);
        await context.sleep(stableMs / 20);
      }
      await newcomer.close();
      await pings(await context.connect());
    },
  },
  {
    name: "CON-10/limit",
    title: "Ten clients are served at once, the eleventh is answered 503, and a place that is left is free again",
    async run(context) {
      if ((await context.facts.policy()) !== "many")
        throw new NotApplicable("the endpoint takes one client at a time (CON-04)");
      const { maxClients } = context.settings;
      const { clients, refusal } = await fillUp(context);
      if (!refusal) throw new Failure(`HTTP 503 for client ${maxClients + 1}`, "HTTP 101");
      if (refusal.answer.status !== 503)
        throw new Failure(`HTTP 503 when ${maxClients} are connected`, describeHttp(refusal.answer));
      // A Claude Code or two may well be connected while somebody runs this.
      if (clients.length < maxClients && clients.length >= maxClients / 2)
        throw new NotApplicable(`${clients.length} of ${maxClients} places were free: others seem to be connected`);
      if (clients.length < maxClients)
        throw new Failure(`room for ${maxClients} clients`, `HTTP 503 after ${clients.length}`);
      await Promise.all(clients.map(pings));
      await clients[0]?.close();
      await pings(await context.connect());
    },
  },
  {
    name: "CON-06/echoed",
    title: "The subprotocol mcp is echoed",
    async run(context) {
      const { answer, client } = await context.upgrade();
      if (!client) throw new Failure("HTTP 101", describeHttp(answer));
      const echoed = answer.headers.get("sec-websocket-protocol");
      if (echoed !== subprotocol)
        throw new Failure("Sec-WebSocket-Protocol: mcp in the answer", echoed ?? "no such header");
    },
  },
  {
    name: "CON-06/among-others",
    title: "The subprotocol mcp is chosen when others are offered too",
    async run(context) {
      const { answer, client } = await context.upgrade({ protocols: "chat, mcp" });
      if (!client) throw new Failure("HTTP 101", describeHttp(answer));
      const echoed = answer.headers.get("sec-websocket-protocol");
      if (echoed !== subprotocol)
        throw new Failure("Sec-WebSocket-Protocol: mcp in the answer to chat, mcp", echoed ?? "no such header");
    },
  },
  {
    name: "CON-06/not-asked",
    title: "A client that asks for no subprotocol is served, and none is named to it",
    async run(context) {
      const { answer, client } = await context.upgrade({ protocols: null });
      if (!client) throw new Failure("HTTP 101 without a subprotocol", describeHttp(answer));
      const named = answer.headers.get("sec-websocket-protocol");
      // RFC 6455, section 4.2.2: a client must fail the connection on a subprotocol that it did not ask for.
      if (named !== undefined) throw new Failure("no Sec-WebSocket-Protocol in the answer", named);
      await pings(client);
    },
  },
];
