/** A workspace with several folders, another editor with the same folder, and every kind of tab. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { needs } from "../parts.js";
import { useVscode, type VscodeFixture } from "./fixture.js";

const { describe, test } = needs("chromium", "vscode");

function second(fixture: VscodeFixture): string {
  return join(fixture.root, "second");
}

describe("A workspace of several folders", () => {
  const fixture = useVscode({}, (made) => {
    mkdirSync(second(made));
    mkdirSync(join(made.root, "third"));
    // Like Anthropic's extension or any editor: a running process, and a port that answers.
    mkdirSync(made.lockFolder, { recursive: true });
    return { folders: [made.folder, second(made)] };
  });
  afterEach(() => fixture.endClients());

  test("the lock file contains all of them and is updated", async () => {
    const before = fixture.lock();
    expect(before.workspaceFolders).toEqual([fixture.folder, second(fixture)]);
    const all = [fixture.folder, second(fixture), join(fixture.root, "third")];
    const client = await fixture.client();
    await fixture.window.ask("addFolder", join(fixture.root, "third"));
    await expect.poll(() => fixture.lock().workspaceFolders).toEqual(all);
    expect(fixture.lock()).toMatchObject({ port: before.port, authToken: before.authToken });
    const answer = await client.call("getWorkspaceFolders");
    expect(answer.folders.map(({ path }) => path)).toEqual(all);
  });

  test("open editors have their group and state", async () => {
    const client = await fixture.client();
    const pinned = fixture.file("pinned.txt", "one\n");
    const preview = fixture.file("preview.txt", "one\ntwo\n");
    await fixture.driver.openFile(pinned);
    await fixture.window.ask("command", "workbench.action.pinEditor");
    await fixture.window.ask("command", "workbench.action.splitEditorRight");
    await fixture.window.ask("command", "vscode.open", `file://${preview}`, { preview: true });
    await fixture.window.ask("command", "workbench.action.files.newUntitledFile");
    await fixture.window.ask("type", "nowhere yet");
    await expect
      .poll(async () => {
        const { tabs } = await client.call("getOpenEditors");
        return tabs.map(({ label, groupIndex, isPinned, isPreview, isDirty, isUntitled }) =>
          [
            label,
            groupIndex,
            isPinned && "pinned",
            isPreview && "preview",
            isDirty && "dirty",
            isUntitled && "untitled",
          ]
            .filter((each) => each !== false)
            .join(" "),
        );
      })
      .toEqual(["pinned.txt 0 pinned", "pinned.txt 1", "preview.txt 1 preview", "nowhere yet 1 dirty untitled"]);
  });

  test("another editor on the same folder is reported once", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const lock = {
      pid: process.pid,
      workspaceFolders: [fixture.folder],
      ideName: "The other one",
      transport: "ws",
      authToken: "x".repeat(36),
    };
    writeFileSync(join(fixture.lockFolder, `${port}.lock`), JSON.stringify(lock));
    try {
      await fixture.window.ask("command", "tandem.lookForOthers");
      const notice = fixture.window.page.locator(".notification-list-item", {
        hasText: "The other one also serves this folder",
      });
      await notice.waitFor();
      await notice.getByText("Start Claude Code").waitFor();
      await fixture.window.ask("command", "notifications.clearAll");
      await notice.waitFor({ state: "detached" });
      await fixture.window.ask("command", "tandem.lookForOthers");
      await fixture.window.page.waitForTimeout(500);
      expect(await notice.count()).toBe(0);
    } finally {
      other.close();
    }
  });
});
