/** The workspace requests that only read. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requestFixture } from "../../../testing/request-fixture.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { TestEditor } from "../../../testing/test-editor.js";

describe("readFile, files/read (WSM-01, WSM-04)", () => {
  test("return the text on disk as it is", async () => {
    const { ask, folder } = await requestFixture();
    writeTo(folder, "notes/a b.md", "\uFEFFhé\r\n");
    for (const method of ["readFile", "files/read"])
      for (const path of ["notes/a b.md", "/notes/a b.md", join(folder, "notes/a b.md")])
        expect(await ask(method, { path })).toBe("\uFEFFhé\r\n");
  });

  test("answers a missing file, a directory, a binary file and one that is too large with -32603 and a message", async () => {
    const { ask, folder } = await requestFixture();
    mkdirSync(join(folder, "d"));
    writeTo(folder, "b.png", new Uint8Array([137, 80, 0]));
    writeTo(folder, "large.txt", Buffer.alloc(10 * 1024 * 1024 + 1, 120));
    for (const [path, why] of [
      ["no.txt", "File not found"],
      ["d", "Is a directory"],
      ["b.png", "Binary file"],
      ["large.txt", "Too large"],
    ])
      await expect(ask("readFile", { path })).rejects.toMatchObject({
        code: -32603,
        message: expect.stringContaining(`failed to read file: ${why}`),
      });
  });

  test("answers a path that is hidden or outside the workspace with -32602 and the path (SEC-01, PRV-01)", async () => {
    const { ask, folder } = await requestFixture();
    const outside = temporaryDirectory();
    writeTo(outside, "secret.txt", "s3cret");
    writeTo(folder, ".env", "KEY=1");
    symlinkSync(outside, join(folder, "link"));
    symlinkSync(join(folder, ".env"), join(folder, "harmless.txt"));
    for (const path of ["../x", "~/x", "link/secret.txt", ".env", "harmless.txt", ".git/config"])
      await expect(ask("readFile", { path })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(path),
      });
  });

  test("invalid parameters are answered with -32602", async () => {
    const { ask } = await requestFixture();
    for (const params of [undefined, {}, { path: 1 }, { path: "a", more: 1 }, ["a"]])
      await expect(ask("readFile", params)).rejects.toMatchObject({ code: -32602 });
  });
});

describe("listFiles, getWorkspaceInfo (WSM-06, WSM-07)", () => {
  const files = ["a.js", "lib/b.js", "lib/c.ts", "lib/deep/d.tsx", ".hidden/e.js", ".env", "x[1].js"];

  test.each([
    [undefined, [".hidden/e.js", "a.js", "lib/b.js", "lib/c.ts", "lib/deep/d.tsx", "x[1].js"]],
    ["*.js", [".hidden/e.js", "a.js", "lib/b.js", "x[1].js"]],
    ["lib/**", ["lib/b.js", "lib/c.ts", "lib/deep/d.tsx"]],
    ["/lib/*.js", ["lib/b.js"]],
    ["**/*.{ts,tsx}", ["lib/c.ts", "lib/deep/d.tsx"]],
    ["nothing*", []],
  ])("the glob %s", async (pattern, expected) => {
    const { ask, folder } = await requestFixture();
    for (const name of files) writeTo(folder, name);
    expect(await ask("listFiles", pattern === undefined ? {} : { pattern })).toEqual(expected);
  });

  test("leaves out a link to a hidden file", async () => {
    const { ask, folder } = await requestFixture();
    symlinkSync(writeTo(folder, ".env", "KEY=1"), join(folder, "harmless.txt"));
    expect(await ask("listFiles")).toEqual([]);
  });

  test("rejects a pattern with too many alternatives", async () => {
    const { ask } = await requestFixture();
    await expect(ask("listFiles", { pattern: "{a,b}".repeat(20) })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("too many alternatives"),
    });
  });

  test("a .gitignore that is a pipe or a device doesn't block", async () => {
    const { ask, folder } = await requestFixture();
    execFileSync("mkfifo", [join(folder, ".gitignore")]);
    mkdirSync(join(folder, "d"));
    symlinkSync("/dev/zero", join(folder, "d/.gitignore"));
    for (let i = 0; i < 5; i++) expect(await ask("listFiles", { pattern: "*.txt" })).toEqual([]);
    writeTo(folder, "a.txt", "text");
    expect(await ask("readFile", { path: "a.txt" })).toBe("text");
  });

  test("needs no params", async () => {
    const { ask, folder } = await requestFixture();
    writeTo(folder, "a.txt");
    expect(await ask("listFiles")).toEqual(["a.txt"]);
  });

  test("returns the workspace's facts; the editor may name it differently from its folder", async () => {
    const { ask, folder, editor } = await requestFixture();
    for (const name of files) writeTo(folder, name);
    const expected = { name: folder.split("/").at(-1), path: folder, fileCount: 6, type: "folder" };
    expect(await ask("getWorkspaceInfo", {})).toEqual(expected);
    Object.assign(editor, { workspaceType: "obsidian-vault" });
    expect(await ask("getWorkspaceInfo")).toMatchObject({ type: "obsidian-vault" });
  });

  test("returns an error if no folder is open", async () => {
    const { ask } = await requestFixture(new TestEditor([]));
    await expect(ask("getWorkspaceInfo")).rejects.toThrow("No folder is open");
    expect(await ask("listFiles")).toEqual([]);
  });
});

test("reads many large files a few at a time, and drops a client that doesn't read", async () => {
  const { endpoint, client, folder } = await requestFixture();
  writeTo(folder, "large.txt", Buffer.alloc(9 * 1024 * 1024, 120));
  client.socket.pause();
  const gone = new Promise<void>((resolve) =>
    endpoint.onStatusChanged(({ clients }) => clients.length === 0 && resolve()),
  );
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 300; i++) client.begin("readFile", { path: "large.txt" });
  await gone;
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
});

describe("getOpenFiles, getCurrentFile, workspace/selection (WSM-02, WSM-08, WSM-09)", () => {
  const tab = (path: string) => ({ path, isActive: false, isDirty: false, languageId: "", lineCount: 1 });

  test("return paths relative to the first folder or absolute in others, and no outside or hidden files", async () => {
    const [first, second] = [temporaryDirectory(), temporaryDirectory()];
    const { ask, editor } = await requestFixture(new TestEditor([first, second]));
    const paths = [join(first, "d/a.txt"), join(second, "b.txt"), "/etc/hosts", join(first, ".env")];
    editor.tabs = [...paths, join(first, "d/a.txt")].map(tab);
    expect(await ask("getOpenFiles")).toEqual(["d/a.txt", join(second, "b.txt")]);
    const current = [];
    for (const path of paths) {
      editor.select(path);
      current.push(await ask("getCurrentFile"));
    }
    expect(current).toEqual(["d/a.txt", join(second, "b.txt"), null, null]);
    editor.selection = undefined;
    expect(await ask("getCurrentFile")).toBeNull();
  });

  test("workspace/selection has the cursor and is confined to the workspace", async () => {
    const { ask, editor, folder } = await requestFixture();
    editor.select(join(folder, "a.txt"), "abc", 1);
    expect(await ask("workspace/selection")).toEqual({
      success: true,
      text: "abc",
      filePath: join(folder, "a.txt"),
      fileUrl: `file://${folder}/a.txt`,
      selection: { start: { line: 0, character: 1 }, end: { line: 0, character: 4 }, isEmpty: false },
      cursor: { line: 0, character: 4 },
    });
    editor.select("/etc/hosts", "127");
    expect(await ask("workspace/selection")).toEqual({
      success: false,
      message: "The active file is outside the workspace",
    });
    editor.select(join(folder, ".env"), "KEY");
    expect(await ask("workspace/selection")).toEqual({ success: false, message: "Hidden by privacy rules" });
  });

  test("a pause while listing files applies", async () => {
    const { ask, editor, folder, endpoint } = await requestFixture();
    writeTo(folder, "a.txt", "text");
    const isHidden = () => {
      endpoint.setPaused(true);
      return false;
    };
    Object.assign(editor, { isHidden });
    await expect(ask("listFiles")).rejects.toThrow("Sharing is paused");
  });
});
