import { chmod, stat, utimes, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { deadPid, Stage } from "../testing/stage.js";
import { applyFix, describeFix } from "./apply.js";

async function fixesOf(stage: Stage, id: string) {
  const [fix] = (await stage.find(id))?.fixes ?? [];
  if (!fix) throw new Error(`${id} has no fix`);
  return fix;
}

test("a mode is set, and set again without harm", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const path = stage.path(".claude/ide");
  await chmod(path, 0o755);
  const fix = await fixesOf(stage, "directory-open");
  expect(describeFix(fix, stage.home)).toBe("Set the mode of ~/.claude/ide to 0700 (now 0755)");
  for (let time = 0; time < 2; time++)
    expect(await applyFix(fix, stage.surroundings())).toEqual({
      isDone: true,
      words: "~/.claude/ide has the mode 0700 now.",
    });
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await stage.find("directory-open")).toBeUndefined();
});

test("the lock of an editor that is gone is removed, and then it is gone already", async () => {
  await using stage = await Stage.make();
  const file = await stage.lock(await stage.closedPort(), { pid: deadPid });
  const fix = await fixesOf(stage, "editor-gone");
  expect(await applyFix(fix, stage.surroundings())).toMatchObject({ isDone: true });
  await expect(stat(file)).rejects.toThrow("ENOENT");
  expect(await applyFix(fix, stage.surroundings())).toMatchObject({
    isDone: true,
    words: expect.stringContaining("gone already"),
  });
});

test("a lock that was written since is left alone", async () => {
  await using stage = await Stage.make();
  const file = await stage.lock(await stage.closedPort(), { pid: deadPid });
  const fix = await fixesOf(stage, "editor-gone");
  await writeFile(file, JSON.stringify({ pid: process.pid }));
  await utimes(file, 1_800_000_000, 1_800_000_000);
  expect(await applyFix(fix, stage.surroundings())).toMatchObject({ isDone: false });
  await stat(file);
});

test("a lock behind which somebody listens by now is left alone", async () => {
  await using stage = await Stage.make();
  const port = await stage.closedPort();
  await stage.lock(port, { pid: deadPid });
  const fix = await fixesOf(stage, "editor-gone");
  const ide = await stage.editor([stage.folder], { port, configDir: stage.path("elsewhere") });
  expect(ide.port).toBe(port);
  expect(await applyFix(fix, stage.surroundings())).toMatchObject({ isDone: false });
});

test("a mode that was changed since it was shown is left alone", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const path = stage.path(".claude/ide");
  await chmod(path, 0o755);
  const fix = await fixesOf(stage, "directory-open");
  await chmod(path, 0o750);
  expect(await applyFix(fix, stage.surroundings())).toEqual({
    isDone: false,
    words: "~/.claude/ide was left alone: it has changed since.",
  });
  expect((await stat(path)).mode & 0o777).toBe(0o750);
});
