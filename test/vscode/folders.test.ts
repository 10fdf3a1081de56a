/** A workspace of several folders, another editor on the same folder, a kind of tab each. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { needs } from "../parts.js";
import { useVscode, type VscodeStage } from "./stage.js";

const { describe, test } = needs("chromium", "vscode");

function second(stage: VscodeStage): string {
  return join(stage.root, "second");
}

describe("A workspace of several folders", () => {
  const stage = useVscode({}, (made) => {
    mkdirSync(second(made));
    mkdirSync(join(made.root, "third"));
    // What the vendor's extension, or any editor, would have there: a living process, and a port that answers.
    mkdirSync(made.lockFolder, { recursive: true });
    return { folders: [made.folder, second(made)] };
  });
  afterEach(() => stage.endClients());

  test("the lock has all of them, and follows", async () => {
    const before = stage.lock();
    expect(before.workspaceFolders).toEqual([stage.folder, second(stage)]);
    const all = [stage.folder, second(stage), join(stage.root, "third")];
    const client = await stage.client();
    await stage.window.ask("addFolder", join(stage.root, "third"));
    await expect.poll(() => stage.lock().workspaceFolders).toEqual(all);
    expect(stage.lock()).toMatchObject({ port: before.port, authToken: before.authToken });
    const told = await client.call("getWorkspaceFolders");
    expect(told.folders.map(({ path }) => path)).toEqual(all);
  });

  test("open editors have their groups, and are pinned, previews, unsaved and untitled as they are", async () => {
    const client = await stage.client();
    const pinned = stage.file("pinned.txt", "one\n");
    const preview = stage.file("preview.txt", "one\ntwo\n");
    await stage.hand.openFile(pinned);
    await stage.window.ask("command", "workbench.action.pinEditor");
    await stage.window.ask("command", "workbench.action.splitEditorRight");
    await stage.window.ask("command", "vscode.open", `file://${preview}`, { preview: true });
    await stage.window.ask("command", "workbench.action.files.newUntitledFile");
    await stage.window.ask("type", "nowhere yet");
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

  test("another editor on the same folder is noticed, once", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const lock = {
      pid: process.pid,
      workspaceFolders: [stage.folder],
      ideName: "The other one",
      transport: "ws",
      authToken: "x".repeat(36),
    };
    writeFileSync(join(stage.lockFolder, `${port}.lock`), JSON.stringify(lock));
    try {
      await stage.window.ask("command", "tandem.lookForOthers");
      const notice = stage.window.page.locator(".notification-list-item", {
        hasText: "The other one serves this folder too",
      });
      await notice.waitFor();
      await notice.getByText("Start Claude Code Here").waitFor();
      await stage.window.ask("command", "notifications.clearAll");
      await notice.waitFor({ state: "detached" });
      await stage.window.ask("command", "tandem.lookForOthers");
      await stage.window.page.waitForTimeout(500);
      expect(await notice.count()).toBe(0);
    } finally {
      other.close();
    }
  });
});
