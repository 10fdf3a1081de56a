/** The queue of mentions, against a model written from docs/protocol.md, sections 4 and 8 (NOT-02, PRV-01). */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "./load/assert-property.js";
import { command, Stage } from "./load/stage.js";
import { howMany, tally } from "./tally.js";

const names = ["ann", "bob"];
/** How long after `tools/list` a client listens. */
const deafMs = 500;
/** Past it the oldest go. */
const mostQueued = 100;

interface Queued {
  readonly line: number;
  readonly file: string;
  /** Only for this one; undefined: for everybody. */
  readonly to: string | undefined;
}

interface Client {
  isListening: boolean;
  readonly heard: number[];
}

interface Model {
  readonly clients: Map<string, Client>;
  queue: Queued[];
  isPaused: boolean;
  isPlanWithheld: boolean;
  nextLine: number;
  commands: number;
}

type MentionCommand = fc.AsyncCommand<Model, Stage>;

const isWithheld = ({ isPaused, isPlanWithheld }: Model, file: string) =>
  isPaused || (isPlanWithheld && file === "plan.txt");

/** To all who listen and are meant; false when there is nobody. */
function deliver({ clients }: Model, { line, to }: Queued): boolean {
  const hearers = [...clients].filter(([name, { isListening }]) => isListening && (to === undefined || to === name));
  for (const [, { heard }] of hearers) heard.push(line);
  return hearers.length > 0;
}

/** What waits goes out in order, unless it may not be told any more. */
function flush(model: Model): void {
  if (model.isPaused) return;
  model.queue = model.queue.filter((each) => !isWithheld(model, each.file) && !deliver(model, each));
}

async function agree(model: Model, stage: Stage): Promise<void> {
  model.commands++;
  await stage.catchUp();
  expect(stage.ide.status.queuedMentions).toBe(model.queue.length);
  for (const [name, { heard, isListening }] of model.clients) {
    const lines = stage
      .client(name)
      .messages.flat()
      .filter(({ method }) => method === "at_mentioned")
      .map(({ params }) => params?.lineStart);
    expect(lines, name).toEqual(heard);
    expect(stage.ide.status.clients.find((client) => client.name === name)?.isListening, name).toBe(isListening);
  }
}

const mention = (file: string, to: string | undefined, times: number): MentionCommand =>
  command(
    `the user mentions ${file} ${times} times to ${to ?? "all"}`,
    () => true,
    async (model, stage) => {
      const clientId = stage.ide.status.clients.find(({ name }) => name === to)?.id ?? "nobody";
      for (let i = 0; i < times; i++) {
        const line = model.nextLine++;
        const { status } = stage.editor.mention({
          path: join(stage.folder, file),
          lines: { start: line, end: line },
          ...(to !== undefined && { clientId }),
        });
        expect(status).toBe(expectedStatus(model, { line, file, to }));
      }
      await agree(model, stage);
    },
  );

function expectedStatus(model: Model, each: Queued): string {
  if (isWithheld(model, each.file)) return "withheld";
  if (each.to !== undefined && !model.clients.has(each.to)) return "refused";
  if (deliver(model, each)) return "sent";
  model.queue = [...model.queue, each].slice(-mostQueued);
  return "queued";
}

const come = (name: string): MentionCommand =>
  command(
    `${name} comes`,
    ({ clients }) => !clients.has(name),
    async (model, stage) => {
      model.clients.set(name, { isListening: false, heard: [] });
      await stage.greet(name);
      await agree(model, stage);
    },
  );

const leave = (name: string): MentionCommand =>
  command(
    `${name} leaves`,
    ({ clients }) => clients.has(name),
    async (model, stage) => {
      model.clients.delete(name);
      // What only this one was to be told nobody will ever hear.
      model.queue = model.queue.filter(({ to }) => to !== name);
      await stage.leave(name);
      await agree(model, stage);
    },
  );

const timePasses: MentionCommand = command(
  "half a second passes",
  () => true,
  async (model, stage) => {
    for (const client of model.clients.values()) {
      if (client.isListening) continue;
      client.isListening = true;
      flush(model);
    }
    stage.clock.advance(deafMs);
    await agree(model, stage);
  },
);

const pause = (isPaused: boolean): MentionCommand =>
  command(
    isPaused ? "sharing is paused" : "sharing goes on",
    () => true,
    async (model, stage) => {
      model.isPaused = isPaused;
      flush(model);
      stage.ide.setPaused(isPaused);
      await agree(model, stage);
    },
  );

const withhold = (isPlanWithheld: boolean): MentionCommand =>
  command(
    isPlanWithheld ? "plan.txt is withheld" : "plan.txt is shared",
    () => true,
    async (model, stage) => {
      model.isPlanWithheld = isPlanWithheld;
      stage.ide.setWithhold(isPlanWithheld ? ["plan.txt"] : []);
      await agree(model, stage);
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
    fc.boolean().map(withhold),
  ],
  { maxCommands: 60, size: "max" },
);

test("mentions are heard once, in order, by whom they are for", async () => {
  let attempts = 0;
  const property = fc.asyncProperty(commands, async (all) => {
    await using stage = await Stage.make();
    const start = { queue: [], isPaused: false, isPlanWithheld: false, nextLine: 0, commands: 0 };
    const model: Model = { clients: new Map(), ...start };
    await fc.asyncModelRun(() => ({ model, real: stage }), all);
    attempts += model.commands;
  });
  await assertProperty(property, { numRuns: howMany(25, 2000) });
  tally({ what: "Model: queue of mentions", attempts, crashes: 0, lost: 0, leaked: 0 });
});
