/**
 * The life of a session, against a model written from docs/protocol.md, sections 2 to 4 (MCP-01, MCP-05, CON-08,
 * CON-10, NOT-05).
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "./load/assert-property.js";
import { command, Fixture } from "./load/fixture.js";
import { type Message, RawClient } from "./load/raw-client.js";
import { scaled, tally } from "./tally.js";

const names = ["ann", "bob", "cy", "dee"];
const maxClients = 3;
const knownVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const healthCheckMs = 30_000;
/** A silent client is dropped this long after the second check, because its response may be unread. */
const lastChanceMs = 1000;
/**
 * A client gets its first notification this long after `tools/list`, or at the latest this long after `initialized`.
 */
const [soonestMs, latestMs] = [500, 1000];

interface Client {
  version: string | undefined;
  /** When it first and last sent something that makes it receive notifications. */
  firstReadyAt: number | undefined;
  lastReadyAt: number | undefined;
  /** How many selections it had received by then. */
  receivedBefore: number;
  /** How many pings have been sent since it stopped answering. */
  isStopped: boolean;
  unansweredPings: number;
}

interface Model {
  readonly clients: Map<string, Client>;
  now: number;
  nextHealthCheck: number;
  cursor: number;
  commands: number;
}

type SessionCommand = fc.AsyncCommand<Model, Fixture>;

function versionFor(asked: string): string {
  return knownVersions.filter((known) => known <= asked).at(-1) ?? "2024-11-05";
}

/** A command of a client that is connected and alive. */
function byClient(
  words: string,
  name: string,
  run: (client: Client, connection: RawClient, model: Model) => Promise<void>,
): SessionCommand {
  return command(
    `${name} ${words}`,
    ({ clients }) => clients.get(name)?.isStopped === false,
    async (model, fixture) => {
      const client = model.clients.get(name);
      if (client) await run(client, fixture.client(name), model);
      await agree(model, fixture);
    },
  );
}

const codeOf = ({ error }: Message) => error?.code;

function becomesReady(client: Client, connection: RawClient, { now }: Model): void {
  client.firstReadyAt ??= now;
  client.lastReadyAt = now;
  client.receivedBefore = positionsOf(connection).length;
}

/** The cursor positions that this client received. */
function positionsOf(connection: RawClient): unknown[] {
  const received = connection.messages.flat().filter(({ method }) => method === "selection_changed");
  return received.map(({ params }) => params?.selection);
}

async function agree(model: Model, fixture: Fixture): Promise<void> {
  model.commands++;
  for (const [name, { isStopped }] of model.clients) if (!isStopped) await fixture.client(name).request("ping");
  expect(fixture.endpoint.status.clients).toHaveLength(model.clients.size);
  const at = { line: 0, character: model.cursor };
  for (const [name, client] of model.clients) {
    const received = positionsOf(fixture.client(name));
    const { firstReadyAt, lastReadyAt, receivedBefore, isStopped } = client;
    if (firstReadyAt === undefined || model.now - firstReadyAt < soonestMs) expect(received, name).toEqual([]);
    if (isStopped || lastReadyAt === undefined || model.now - lastReadyAt < latestMs) continue;
    expect(received.at(-1), name).toEqual({ start: at, end: at, isEmpty: true });
    // Sent again after each `tools/list`, whether or not it has changed (NOT-05).
    expect(received.length, name).toBeGreaterThan(receivedBefore);
  }
}

async function connect(name: string, { clients }: Model, fixture: Fixture): Promise<void> {
  fixture.clients.set(name, await RawClient.open(fixture.endpoint));
  const unready = { version: undefined, firstReadyAt: undefined, lastReadyAt: undefined, receivedBefore: 0 };
  clients.set(name, { ...unready, isStopped: false, unansweredPings: 0 });
}

const come = (name: string): SessionCommand =>
  command(
    `${name} comes`,
    ({ clients }) => !clients.has(name),
    async (model, fixture) => {
      if (model.clients.size >= maxClients) {
        await expect(RawClient.open(fixture.endpoint)).rejects.toThrow("503");
        return;
      }
      await connect(name, model, fixture);
      await agree(model, fixture);
    },
  );

const leave = (name: string): SessionCommand =>
  command(
    `${name} leaves`,
    ({ clients }) => clients.has(name),
    async (model, fixture) => {
      model.clients.delete(name);
      await fixture.leave(name);
      await agree(model, fixture);
    },
  );

const stop = (name: string): SessionCommand =>
  byClient("stops answering", name, async (client, connection) => {
    client.isStopped = true;
    connection.stopReading();
  });

const initialize = (name: string, version: string): SessionCommand =>
  byClient(`initializes with ${version}`, name, async (client, connection) => {
    const { result } = await connection.request("initialize", { protocolVersion: version, capabilities: {} });
    client.version = versionFor(version);
    expect(result).toMatchObject({ protocolVersion: client.version });
  });

const initialized = (name: string, method: string): SessionCommand =>
  byClient(`says ${method}`, name, async (client, connection, model) => {
    connection.sendText(JSON.stringify({ jsonrpc: "2.0", method }));
    becomesReady(client, connection, model);
  });

const listTools = (name: string): SessionCommand =>
  byClient("lists tools", name, async (client, connection, model) => {
    const answer = await connection.request("tools/list");
    if (client.version === undefined) expect(codeOf(answer)).toBe(-32600);
    else {
      expect(answer.result).toHaveProperty("tools");
      becomesReady(client, connection, model);
    }
  });

const mcpOnly = (name: string, method: string, params: object | undefined): SessionCommand =>
  byClient(`calls ${method}`, name, async ({ version }, connection) => {
    const answer = await connection.request(method, params);
    if (version === undefined) expect(codeOf(answer)).toBe(-32600);
    else expect(answer.error).toBeUndefined();
  });

const always = (name: string, method: string): SessionCommand =>
  byClient(`asks for ${method}`, name, async (_client, connection) => {
    expect((await connection.request(method)).error).toBeUndefined();
  });

const batch = (name: string): SessionCommand =>
  byClient("sends a batch", name, async ({ version }, connection) => {
    connection.sendText('[{"jsonrpc":"2.0","id":"in a batch","method":"ping"},{"jsonrpc":"2.0","method":"x"}]');
    await connection.request("ping");
    const isAnswer = (each: Message | Message[]) => Array.isArray(each) || each.method === undefined;
    await connection.waitFor(() => connection.messages.some(isAnswer));
    const [answer] = connection.messages.filter(isAnswer);
    connection.messages.splice(0, connection.messages.length, ...connection.messages.filter((each) => !isAnswer(each)));
    if (version === "2025-03-26") expect(answer).toEqual([{ jsonrpc: "2.0", id: "in a batch", result: {} }]);
    else expect(answer).toMatchObject({ id: null, error: { code: -32600 } });
  });

const select: SessionCommand = command(
  "the user moves the cursor",
  () => true,
  async (model, fixture) => {
    model.cursor++;
    const at = { line: 0, character: model.cursor };
    fixture.editor.select({ start: at, end: at });
    await pass(model, fixture, 60); // So that it is sent: at most one per 50 ms.
  },
);

async function pass(model: Model, fixture: Fixture, ms: number): Promise<void> {
  const advance = (by: number) => {
    model.now += by;
    fixture.clock.advance(by);
  };
  advance(ms);
  while (model.now >= model.nextHealthCheck) {
    model.nextHealthCheck += healthCheckMs;
    const dead = [...model.clients].filter(([, client]) => client.isStopped && ++client.unansweredPings === 2);
    if (dead.length > 0) advance(lastChanceMs);
    for (const [name] of dead) model.clients.delete(name);
    await fixture.until(() => fixture.endpoint.status.clients.length === model.clients.size);
    for (const [name] of dead) {
      fixture.client(name).destroy();
      fixture.clients.delete(name);
    }
  }
  await agree(model, fixture);
}

const timePasses = (ms: number): SessionCommand =>
  command(
    `${ms} ms pass`,
    () => true,
    (model, fixture) => pass(model, fixture, ms),
  );

const name = fc.constantFrom(...names);
const version = fc.constantFrom(...knownVersions, "2020-01-01", "2025-07-01", "2099-01-01");

const commands = fc.commands(
  [
    name.map(come),
    name.map(come),
    name.map(leave),
    name.map(stop),
    fc.tuple(name, version).map(([who, which]) => initialize(who, which)),
    fc.tuple(name, version).map(([who, which]) => initialize(who, which)),
    fc
      .tuple(name, fc.constantFrom("initialized", "notifications/initialized"))
      .map(([who, how]) => initialized(who, how)),
    name.map(listTools),
    name.map(listTools),
    name.map((who) => mcpOnly(who, "prompts/list", undefined)),
    name.map((who) => mcpOnly(who, "tools/call", { name: "getWorkspaceFolders", arguments: {} })),
    fc.tuple(name, fc.constantFrom("ping", "resources/list", "getOpenFiles")).map(([who, what]) => always(who, what)),
    name.map(batch),
    fc.constant(select),
    fc.constantFrom(100, 499, 500, 1000).map(timePasses),
    fc.constant(timePasses(1000)),
    fc.constant(timePasses(healthCheckMs)),
    fc.constant(timePasses(healthCheckMs)),
  ],
  { maxCommands: 60, size: "max" },
);

test("sessions start, listen and end according to the protocol", async () => {
  let attempts = 0;
  const property = fc.asyncProperty(commands, async (all) => {
    await using fixture = await Fixture.make({ maxClients: maxClients });
    fixture.editor.open(`${fixture.folder}/a.txt`);
    const model: Model = { clients: new Map(), now: 0, nextHealthCheck: healthCheckMs, cursor: 0, commands: 0 };
    for (const name of names.slice(0, 2)) await connect(name, model, fixture);
    await fc.asyncModelRun(() => ({ model, real: fixture }), all);
    attempts += model.commands;
  });
  await assertProperty(property, { numRuns: scaled(45, 2000) });
  tally({ what: "Model: life of sessions", attempts, crashes: 0, lost: 0, leaked: 0 });
});
