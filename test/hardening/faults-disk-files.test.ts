/** What Tandem writes for its user, on a disk that is full: what was there stays whole, and no half of anything is left. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AllowedCode } from "@tandem/server";
import { createWorkbench } from "@tandem/workbench";
import { DraftJournal } from "@tandem/workspace/drafts";
import { TrustedFolders } from "@tandem/workspace/permission";
import { expect, onTestFinished } from "vitest";
import { keepUnsaved } from "../../packages/cli/src/serve/keep-unsaved.js";
import { fill, tinyDisk, withDisk } from "./faults/disk.js";
import { ownFolder } from "./faults/stage.js";
import { howMany, tally } from "./tally.js";

/** Every file of a folder, with what is in it. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
  );
}

withDisk(
  "what was allowed before is still allowed, what cannot be remembered is said, and no temporary file stays",
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
    const attempts = howMany(10, 500);
    let refused = 0;
    for (let i = 0; i < attempts; i++) {
      expect(() => allowed.set([long(i)], true)).toThrow(/cannot be written, so it is not remembered: .*ENOSPC/);
      await expect(trusted.answer(long(0), true)).rejects.toThrow(/ENOSPC/);
      refused += 2;
    }
    const after = contentOf(disk);
    const lost = Object.entries(before).filter(([path, text]) => after[path] !== text).length;
    expect([allowed.has("/first"), allowed.has(long(0)), trusted.mayRun(`${long(0)}/x`)]).toEqual([true, false, false]);
    const leaked = Object.keys(after).length - Object.keys(before).length;
    tally({
      what: "Answers that a full disk cannot remember",
      attempts: attempts * 2,
      refused,
      crashes: 0,
      lost,
      leaked,
    });
  },
);

withDisk(
  "the workbench: a save that fails is told and leaves the file whole, and so is a copy of unsaved text at the end",
  async () => {
    const disk = tinyDisk(64);
    const root = ownFolder();
    const [folder, pageFolder, state] = [join(disk, "project"), join(root, "page"), join(disk, "state")];
    for (const each of [folder, pageFolder, state]) mkdirSync(each);
    writeFileSync(join(pageFolder, "index.html"), "<!doctype html>");
    const path = join(folder, "a.txt");
    writeFileSync(path, "the user's text\n");
    const { workbench, editor, close } = await createWorkbench({
      folders: [folder],
      pageFolder,
      ide: { configDir: join(root, "config"), env: {}, home: root },
      journal: new DraftJournal({ env: { XDG_STATE_HOME: state } }),
    });
    onTestFinished(() => close());
    await editor.openFile({ path, preview: false, takeFocus: true });
    const empty = fill(disk);
    const before = contentOf(disk);
    const attempts = howMany(5, 200);
    let refused = 0;
    for (let i = 0; i < attempts; i++) {
      workbench.documents.get(path)?.shared.replace(`${i} and more\n`.repeat(2000));
      const saved = await editor.saveDocument(path).catch(String);
      if (/no space left|ENOSPC/i.test(String(saved))) refused++;
      expect(await keepUnsaved(workbench)).toEqual([expect.stringMatching(/they could not be kept: .*ENOSPC/)]);
    }
    expect(refused).toBe(attempts);
    expect(contentOf(disk), "nothing was changed, and nothing was left").toEqual(before);
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
