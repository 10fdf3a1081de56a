/** Who owns which diff, against a model written from docs/protocol.md, section 5 (TOOL-01, TOOL-10, TOOL-11). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "./load/assert-property.js";
import { command, Fixture } from "./load/fixture.js";
import { scaled, tally } from "./tally.js";

const names = ["ann", "bob", "cy"];
const tabs = ["x", "y", "✻ [Claude Code] a.txt (404517) ⧉"];

/** The pending diffs of each connected client, oldest first, with the id of the call. */
interface Model {
  readonly clients: Map<string, Map<string, string>>;
  commands: number;
}

type DiffCommand = fc.AsyncCommand<Model, Fixture>;

function diffsOf({ clients }: Model, name: string): Map<string, string> {
  return clients.get(name) ?? new Map();
}

async function answerOf(fixture: Fixture, name: string, id: string | undefined): Promise<unknown> {
  const { result } = await fixture.client(name).answer(id ?? "");
  const { content } = result as { content: { text: string }[] };
  return content.map(({ text }) => text);
}

/** The editor and the status show what the model has. */
async function expectToMatch(model: Model, fixture: Fixture): Promise<void> {
  model.commands++;
  const owned = [...model.clients].flatMap(([name, diffs]) => [...diffs.keys()].map((tab) => `${name}: ${tab}`));
  const shown = () => fixture.editor.reviews.map(({ proposal }) => `${proposal.client.name}: ${proposal.tabName}`);
  await expect.poll(() => shown().sort(), { timeout: 10_000, interval: 1 }).toEqual(owned.sort());
  await fixture.catchUp();
  for (const { name, openDiffs } of fixture.endpoint.status.clients)
    expect(openDiffs, name).toEqual([...diffsOf(model, name).keys()]);
  // Every response was consumed by the command that expected it.
  for (const [name, client] of fixture.clients)
    expect(
      client.messages.flat().filter(({ method }) => method === undefined),
      name,
    ).toEqual([]);
}

function openDiff(fixture: Fixture, name: string, tab: string, text: string): string {
  const path = `${fixture.folder}/a.txt`;
  return fixture.client(name).begin("tools/call", {
    name: "openDiff",
    arguments: { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tab },
  });
}

const open = (name: string, tab: string, isImmediate: boolean): DiffCommand =>
  command(
    `${name} opens ${tab}${isImmediate ? " without waiting" : ""}`,
    ({ clients }) => clients.has(name),
    async (model, fixture) => {
      const diffs = diffsOf(model, name);
      const older = diffs.get(tab);
      diffs.delete(tab);
      diffs.set(tab, openDiff(fixture, name, tab, `${tab}\n`));
      if (older !== undefined) expect(await answerOf(fixture, name, older)).toEqual(["DIFF_REJECTED", tab]);
      // Without a wait, the next command runs before the view is open.
      if (!isImmediate) await expectToMatch(model, fixture);
    },
  );

const decide = (name: string, tab: string, isAccepted: boolean): DiffCommand =>
  command(
    `the user ${isAccepted ? "accepts" : "rejects"} ${tab} of ${name}`,
    (model) => diffsOf(model, name).has(tab),
    async (model, fixture) => {
      await expectToMatch(model, fixture);
      const review = fixture.editor.reviews.find(
        ({ proposal }) => proposal.client.name === name && proposal.tabName === tab,
      );
      if (isAccepted) review?.accept("as the user left it\n");
      else review?.reject();
      const answer = isAccepted ? ["FILE_SAVED", "as the user left it\n"] : ["DIFF_REJECTED", tab];
      expect(await answerOf(fixture, name, diffsOf(model, name).get(tab))).toEqual(answer);
      diffsOf(model, name).delete(tab);
      await expectToMatch(model, fixture);
    },
  );

const closeTab = (name: string, tab: string): DiffCommand =>
  command(
    `${name} closes ${tab}`,
    ({ clients }) => clients.has(name),
    async (model, fixture) => {
      const id = diffsOf(model, name).get(tab);
      diffsOf(model, name).delete(tab);
      const call = fixture.client(name).begin("tools/call", { name: "close_tab", arguments: { tab_name: tab } });
      expect(await answerOf(fixture, name, call)).toEqual(["TAB_CLOSED"]);
      if (id !== undefined) expect(await answerOf(fixture, name, id)).toEqual(["DIFF_REJECTED", tab]);
      await expectToMatch(model, fixture);
    },
  );

const closeAll = (name: string): DiffCommand =>
  command(
    `${name} closes all its diffs`,
    ({ clients }) => clients.has(name),
    async (model, fixture) => {
      const mine = [...diffsOf(model, name)];
      diffsOf(model, name).clear();
      const call = fixture.client(name).begin("tools/call", { name: "closeAllDiffTabs", arguments: {} });
      expect(await answerOf(fixture, name, call)).toEqual([`CLOSED_${mine.length}_DIFF_TABS`]);
      for (const [tab, id] of mine) expect(await answerOf(fixture, name, id)).toEqual(["DIFF_REJECTED", tab]);
      await expectToMatch(model, fixture);
    },
  );

const cancel = (name: string, tab: string): DiffCommand =>
  command(
    `${name} cancels ${tab}`,
    (model) => diffsOf(model, name).has(tab),
    async (model, fixture) => {
      const requestId = diffsOf(model, name).get(tab);
      diffsOf(model, name).delete(tab);
      const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
      fixture.client(name).sendText(JSON.stringify(message));
      // It is never answered: `expectToMatch` would find the response.
      await expectToMatch(model, fixture);
    },
  );

const disconnect = (name: string): DiffCommand =>
  command(
    `${name} disconnects`,
    ({ clients }) => clients.has(name),
    async (model, fixture) => {
      model.clients.delete(name);
      await fixture.leave(name);
      await expectToMatch(model, fixture);
    },
  );

const connect = (name: string): DiffCommand =>
  command(
    `${name} connects`,
    ({ clients }) => !clients.has(name),
    async (model, fixture) => {
      model.clients.set(name, new Map());
      await fixture.initialize(name);
      await expectToMatch(model, fixture);
    },
  );

const name = fc.constantFrom(...names);
const tab = fc.constantFrom(...tabs);

const commands = fc.commands(
  [
    name.map(connect),
    name.map(connect),
    fc.tuple(name, tab, fc.boolean()).map(([who, which, isImmediate]) => open(who, which, isImmediate)),
    fc.tuple(name, tab, fc.boolean()).map(([who, which, isImmediate]) => open(who, which, isImmediate)),
    fc.tuple(name, tab, fc.boolean()).map(([who, which, isAccepted]) => decide(who, which, isAccepted)),
    fc.tuple(name, tab).map(([who, which]) => closeTab(who, which)),
    fc.tuple(name, tab).map(([who, which]) => cancel(who, which)),
    name.map(closeAll),
    name.map(disconnect),
  ],
  { maxCommands: 60, size: "max" },
);

test("diffs belong to the client that opened them", async () => {
  let attempts = 0;
  const property = fc.asyncProperty(commands, async (all) => {
    await using fixture = await Fixture.make();
    const model: Model = { clients: new Map(), commands: 0 };
    for (const who of names.slice(0, 2)) {
      await fixture.initialize(who);
      model.clients.set(who, new Map());
    }
    await fc.asyncModelRun(() => ({ model, real: fixture }), all);
    attempts += model.commands;
  });
  await assertProperty(property, { numRuns: scaled(30, 2000) });
  tally({ what: "Model: ownership of diffs", attempts, crashes: 0, lost: 0, leaked: 0 });
});
