import { noChanges } from "@tandem-ide/changes/remote";
import { expect, test } from "vitest";
import { type Recorder, SwitchedRecorder } from "./switched-recorder.js";

const client = { id: "1", name: "claude-code", version: "2" };
const workspace = {
  folders: ["/vault"],
  isHidden: () => false,
  hiddenIn: () => new Set<string>(),
  isUnsaved: async () => false,
};

function switched() {
  const calls: string[] = [];
  const create = (): Recorder => ({
    ...noChanges,
    list: { turns: [], undone: [], problems: [{ folder: "/vault", message: "full" }] },
    attach: ({ folders }) => void calls.push(`attach ${folders}`),
    clientsChanged: (clients) => void calls.push(`clients ${clients.map(({ id }) => id)}`),
    foldersChanged: () => {},
    promptSent: () => {},
    accepted: () => {},
    saved: (path) => void calls.push(`saved ${path}`),
    close: async () => void calls.push("close"),
  });
  return { recorder: new SwitchedRecorder(create), calls };
}

test("a recorder that is turned on late learns about the workspace and the clients", async () => {
  const { recorder, calls } = switched();
  recorder.attach(workspace);
  recorder.clientsChanged([client]);
  recorder.saved("/vault/a.md");
  expect(calls).toEqual([]);
  recorder.setOn(true);
  recorder.saved("/vault/a.md");
  expect(calls).toEqual(["attach /vault", "clients 1", "saved /vault/a.md"]);
});

test("turning it off closes the recorder and empties the list", async () => {
  const { recorder, calls } = switched();
  let changes = 0;
  recorder.onChanged(() => changes++);
  recorder.setOn(true);
  expect(recorder.list.problems).toHaveLength(1);
  recorder.setOn(false);
  recorder.setOn(false);
  expect(recorder.list).toEqual(noChanges.list);
  expect((await recorder.undo({ turn: "1" })).kind).toBe("refused");
  expect(changes).toBe(2);
  await recorder.close();
  expect(calls).toEqual(["close"]);
});
