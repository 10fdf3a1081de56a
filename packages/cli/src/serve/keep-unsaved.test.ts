import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createWorkbench } from "@tandem/workbench";
import { expect, onTestFinished, test } from "vitest";
import { keepUnsaved } from "./keep-unsaved.js";

/** An editor with a file that has unsaved changes, and one that has none. */
async function editorWithUnsaved() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "project");
  mkdirSync(folder);
  mkdirSync(join(root, "page"));
  writeFileSync(join(root, "page", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "a.txt"), "one\r\ntwo\r\n");
  writeFileSync(join(folder, "b.txt"), "b\n");
  const workbench = await createWorkbench({
    folders: [folder],
    pageFolder: join(root, "page"),
    ide: { configDir: join(root, "config"), env: {}, home: root },
  });
  onTestFinished(() => workbench.close());
  const { editor, workbench: state } = workbench;
  for (const name of ["a.txt", "b.txt"])
    await editor.openFile({ path: join(folder, name), preview: false, takeFocus: true });
  state.documents.get(join(folder, "a.txt"))?.shared.replace("one\nmine\ntwo\n");
  return { root, folder, workbench: state };
}

test("when Tandem ends, unsaved text is kept to the byte as a copy for its user alone, and the file is left alone", async () => {
  const { root, folder, workbench } = await editorWithUnsaved();
  const said = await keepUnsaved(workbench, { XDG_STATE_HOME: join(root, "state") });
  expect(said).toEqual([expect.stringMatching(/a\.txt had unsaved changes\. A copy with them is .*a\.txt$/)]);
  const copy = /is (\S+)$/.exec(said[0] ?? "")?.[1] ?? "";
  expect(readFileSync(copy, "utf8")).toBe("one\r\nmine\r\ntwo\r\n");
  if (process.platform !== "win32")
    expect([statSync(copy).mode & 0o777, statSync(dirname(copy)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\r\ntwo\r\n");
});

test("what cannot be kept is said, and keeps nothing from ending", async () => {
  const { root, workbench } = await editorWithUnsaved();
  writeFileSync(join(root, "state"), "a file where a folder should be");
  const said = await keepUnsaved(workbench, { XDG_STATE_HOME: join(root, "state") });
  expect(said).toEqual([expect.stringContaining("no copy could be made")]);
});
