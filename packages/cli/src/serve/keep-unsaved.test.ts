import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkbench } from "@tandem/workbench";
import { DraftJournal } from "@tandem/workspace/drafts";
import { createColors } from "picocolors";
import { expect, onTestFinished, test } from "vitest";
import { runLine } from "../prompt/run-line.js";
import { draftCommands, draftLines } from "./draft-commands.js";
import { keepUnsaved } from "./keep-unsaved.js";

function stage() {
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
      ide: { configDir: join(root, "config"), env: {}, home: root },
      journal: new DraftJournal({ env: { XDG_STATE_HOME: join(root, "state") } }),
    });
    onTestFinished(() => running.close());
    return running;
  };
  return { root, folder, start };
}

/** An editor with a file that has unsaved changes, and one that has none. */
async function editorWithUnsaved() {
  const { root, folder, start } = stage();
  const running = await start();
  for (const name of ["a.txt", "b.txt"])
    await running.editor.openFile({ path: join(folder, name), preview: false, takeFocus: true });
  running.workbench.documents.get(join(folder, "a.txt"))?.shared.replace("one\nmine\ntwo\n");
  return { root, folder, start, running };
}

test("when Tandem ends, unsaved text is kept, the user is told how to get it back, and the file is left alone", async () => {
  const { root, folder, running } = await editorWithUnsaved();
  expect(await keepUnsaved(running.workbench)).toEqual([
    expect.stringMatching(/a\.txt had unsaved changes\. Start tandem on this folder again within 14 days/),
  ]);
  const place = join(root, "state", "tandem", "drafts");
  const [name = ""] = readdirSync(place);
  expect(readFileSync(join(place, name), "utf8")).toMatch(/\none\r\nmine\r\ntwo\r\n$/);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\r\ntwo\r\n");
});

test("what cannot be kept is said, and keeps nothing from ending", async () => {
  const { root, running } = await editorWithUnsaved();
  writeFileSync(join(root, "state"), "a file where a folder should be");
  expect(await keepUnsaved(running.workbench)).toEqual([expect.stringContaining("they could not be kept: ENOTDIR")]);
});

test("at the prompt, kept text is listed, compared, restored as unsaved text, or discarded", async () => {
  const { folder, start, running } = await editorWithUnsaved();
  running.workbench.documents.get(join(folder, "b.txt"))?.shared.replace("b\n\u001b[31mred\n");
  await running.close();
  const { workbench } = await start();
  await workbench.drafts.look();
  const shorten = (path: string) => path.slice(folder.length + 1);
  const desk = { workbench, colors: createColors(false), shorten };
  const say = (line: string) => runLine(line, desk, draftCommands);

  expect(draftLines([], shorten)).toEqual([]);
  const lines = draftLines(workbench.drafts.offered, shorten);
  expect(lines[0]).toBe("Tandem ended before you saved this text:");
  const numberOf = (name: string) => new RegExp(`(\\d)  ${name}`).exec(lines.join("\n"))?.[1];
  const [a, b] = [numberOf("a.txt"), numberOf("b.txt")];
  expect(await say("restore")).toEqual([expect.stringMatching(/2 texts are kept\. Say which one: \d, \d\./)]);
  expect(await say("discard 9")).toEqual([expect.stringContaining("There is no kept text 9")]);
  expect(await say(`compare ${b}`), "nothing of it reaches the terminal raw").toContain("+^[[31mred");
  expect(await say(`restore ${a}`)).toEqual(["Restored a.txt in the page. It is not saved yet."]);
  expect(workbench.documents.get(join(folder, "a.txt"))).toMatchObject({ isDirty: true });
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\r\ntwo\r\n");
  expect(await say("drafts"), "the number stays its own").toEqual([expect.stringContaining(`${b}  b.txt`)]);
  expect(await say(`discard ${b}`)).toEqual(["Discarded the kept text of b.txt."]);
  expect(await say("drafts")).toEqual(["No unsaved text is kept."]);
});
