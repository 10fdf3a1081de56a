import type { ChangeObserver, RecordedWorkspace } from "@tandem-ide/server";
import { expect, test } from "vitest";
import { RecorderSwitch } from "./recorder-switch.js";

const workspace: RecordedWorkspace = {
  folders: ["/p"],
  isHidden: () => false,
  hiddenIn: () => new Set(),
  isUnsaved: async () => false,
};
const client = { id: "1", name: "claude-code", version: "2" };

function recorder(): ChangeObserver & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    attach: ({ folders }) => told.push(`attach ${folders.join()}`),
    clientsChanged: (clients) => told.push(`clients ${clients.length}`),
    foldersChanged: () => told.push("folders"),
    promptSent: () => told.push("prompt"),
    accepted: (path) => told.push(`accepted ${path}`),
    saved: (path) => told.push(`saved ${path}`),
  };
}

test("a recorder that is loaded late learns what happened in the meantime, in order", () => {
  const observer = new RecorderSwitch(() => observer.expect());
  observer.attach(workspace);
  observer.clientsChanged([client]);
  observer.promptSent(client);
  observer.saved("/p/a");
  observer.clientsChanged([client, client]);
  const late = recorder();
  observer.connect(late);
  observer.accepted("/p/b", "text");
  observer.foldersChanged();
  expect(late.told).toEqual([
    ...["attach /p", "clients 1", "prompt", "saved /p/a", "clients 2"],
    ...["accepted /p/b", "folders"],
  ]);
});

test("nothing is lost while one recorder replaces another", () => {
  const observer = new RecorderSwitch(() => {});
  observer.attach(workspace);
  const [first, second] = [recorder(), recorder()];
  observer.connect(first);
  observer.expect();
  observer.saved("/p/a");
  observer.expect();
  observer.connect(second);
  expect(first.told).toEqual(["attach /p"]);
  expect(second.told).toEqual(["attach /p", "saved /p/a"]);
});

test("a recorder that was turned off gets no reports, and the next one only gets the clients", () => {
  const observer = new RecorderSwitch(() => {});
  observer.attach(workspace);
  const [first, second] = [recorder(), recorder()];
  observer.connect(first);
  observer.disconnect();
  observer.clientsChanged([client]);
  observer.saved("/p/a");
  observer.connect(second);
  expect(first.told).toEqual(["attach /p"]);
  expect(second.told).toEqual(["attach /p", "clients 1"]);
});

test("the previous endpoint's clients aren't passed to the next one", () => {
  const observer = new RecorderSwitch(() => observer.expect());
  observer.attach(workspace);
  observer.clientsChanged([client]);
  observer.attach(workspace);
  const late = recorder();
  observer.connect(late);
  expect(late.told).toEqual(["attach /p", "clients 1", "clients 0"]);
});
