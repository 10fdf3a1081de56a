import { chmod, stat, utimes, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { deadPid, Fixture } from "../testing/fixture.js";
import { applyFix, describeFix } from "./apply.js";

async function fixesOf(fixture: Fixture, id: string) {
  const [fix] = (await fixture.find(id))?.fixes ?? [];
  if (!fix) throw new Error(`${id} has no fix`);
  return fix;
}

test("sets a mode, and can do so again", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const path = fixture.path(".claude/ide");
  await chmod(path, 0o755);
  const fix = await fixesOf(fixture, "directory-open");
  expect(describeFix(fix, fixture.home)).toBe("Set the mode of ~/.claude/ide to 0700 (now 0755)");
  for (let time = 0; time < 2; time++)
    expect(await applyFix(fix, fixture.surroundings())).toEqual({
      isDone: true,
      message: "Set the mode of ~/.claude/ide to 0700.",
    });
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await fixture.find("directory-open")).toBeUndefined();
});

test("removes the lock of an editor that is gone, and succeeds if it was already removed", async () => {
  await using fixture = await Fixture.make();
  const file = await fixture.lock(await fixture.closedPort(), { pid: deadPid });
  const fix = await fixesOf(fixture, "editor-gone");
  expect(await applyFix(fix, fixture.surroundings())).toMatchObject({ isDone: true });
  await expect(stat(file)).rejects.toThrow("ENOENT");
  expect(await applyFix(fix, fixture.surroundings())).toMatchObject({
    isDone: true,
    message: expect.stringContaining("already removed"),
  });
});

test("leaves a lock alone that has been rewritten", async () => {
  await using fixture = await Fixture.make();
  const file = await fixture.lock(await fixture.closedPort(), { pid: deadPid });
  const fix = await fixesOf(fixture, "editor-gone");
  await writeFile(file, JSON.stringify({ pid: process.pid }));
  await utimes(file, 1_800_000_000, 1_800_000_000);
  expect(await applyFix(fix, fixture.surroundings())).toMatchObject({ isDone: false });
  await stat(file);
});

test("leaves a lock alone if an editor listens on its port by now", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.closedPort();
  await fixture.lock(port, { pid: deadPid });
  const fix = await fixesOf(fixture, "editor-gone");
  const endpoint = await fixture.editor([fixture.folder], { port, configDir: fixture.path("elsewhere") });
  expect(endpoint.port).toBe(port);
  expect(await applyFix(fix, fixture.surroundings())).toMatchObject({ isDone: false });
});

test("leaves a mode alone that has changed", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const path = fixture.path(".claude/ide");
  await chmod(path, 0o755);
  const fix = await fixesOf(fixture, "directory-open");
  await chmod(path, 0o750);
  expect(await applyFix(fix, fixture.surroundings())).toEqual({
    isDone: false,
    message: "Skipped ~/.claude/ide: it has changed.",
  });
  expect((await stat(path)).mode & 0o777).toBe(0o750);
});
