import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangeRecorder } from "@tandem-ide/changes";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../testing/test-context.js";

/** A folder in which an agent changed two files, as an editor recorded it. The editor has exited. */
async function fixture() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-changes-")));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const folder = join(home, "project");
  mkdirSync(folder);
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, "state") };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const tandem = (...args: string[]) => runCommand(["changes", ...args], env, folder);
  const record = async () => {
    write("a.txt", "1\n2\n3\n4\n");
    write("b.txt", "b\n");
    const recorder = new ChangeRecorder({ env, home });
    recorder.attach({
      folders: [folder],
      isHidden: () => false,
      hiddenIn: () => new Set(),
      isUnsaved: async () => false,
    });
    recorder.clientsChanged([{ id: "1", name: "claude-code", version: "2" }]);
    await recorder.idle();
    write("a.txt", "one\n2\n3\nfour\n");
    write("b.txt", "B\n");
    await recorder.refresh();
    await recorder.close();
  };
  return { folder, read, write, tandem, record };
}

test("changes are listed, shown, kept, undone and restored", async () => {
  const { tandem, record, read } = await fixture();
  await record();
  const list = await tandem();
  expect(list.exitCode).toBe(0);
  expect(list.stdout).toMatch(/^1\. Changed outside your editors while claude-code was connected/);
  expect(list.stdout).toMatch(/changed +\+2 −2 +a\.txt\n +changed +\+1 −1 +b\.txt\n/);

  const shown = await tandem("show", "a.txt");
  expect(shown.stdout).toBe("a.txt\nChange 1, line 1\n-1\n+one\nChange 2, line 4\n-4\n+four\n");

  expect(await tandem("undo", "a.txt", "--hunk", "2")).toEqual({
    exitCode: 0,
    stdout: "Undid 1 change in a.txt.\n",
    stderr: "",
  });
  expect(read("a.txt")).toBe("one\n2\n3\n4\n");
  expect((await tandem("keep", "b.txt")).stdout).toBe("Kept b.txt.\n");
  expect((await tandem("undo", "--turn", "1")).stdout).toBe("Undid the changes in a.txt.\n");
  expect(read("a.txt")).toBe("1\n2\n3\n4\n");
  expect((await tandem()).stdout).toMatch(
    /^There are no changes to review\.\nUndone\n +1\. .* a\.txt\n +2\. .* a\.txt\n/,
  );
  expect((await tandem("restore")).stdout).toBe("Restored a.txt.\n");
  expect(read("a.txt")).toBe("one\n2\n3\n4\n");
  expect(JSON.parse((await tandem("--json")).stdout)).toMatchObject({
    turns: [{ agents: ["claude-code"], files: [{ kind: "changed", added: 1, removed: 1 }] }],
    undone: [{}],
  });
});

test("a question isn't answered without --yes", async () => {
  const { tandem, record, write, read } = await fixture();
  await record();
  await tandem("undo", "b.txt");
  write("b.txt", "mine\n");
  const asked = await tandem("restore");
  expect(asked).toMatchObject({ exitCode: 1, stdout: "" });
  expect(asked.stderr).toBe("b.txt has changed since. Replace it? If so, run it again with --yes.\n");
  expect((await tandem("restore", "--yes")).exitCode).toBe(0);
  expect(read("b.txt")).toBe("B\n");
});

test("what can't be found is explained", async () => {
  const { tandem, record } = await fixture();
  expect((await tandem("undo", "a.txt")).stdout).toContain("No changes are recorded for this folder");
  expect((await tandem("remove")).exitCode).toBe(1);
  await record();
  expect((await tandem("undo")).stderr).toMatch(/Specify a file, or a turn with --turn/);
  expect((await tandem("undo", "c.txt")).stderr).toMatch(/No changes in c\.txt\.\nList the changes: tandem changes/);
  expect((await tandem("undo", "a.txt", "--hunk", "3")).stderr).toMatch(/There is no change 3 in this file/);
  expect((await tandem("keep", "--turn", "9")).stderr).toMatch(/There is no turn 9/);
  expect((await tandem("restore")).stderr).toMatch(/There is nothing to restore/);
  expect((await tandem("remove")).stdout).toMatch(/Removed everything stored for/);
  expect(JSON.parse((await tandem("--json")).stdout)).toEqual({ turns: [], undone: [], problems: [] });
});
