import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkbench } from "@tandem-ide/workbench";
import { DraftJournal } from "@tandem-ide/workspace/drafts";
import { createColors } from "picocolors";
import { expect, onTestFinished, test } from "vitest";
import { runLine } from "../prompt/run-line.js";
import { draftCommands, draftLines } from "./draft-commands.js";
import { saveDrafts } from "./save-drafts.js";

function fixture() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "project");
  mkdirSync(folder);
  mkdirSync(join(root, "page"));
  writeFileSync(join(root, "page", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "a.txt"), "one\r\ntwo\r\n");
  writeFileSync(join(folder, "b.txt"), "b\n");
  const start = async () => {
    const running = await createWorkbench({
      folders: [folder],
      pageFolder: join(root, "page"),
      endpoint: { configDir: join(root, "config"), env: {}, home: root },
      journal: new DraftJournal({ env: { XDG_STATE_HOME: join(root, "state") } }),
    });
    onTestFinished(() => running.close());
    return running;
  };
  return { root, folder, start };
}

/** An editor with one file that has unsaved changes and one that has none. */
async function editorWithUnsaved() {
  const { root, folder, start } = fixture();
  const running = await start();
  for (const name of ["a.txt", "b.txt"])
    await running.editor.openFile({ path: join(folder, name), preview: false, takeFocus: true });
  running.workbench.documents.get(join(folder, "a.txt"))?.shared.replace("one\nmine\ntwo\n");
  return { root, folder, start, running };
}

test("saves unsaved text as a draft, explains how to restore it, and leaves the file unchanged", async () => {
  const { root, folder, running } = await editorWithUnsaved();
  expect(await saveDrafts(running.workbench)).toEqual([
    expect.stringMatching(/a\.txt has unsaved changes\. Run tandem in this folder again within 14 days/),
  ]);
  const drafts = join(root, "state", "tandem", "drafts");
  const [name = ""] = readdirSync(drafts);
  expect(readFileSync(join(drafts, name), "utf8")).toMatch(/\none\r\nmine\r\ntwo\r\n$/);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\r\ntwo\r\n");
});

test("reports a draft that can't be saved", async () => {
  const { root, running } = await editorWithUnsaved();
  writeFileSync(join(root, "state"), "a file where a folder should be");
  expect(await saveDrafts(running.workbench)).toEqual([expect.stringContaining("that couldn't be kept: ENOTDIR")]);
});

test("lists, compares, restores and discards drafts", async () => {
  const { folder, start, running } = await editorWithUnsaved();
  running.workbench.documents.get(join(folder, "b.txt"))?.shared.replace("b\n\u001b[31mred\n");
  await running.close();
  const { workbench } = await start();
  await workbench.drafts.refresh();
  const shorten = (path: string) => path.slice(folder.length + 1);
  const context = { workbench, colors: createColors(false), shorten };
  const say = (line: string) => runLine(line, context, draftCommands);

  expect(draftLines([], shorten)).toEqual([]);
  const lines = draftLines(workbench.drafts.offered, shorten);
  expect(lines[0]).toBe("Tandem has drafts of unsaved text:");
  const numberOf = (name: string) => new RegExp(`(\\d)  ${name}`).exec(lines.join("\n"))?.[1];
  const [a, b] = [numberOf("a.txt"), numberOf("b.txt")];
  expect(await say("restore")).toEqual([expect.stringMatching(/There are several drafts\. Add a number: \d, \d\./)]);
  expect(await say("discard 9")).toEqual([expect.stringContaining("There is no draft 9")]);
  expect(await say(`compare ${b}`), "control characters are visible").toContain("+^[[31mred");
  expect(await say(`restore ${a}`)).toEqual(["Restored a.txt in the browser. It isn't saved yet."]);
  expect(workbench.documents.get(join(folder, "a.txt"))).toMatchObject({ isDirty: true });
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\r\ntwo\r\n");
  expect(await say("drafts"), "numbers don't change").toEqual([expect.stringContaining(`${b}  b.txt`)]);
  expect(await say(`discard ${b}`)).toEqual(["Deleted the draft of b.txt."]);
  expect(await say("drafts")).toEqual(["No drafts."]);
});
