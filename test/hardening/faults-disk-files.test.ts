/** Tandem's own files on a full disk: existing files stay intact, and no partial files are left behind. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AllowedCode } from "@tandem-ide/server";
import { createWorkbench } from "@tandem-ide/workbench";
import { DraftJournal } from "@tandem-ide/workspace/drafts";
import { TrustedFolders } from "@tandem-ide/workspace/permission";
import { expect, onTestFinished } from "vitest";
import { saveDrafts } from "../../packages/cli/src/serve/save-drafts.js";
import { temporaryDirectory } from "../endpoint.js";
import { fill, tinyDisk, withDisk } from "./faults/disk.js";
import { scaled, tally } from "./tally.js";

/** Returns the contents of all files in a folder, by path. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
  );
}

withDisk(
  "a full disk keeps saved permissions, reports those that can't be saved, and leaves no temporary file",
  async () => {
    const disk = tinyDisk(64);
    const env = { XDG_STATE_HOME: disk };
    const long = (i: number) => `/${"folder/".repeat(700)}${i}`;
    const allowed = new AllowedCode(env);
    allowed.set(["/first"], true);
    const warn = (message: string) => expect.unreachable(message);
    const trusted = await TrustedFolders.read({
      env,
      folders: () => ["/w", long(0)],
      allowed: [],
      languagesOf: () => [],
      warn,
    });
    await trusted.answer("/w", true);
    fill(disk);
    const before = contentOf(disk);
    const attempts = scaled(10, 500);
    let refused = 0;
    for (let i = 0; i < attempts; i++) {
      expect(() => allowed.set([long(i)], true)).toThrow(/can't be written, so the permission is not saved: .*ENOSPC/);
      await expect(trusted.answer(long(0), true)).rejects.toThrow(/ENOSPC/);
      refused += 2;
    }
    const after = contentOf(disk);
    const lost = Object.entries(before).filter(([path, text]) => after[path] !== text).length;
    expect([allowed.has("/first"), allowed.has(long(0)), trusted.mayRun(`${long(0)}/x`)]).toEqual([true, false, false]);
    const leaked = Object.keys(after).length - Object.keys(before).length;
    tally({
      what: "Permissions that can't be saved on a full disk",
      attempts: attempts * 2,
      refused,
      crashes: 0,
      lost,
      leaked,
    });
  },
);

withDisk(
  "the workbench: a failed save is reported and leaves the file intact, and so is a failed draft on exit",
  async () => {
    const disk = tinyDisk(64);
    const root = temporaryDirectory();
    const [folder, pageFolder, state] = [join(disk, "project"), join(root, "page"), join(disk, "state")];
    for (const each of [folder, pageFolder, state]) mkdirSync(each);
    writeFileSync(join(pageFolder, "index.html"), "<!doctype html>");
    const path = join(folder, "a.txt");
    writeFileSync(path, "the user's text\n");
    const { workbench, editor, close } = await createWorkbench({
      folders: [folder],
      pageFolder,
      endpoint: { configDir: join(root, "config"), env: {}, home: root },
      journal: new DraftJournal({ env: { XDG_STATE_HOME: state } }),
    });
    onTestFinished(() => close());
    await editor.openFile({ path, preview: false, takeFocus: true });
    const empty = fill(disk);
    const before = contentOf(disk);
    const attempts = scaled(5, 200);
    let refused = 0;
    for (let i = 0; i < attempts; i++) {
      workbench.documents.get(path)?.shared.replace(`${i} and more\n`.repeat(2000));
      const saved = await editor.saveDocument(path).catch(String);
      if (/no space left|ENOSPC/i.test(String(saved))) refused++;
      expect(await saveDrafts(workbench)).toEqual([expect.stringMatching(/that couldn't be kept: .*ENOSPC/)]);
    }
    expect(refused).toBe(attempts);
    expect(contentOf(disk), "no file was changed or left behind").toEqual(before);
    expect(readdirSync(join(state, "tandem", "drafts"))).toEqual([]);
    empty();
    await editor.saveDocument(path);
    expect(readFileSync(path, "utf8")).toHaveLength(workbench.documents.get(path)?.shared.text.length ?? 0);
    tally({
      what: "Saves of the workbench on a full disk",
      attempts: attempts * 2,
      refused: refused * 2,
      crashes: 0,
      lost: 0,
      leaked: 0,
    });
  },
);
