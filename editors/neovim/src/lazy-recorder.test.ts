import type { Changes } from "@tandem-ide/changes/model";
import type { ClientInfo, RecordedWorkspace } from "@tandem-ide/server";
import { expect, test } from "vitest";
import { LazyRecorder, type Recorder } from "./lazy-recorder.js";

const client: ClientInfo = { id: "1", name: "claude-code", version: "2" };
const workspace: RecordedWorkspace = {
  folders: ["/project"],
  isHidden: () => false,
  hiddenIn: () => new Set(),
  isUnsaved: async () => false,
};

/** A recorder that only records its calls. */
function fakeRecorder(heard: string[]): Recorder {
  const note =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void heard.push([name, ...args.filter((arg) => typeof arg === "string")].join(" "));
  const unused = async () => ({ kind: "refused" as const, message: "" });
  return {
    list: { turns: [], undone: [], problems: [] },
    onChanged: () => () => {},
    open: async () => ({ whyNot: "" }),
    openFile: async () => undefined,
    keep: unused,
    undo: unused,
    restore: unused,
    startOver: unused,
    refresh: async () => {},
    attach: note("attach"),
    clientsChanged: (clients) => void heard.push(`clients ${clients.length}`),
    foldersChanged: note("folders"),
    promptSent: note("prompt"),
    accepted: note("accepted"),
    saved: note("saved"),
    close: async () => void heard.push("close"),
  };
}

function fixture(load: (heard: string[]) => Promise<Recorder> = async (heard) => fakeRecorder(heard)) {
  const heard: string[] = [];
  const warnings: string[] = [];
  const loaded: Changes[] = [];
  const recorder = new LazyRecorder({
    load: () => load(heard),
    loaded: (changes) => loaded.push(changes),
    warn: (message) => warnings.push(message),
  });
  return { recorder, heard, warnings, loaded };
}

test("the recorder is loaded with the first client, and gets everything from then on in order", async () => {
  const { recorder, heard, loaded } = fixture();
  recorder.attach(workspace);
  recorder.clientsChanged([]);
  recorder.saved("/project/before");
  expect(loaded).toEqual([]);
  recorder.clientsChanged([client]);
  recorder.promptSent(client);
  recorder.saved("/project/a");
  recorder.accepted("/project/b", "text");
  recorder.clientsChanged([]);
  expect(await recorder.get()).toBe(loaded[0]);
  await recorder.close();
  expect(heard).toEqual([
    ...["attach", "clients 1"],
    ...["prompt", "saved /project/a", "accepted /project/b text", "clients 0", "close"],
  ]);
});

test("closing a recorder that was never used loads nothing", async () => {
  const { recorder, heard } = fixture();
  recorder.attach(workspace);
  await recorder.close();
  expect(heard).toEqual([]);
});

test("a recorder that can't be loaded is reported, and the next client tries again", async () => {
  let isBroken = true;
  const { recorder, heard, warnings } = fixture(async (notes) => {
    if (isBroken) throw new Error("no git");
    return fakeRecorder(notes);
  });
  recorder.attach(workspace);
  recorder.clientsChanged([client]);
  await expect.poll(() => warnings).toEqual(["Changes can't be recorded: no git"]);
  isBroken = false;
  recorder.clientsChanged([client, client]);
  await recorder.get();
  expect(heard).toEqual(["attach", "clients 1", "clients 2"]);
});
