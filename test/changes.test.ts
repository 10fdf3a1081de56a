/** Changes on disk, from a client through the hub to the list, and what the user saved in the editor. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChangeRecorder } from "@tandem-ide/changes";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEndpoint, temporaryDirectory } from "./endpoint.js";

async function fixture() {
  const home = temporaryDirectory();
  const changes = new ChangeRecorder({ env: { PATH: process.env.PATH, HOME: home }, home });
  const running = await startEndpoint({ changes, hiddenFiles: ["*.key"] });
  onTestFinished(() => changes.close());
  const client = await running.connect();
  await vi.waitFor(async () => {
    await changes.idle();
    expect(running.endpoint.status.clients).toHaveLength(1);
  });
  /** The listed names by turn, newest first. */
  const names = () =>
    changes.list.turns.map(({ files }) => files.map(({ path }) => path.slice(running.folder.length + 1)));
  return { ...running, changes, client, names };
}

test("what a client writes is listed by prompt, and what it proposed and the user saved isn't", async () => {
  const { changes, client, editor, folder, write, names } = await fixture();
  await client.call("closeAllDiffTabs");
  write("a.txt", "agent\n");
  write("server.key", "secret\n");
  await vi.waitFor(() => expect(names()).toEqual([["a.txt"]]), 15_000);

  await client.call("closeAllDiffTabs");
  const path = write("proposed.txt", "before\n");
  await vi.waitFor(() => expect(names()).toEqual([["proposed.txt"], ["a.txt"]]), 15_000);
  const answer = client.call("openDiff", {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: "after\n",
    tab_name: "proposed",
  });
  await vi.waitFor(() => expect(editor.reviews).toHaveLength(1));
  editor.reviews[0]?.accept();
  await answer;
  const [turn] = changes.list.turns;
  await changes.keep({ turn: turn?.id ?? "" });
  writeFileSync(path, "after\n");
  await changes.refresh();
  expect(names()).toEqual([["a.txt"]]);

  editor.open(join(folder, "a.txt"));
  editor.type("mine\n");
  const asked = await changes.undo({ turn: changes.list.turns[0]?.id ?? "" });
  expect(asked).toMatchObject({ kind: "question", question: expect.stringContaining("unsaved changes") });
  editor.saveDocument(join(folder, "a.txt"));
  await vi.waitFor(async () => {
    const opened = await changes.openFile(join(folder, "a.txt"));
    expect(opened?.hunks.map(({ hasUserEdits }) => hasUserEdits)).toEqual([false]);
  }, 15_000);
  expect(await changes.undo({ turn: changes.list.turns[0]?.id ?? "" })).toMatchObject({ kind: "done" });
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("mine\n");
});

test("pausing doesn't stop recording, because nothing leaves the machine", async () => {
  const { endpoint, write, names } = await fixture();
  endpoint.setPaused(true);
  write("a.txt", "agent\n");
  await vi.waitFor(() => expect(names()).toEqual([["a.txt"]]), 15_000);
});
