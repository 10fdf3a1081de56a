/** The workspace request that writes: what it writes, refuses and leaves behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requestFixture } from "../../../testing/request-fixture.js";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { TestEditor } from "../../../testing/test-editor.js";

describe("writeFile (WSM-05)", () => {
  test("writes complete files, creates directories, keeps permissions and leaves no other files", async () => {
    const { ask, folder } = await requestFixture();
    expect(await ask("writeFile", { path: "new/deep/a.txt", content: "hé\r\n" })).toEqual({ success: true });
    expect(readFileSync(join(folder, "new/deep/a.txt"), "utf8")).toBe("hé\r\n");
    const notes = writeTo(folder, "notes.txt", "old");
    chmodSync(notes, 0o640);
    await ask("writeFile", { path: "notes.txt", content: "new" });
    expect([readFileSync(notes, "utf8"), statSync(notes).mode & 0o777]).toEqual(["new", 0o640]);
    expect(readdirSync(folder).sort()).toEqual(["new", "notes.txt"]);
  });

  test("readers never see a partial file, because the new one is renamed over the old one", async () => {
    const { ask, folder } = await requestFixture();
    const path = writeTo(folder, "a.txt", "old");
    const before = statSync(path).ino;
    const reader = openSync(path, "r");
    await ask("writeFile", { path: "a.txt", content: "new" });
    expect(statSync(path).ino).not.toBe(before);
    expect(readFileSync(reader, "utf8")).toBe("old");
    closeSync(reader);
  });

  test("accepts the longest name that the file system allows, and answers a longer one with a clear error", async () => {
    const { ask, folder } = await requestFixture();
    await ask("writeFile", { path: "x".repeat(255), content: "new" });
    expect(readFileSync(join(folder, "x".repeat(255)), "utf8")).toBe("new");
    await expect(ask("writeFile", { path: "x".repeat(256), content: "" })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("The path is too long"),
    });
  });

  test("a link inside the workspace stays a link", async () => {
    const { ask, folder } = await requestFixture();
    const target = writeTo(folder, "target.txt", "old");
    symlinkSync(target, join(folder, "link.txt"));
    await ask("writeFile", { path: "link.txt", content: "new" });
    expect(readFileSync(target, "utf8")).toBe("new");
  });

  test("rejects paths outside, hidden files and directories", async () => {
    const { ask, folder } = await requestFixture();
    const outside = temporaryDirectory();
    symlinkSync(outside, join(folder, "link"));
    symlinkSync(join(outside, "new"), join(folder, "dangling"));
    mkdirSync(join(folder, "d"));
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    for (const path of [
      "../x",
      "link/x",
      "dangling",
      ".git/hooks/pre-commit",
      ".env",
      ".tandemignore",
      "sub/.TandemIgnore",
      ".tandemignore/x", // A folder with that name counts as unreadable rules, so everything is hidden.
    ])
      await expect(ask("writeFile", { path, content: "x" })).rejects.toMatchObject({ code: -32602 });
    await expect(ask("writeFile", { path: "d", content: "x" })).rejects.toMatchObject({ code: -32603 });
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(join(folder, ".git/hooks"))).toEqual([]);
  });

  test("doesn't overwrite a file with unsaved changes in the editor", async () => {
    const { ask, editor, folder } = await requestFixture();
    const path = writeTo(folder, "a.txt", "on disk");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    await expect(ask("writeFile", { path: "a.txt", content: "x" })).rejects.toThrow("unsaved changes in Test Editor");
    expect(readFileSync(path, "utf8")).toBe("on disk");
  });
});

describe("a deleted workspace folder", () => {
  test("is not created again by a client's writeFile, neither in the folder itself nor below", async () => {
    const { ask, folder } = await requestFixture();
    rmSync(folder, { recursive: true });
    for (const path of ["a.txt", "sub/deep/a.txt", join(folder, "a.txt")])
      await expect(ask("writeFile", { path, content: "x" })).rejects.toMatchObject({
        code: -32603,
        message: `failed to write file: the workspace folder ${folder} no longer exists`,
      });
    expect(existsSync(folder)).toBe(false);
  });

  test("isn't created again even inside another workspace folder", async () => {
    const outer = temporaryDirectory();
    const inner = join(outer, "packages/app");
    mkdirSync(inner, { recursive: true });
    const { ask } = await requestFixture(new TestEditor([outer, inner]));
    await ask("writeFile", { path: "packages/app/a.txt", content: "x" });
    rmSync(inner, { recursive: true });
    await expect(ask("writeFile", { path: "packages/app/a.txt", content: "x" })).rejects.toThrow(
      `the workspace folder ${inner} no longer exists`,
    );
    expect(existsSync(inner)).toBe(false);
    await ask("writeFile", { path: "packages/other/a.txt", content: "x" });
  });
});

test("the next start removes the temporary files of a killed server", async () => {
  const [folder, home] = [temporaryDirectory(), temporaryDirectory()];
  const id = "0123456789abcdef";
  writeTo(folder, `sub/.tandem-${id}.tmp`, "half");
  writeTo(folder, ".tandem-fedcba9876543210.tmp", "without a record");
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const record = JSON.stringify({ folder: join(folder, "sub"), pid: child.pid });
  writeTo(home, `.local/state/tandem/unfinished-writes/${id}.json`, record);
  const { log } = await runEndpoint({ home, configDir: home }, new TestEditor([folder]));
  expect([readdirSync(join(folder, "sub")), readdirSync(folder)]).toEqual([
    [],
    [".tandem-fedcba9876543210.tmp", "sub"],
  ]);
  expect(log.map(({ message }) => message)).toContain(
    `Removed ${join(folder, "sub", `.tandem-${id}.tmp`)}: the process that wrote it has exited`,
  );
});
