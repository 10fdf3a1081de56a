/** Who owns which diff, against a model written from docs/protocol.md, section 5 (TOOL-01, TOOL-10, TOOL-11). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "./load/assert-property.js";
import { command, Stage } from "./load/stage.js";
import { howMany, tally } from "./tally.js";

const names = ["ann", "bob", "cy"];
const tabs = ["x", "y", "✻ [Claude Code] a.txt (404517) ⧉"];

/** The diffs of each connected client that wait, oldest first, with the id of the call. */
interface Model {
  readonly clients: Map<string, Map<string, string>>;
  commands: number;
}

type DiffCommand = fc.AsyncCommand<Model, Stage>;

function diffsOf({ clients }: Model, name: string): Map<string, string> {
  return clients.get(name) ?? new Map();
}

async function answerOf(stage: Stage, name: string, id: string | undefined): Promise<unknown> {
  const { result } = await stage.client(name).answer(id ?? "");
  const { content } = result as { content: { text: string }[] };
  return content.map(({ text }) => text);
}

/** What the editor shows is what the model has, and the status says so too. */
async function agree(model: Model, stage: Stage): Promise<void> {
  model.commands++;
  const owned = [...model.clients].flatMap(([name, diffs]) => [...diffs.keys()].map((tab) => `${name}: ${tab}`));
  const shown = () => stage.editor.reviews.map(({ proposal }) => `${proposal.client.name}: ${proposal.tabName}`);
  await expect.poll(() => shown().sort(), { timeout: 10_000, interval: 1 }).toEqual(owned.sort());
  await stage.catchUp();
  for (const { name, openDiffs } of stage.ide.status.clients)
    expect(openDiffs, name).toEqual([...diffsOf(model, name).keys()]);
  // Every answer was taken by the command that expected it.
  for (const [name, client] of stage.clients)
    expect(
      client.messages.flat().filter(({ method }) => method === undefined),
      name,
    ).toEqual([]);
}

function openDiff(stage: Stage, name: string, tab: string, text: string): string {
  const path = `${stage.folder}/a.txt`;
  return stage.client(name).begin("tools/call", {
    name: "openDiff",
    arguments: { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tab },
  });
}

const open = (name: string, tab: string, isHasty: boolean): DiffCommand =>
  command(
    `${name} opens ${tab}${isHasty ? " hastily" : ""}`,
    ({ clients }) => clients.has(name),
    async (model, stage) => {
      const diffs = diffsOf(model, name);
      const older = diffs.get(tab);
      diffs.delete(tab);
      diffs.set(tab, openDiff(stage, name, tab, `${tab}\n`));
      if (older !== undefined) expect(await answerOf(stage, name, older)).toEqual(["DIFF_REJECTED", tab]);
      // In haste the next command comes before the view is up.
      if (!isHasty) await agree(model, stage);
    },
  );

const decide = (name: string, tab: string, isAccepted: boolean): DiffCommand =>
  command(
    `the user ${isAccepted ? "accepts" : "rejects"} ${tab} of ${name}`,
    (model) => diffsOf(model, name).has(tab),
    async (model, stage) => {
      await agree(model, stage);
      const review = stage.editor.reviews.find(
        ({ proposal }) => proposal.client.name === name && proposal.tabName === tab,
      );
      if (isAccepted) review?.accept("as the user left it\n");
      else review?.reject();
      const answer = isAccepted ? ["FILE_SAVED", "as the user left it\n"] : ["DIFF_REJECTED", tab];
      expect(await answerOf(stage, name, diffsOf(model, name).get(tab))).toEqual(answer);
      diffsOf(model, name).delete(tab);
      await agree(model, stage);
    },
  );

const closeTab = (name: string, tab: string): DiffCommand =>
  command(
    `${name} closes ${tab}`,
    ({ clients }) => clients.has(name),
    async (model, stage) => {
      const id = diffsOf(model, name).get(tab);
      diffsOf(model, name).delete(tab);
      const call = stage.client(name).begin("tools/call", { name: "close_tab", arguments: { tab_name: tab } });
      expect(await answerOf(stage, name, call)).toEqual(["TAB_CLOSED"]);
      if (id !== undefined) expect(await answerOf(stage, name, id)).toEqual(["DIFF_REJECTED", tab]);
      await agree(model, stage);
    },
  );

const closeAll = (name: string): DiffCommand =>
  command(
    `${name} closes all its diffs`,
    ({ clients }) => clients.has(name),
    async (model, stage) => {
      const mine = [...diffsOf(model, name)];
      diffsOf(model, name).clear();
      const call = stage.client(name).begin("tools/call", { name: "closeAllDiffTabs", arguments: {} });
      expect(await answerOf(stage, name, call)).toEqual([`CLOSED_${mine.length}_DIFF_TABS`]);
      for (const [tab, id] of mine) expect(await answerOf(stage, name, id)).toEqual(["DIFF_REJECTED", tab]);
      await agree(model, stage);
    },
  );

const cancel = (name: string, tab: string): DiffCommand =>
  command(
    `${name} cancels ${tab}`,
    (model) => diffsOf(model, name).has(tab),
    async (model, stage) => {
      const requestId = diffsOf(model, name).get(tab);
      diffsOf(model, name).delete(tab);
      const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
      stage.client(name).sendText(JSON.stringify(message));
      // It is never answered: `agree` would find the answer.
      await agree(model, stage);
    },
  );

const leave = (name: string): DiffCommand =>
  command(
    `${name} leaves`,
    ({ clients }) => clients.has(name),
    async (model, stage) => {
      model.clients.delete(name);
      await stage.leave(name);
      await agree(model, stage);
    },
  );

const come = (name: string): DiffCommand =>
  command(
    `${name} comes`,
    ({ clients }) => !clients.has(name),
    async (model, stage) => {
      model.clients.set(name, new Map());
      await stage.greet(name);
      await agree(model, stage);
    },
  );

const name = fc.constantFrom(...names);
const tab = fc.constantFrom(...tabs);

const commands = fc.commands(
  [
    name.map(come),
    name.map(come),
    fc.tuple(name, tab, fc.boolean()).map(([who, which, isHasty]) => open(who, which, isHasty)),
    fc.tuple(name, tab, fc.boolean()).map(([who, which, isHasty]) => open(who, which, isHasty)),
    fc.tuple(name, tab, fc.boolean()).map(([who, which, isAccepted]) => decide(who, which, isAccepted)),
    fc.tuple(name, tab).map(([who, which]) => closeTab(who, which)),
    fc.tuple(name, tab).map(([who, which]) => cancel(who, which)),
    name.map(closeAll),
    name.map(leave),
  ],
  { maxCommands: 60, size: "max" },
);

test("diffs belong to who opened them", async () => {
  let attempts = 0;
  const property = fc.asyncProperty(commands, async (all) => {
    await using stage = await Stage.make();
    const model: Model = { clients: new Map(), commands: 0 };
    for (const who of names.slice(0, 2)) {
      await stage.greet(who);
      model.clients.set(who, new Map());
    }
    await fc.asyncModelRun(() => ({ model, real: stage }), all);
    attempts += model.commands;
  });
  await assertProperty(property, { numRuns: howMany(30, 2000) });
  tally({ what: "Model: ownership of diffs", attempts, crashes: 0, lost: 0, leaked: 0 });
});
