/** The queue of mentions, against a model written from docs/protocol.md, sections 4 and 8 (NOT-02, PRV-01). */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "./load/assert-property.js";
import { command, Fixture } from "./load/fixture.js";
import { scaled, tally } from "./tally.js";

const names = ["ann", "bob"];
/** How long after `tools/list` a client listens. */
const readyDelayMs = 500;
/** Beyond this, the oldest are dropped. */
const maxQueued = 100;

interface Queued {
  readonly line: number;
  readonly file: string;
  /** The only recipient; undefined for all clients. */
  readonly to: string | undefined;
}

interface Client {
  isListening: boolean;
  readonly received: number[];
}

interface Model {
  readonly clients: Map<string, Client>;
  queue: Queued[];
  isPaused: boolean;
  isPlanHidden: boolean;
  nextLine: number;
  commands: number;
}

type MentionCommand = fc.AsyncCommand<Model, Fixture>;

const isHidden = ({ isPaused, isPlanHidden }: Model, file: string) => isPaused || (isPlanHidden && file === "plan.txt");

/** Delivers to all listening recipients; false if there are none. */
function deliver({ clients }: Model, { line, to }: Queued): boolean {
  const recipients = [...clients].filter(([name, { isListening }]) => isListening && (to === undefined || to === name));
  for (const [, { received }] of recipients) received.push(line);
  return recipients.length > 0;
}

/** Delivers queued mentions in order, unless they may no longer be shared. */
function flush(model: Model): void {
  if (model.isPaused) return;
  model.queue = model.queue.filter((each) => !isHidden(model, each.file) && !deliver(model, each));
}

async function agree(model: Model, fixture: Fixture): Promise<void> {
  model.commands++;
  await fixture.catchUp();
  expect(fixture.endpoint.status.queuedMentions).toBe(model.queue.length);
  for (const [name, { received, isListening }] of model.clients) {
    const lines = fixture
      .client(name)
      .messages.flat()
      .filter(({ method }) => method === "at_mentioned")
      .map(({ params }) => params?.lineStart);
    expect(lines, name).toEqual(received);
    expect(fixture.endpoint.status.clients.find((client) => client.name === name)?.isListening, name).toBe(isListening);
  }
}

const mention = (file: string, to: string | undefined, times: number): MentionCommand =>
  command(
    `the user mentions ${file} ${times} times to ${to ?? "all"}`,
    () => true,
    async (model, fixture) => {
      const clientId = fixture.endpoint.status.clients.find(({ name }) => name === to)?.id ?? "nobody";
      for (let i = 0; i < times; i++) {
        const line = model.nextLine++;
        const { status } = fixture.editor.mention({
          path: join(fixture.folder, file),
          lines: { start: line, end: line },
          ...(to !== undefined && { clientId }),
        });
        expect(status).toBe(expectedStatus(model, { line, file, to }));
      }
      await agree(model, fixture);
    },
  );

function expectedStatus(model: Model, each: Queued): string {
  if (isHidden(model, each.file)) return "hidden";
  if (each.to !== undefined && !model.clients.has(each.to)) return "refused";
  if (deliver(model, each)) return "sent";
  model.queue = [...model.queue, each].slice(-maxQueued);
  return "queued";
}

const come = (name: string): MentionCommand =>
  command(
    `${name} comes`,
    ({ clients }) => !clients.has(name),
    async (model, fixture) => {
      model.clients.set(name, { isListening: false, received: [] });
      await fixture.initialize(name);
      await agree(model, fixture);
    },
  );

const leave = (name: string): MentionCommand =>
  command(
    `${name} leaves`,
    ({ clients }) => clients.has(name),
    async (model, fixture) => {
      model.clients.delete(name);
      // Mentions for this client only are never delivered.
      model.queue = model.queue.filter(({ to }) => to !== name);
      await fixture.leave(name);
      await agree(model, fixture);
    },
  );

const timePasses: MentionCommand = command(
  "half a second passes",
  () => true,
  async (model, fixture) => {
    for (const client of model.clients.values()) {
      if (client.isListening) continue;
      client.isListening = true;
      flush(model);
    }
    fixture.clock.advance(readyDelayMs);
    await agree(model, fixture);
  },
);

const pause = (isPaused: boolean): MentionCommand =>
  command(
    isPaused ? "sharing is paused" : "sharing goes on",
    () => true,
    async (model, fixture) => {
      model.isPaused = isPaused;
      flush(model);
      fixture.endpoint.setPaused(isPaused);
      await agree(model, fixture);
    },
  );

const hide = (isPlanHidden: boolean): MentionCommand =>
  command(
    isPlanHidden ? "plan.txt is hidden" : "plan.txt is shared",
    () => true,
    async (model, fixture) => {
      model.isPlanHidden = isPlanHidden;
      fixture.endpoint.setHiddenRules(isPlanHidden ? ["plan.txt"] : []);
      await agree(model, fixture);
    },
  );

const name = fc.constantFrom(...names);
const to = fc.option(name, { nil: undefined, freq: 2 });

const commands = fc.commands(
  [
    fc.tuple(fc.constantFrom("a.txt", "plan.txt"), to).map(([file, who]) => mention(file, who, 1)),
    fc.tuple(fc.constantFrom("a.txt", "plan.txt"), to).map(([file, who]) => mention(file, who, 3)),
    fc.constant(mention("a.txt", undefined, 70)),
    name.map(come),
    name.map(leave),
    fc.constant(timePasses),
    fc.boolean().map(pause),
    fc.boolean().map(hide),
  ],
  { maxCommands: 60, size: "max" },
);

test("mentions are delivered once, in order, to the right clients", async () => {
  let attempts = 0;
  const property = fc.asyncProperty(commands, async (all) => {
    await using fixture = await Fixture.make();
    const start = { queue: [], isPaused: false, isPlanHidden: false, nextLine: 0, commands: 0 };
    const model: Model = { clients: new Map(), ...start };
    await fc.asyncModelRun(() => ({ model, real: fixture }), all);
    attempts += model.commands;
  });
  await assertProperty(property, { numRuns: scaled(25, 2000) });
  tally({ what: "Model: queue of mentions", attempts, crashes: 0, lost: 0, leaked: 0 });
});
