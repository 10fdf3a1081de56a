/** What a recorder of changes learns from the hub, with a real client. */
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ChangeObserver, RecordedWorkspace } from "../../hub/change-recorder.js";
import { connected } from "../../testing/connected.js";
import { writeTo } from "../../testing/temporary.js";

/** Records its calls. */
class Observer implements ChangeObserver {
  workspace: RecordedWorkspace | undefined;
  clients: readonly string[] = [];
  readonly calls: unknown[][] = [];

  attach(workspace: RecordedWorkspace): void {
    this.workspace = workspace;
  }
  clientsChanged(clients: readonly { readonly name: string }[]): void {
    this.clients = clients.map(({ name }) => name);
  }
  foldersChanged(): void {
    this.calls.push(["foldersChanged", ...(this.workspace?.folders ?? [])]);
  }
  promptSent(client: { readonly name: string }): void {
    this.calls.push(["promptSent", client.name]);
  }
  accepted(path: string, content: string): void {
    this.calls.push(["accepted", path, content]);
  }
  saved(path: string): void {
    this.calls.push(["saved", path]);
  }
}

async function fixture() {
  const changes = new Observer();
  return { changes, ...(await connected({ changes, hiddenFiles: ["*.key"] })) };
}

test("the clients are reported by name, until they disconnect", async () => {
  const { changes, client } = await fixture();
  await vi.waitFor(() => expect(changes.clients).toEqual(["test-client"]));
  client.socket.terminate();
  await vi.waitFor(() => expect(changes.clients).toEqual([]));
});

test("closeAllDiffTabs, which Claude Code calls at each prompt, is reported as a prompt", async () => {
  const { changes, client } = await fixture();
  await client.request("tools/call", { name: "closeAllDiffTabs", arguments: {} });
  expect(changes.calls).toEqual([["promptSent", "test-client"]]);
});

test("an accepted proposal is reported with the exact text that is written, a rejected one isn't", async () => {
  const { changes, client, editor, folder } = await fixture();
  const path = writeTo(folder, "a.txt", "a\r\n");
  const propose = (tabName: string) =>
    client.request("tools/call", {
      name: "openDiff",
      arguments: { old_file_path: path, new_file_path: path, new_file_contents: "b\r\nc\r\n", tab_name: tabName },
    });
  const rejected = propose("rejected");
  (await editor.diff("rejected")).decide({ accepted: false });
  await rejected;
  expect(changes.calls).toEqual([]);
  const edited = propose("edited");
  (await editor.diff("edited")).decide({ accepted: true, text: "b\nmine\n" });
  await edited;
  expect(changes.calls).toEqual([["accepted", path, "b\r\nmine\r\n"]]);
});

test("what the user saves and changed folders are passed on", async () => {
  const { changes, editor, folder } = await fixture();
  editor.events?.saved(join(folder, "a.txt"));
  const other = join(folder, "..");
  editor.workspaceFolders = [other];
  editor.events?.workspaceFoldersChanged();
  expect(changes.calls).toEqual([
    ["saved", join(folder, "a.txt")],
    ["foldersChanged", other],
  ]);
});

test("a recorder learns which files are hidden, even while sharing is paused, and which are unsaved", async () => {
  const { changes, editor, endpoint, folder } = await fixture();
  const path = writeTo(folder, "server.key");
  editor.documents.set(path, { isDirty: true, isUntitled: false });
  endpoint.setPaused(true);
  const { workspace } = changes;
  expect(workspace?.isHidden(path)).toBe(true);
  expect(workspace?.isHidden(join(folder, "a.txt"))).toBe(false);
  const entries = ["a.txt", ".env", "server.key"].map((name) => ({ name, isLink: false, isFolder: false }));
  expect(workspace?.hiddenIn(folder, entries)).toEqual(new Set([".env", "server.key"]));
  expect(await workspace?.isUnsaved(path)).toBe(true);
  expect(await workspace?.isUnsaved(join(folder, "a.txt"))).toBe(false);
});
