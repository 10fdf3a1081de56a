import { noChanges } from "@tandem-ide/changes/remote";
import { expect, test, vi } from "vitest";
import { createMessageConnection } from "vscode-jsonrpc/node";
import { memoryChannels } from "../channel/memory-channel.js";
import { Rpc } from "../channel/rpc.js";
import { RemoteChanges } from "./remote-changes.js";

const file = { path: "/p/a", kind: "changed", added: 1, removed: 1, hasUserEdits: false, isOpaque: false } as const;
const turn = { id: "1", kind: "turn", folder: "/p", startedAt: 0, agents: [], fileCount: 1, added: 1, removed: 1 };

function connected() {
  const [hostSide, pageSide] = memoryChannels();
  const host = new Rpc(hostSide, createMessageConnection, () => {});
  const page = new Rpc(pageSide, createMessageConnection, () => {});
  const asked: unknown[] = [];
  host.onRequest("changes.undo", (params) => {
    asked.push(params);
    return { kind: "done", message: "Undid it" };
  });
  host.onRequest("changes.open-file", () => {
    asked.push("open-file");
    return {};
  });
  const changes = new RemoteChanges(page);
  host.listen();
  page.listen();
  const list = { ...noChanges.list, turns: [{ ...turn, files: [file] }] };
  return { host, hostSide, changes, asked, list };
}

test("a page has the host's list, even when only a file on disk has changed", async () => {
  const { host, changes, list } = connected();
  let calls = 0;
  changes.onChanged(() => calls++);
  host.notify("changesChanged", { list });
  await vi.waitFor(() => expect(changes.list).toEqual(list));
  const before = changes.list;
  host.notify("changesChanged", {});
  await vi.waitFor(() => expect(calls).toBe(2));
  expect(changes.list).toBe(before);
});

test("sends a decision unchanged, and requests no file while the list is empty", async () => {
  const { changes, asked } = connected();
  const target = { turn: "1", path: "/p/a", hunks: { version: "v", indexes: [0] } };
  expect(await changes.undo(target)).toEqual({ kind: "done", message: "Undid it" });
  expect(await changes.openFile("/p/a")).toBeUndefined();
  expect(asked).toEqual([{ target, isConfirmed: false }]);
});

test("without the host there is nothing to show, and a decision is refused", async () => {
  const { host, hostSide, changes, list } = connected();
  host.notify("changesChanged", { list });
  await vi.waitFor(() => expect(changes.list.turns).toHaveLength(1));
  const closed = new Promise<void>((resolve) => void hostSide.onClose(resolve));
  hostSide.close();
  await closed;
  changes.closed();
  expect(changes.list.turns).toEqual([]);
  expect((await changes.undo({ turn: "1" })).kind).toBe("refused");
  expect(await changes.open("1", "/p/a")).toHaveProperty("whyNot");
});
