import { execFileSync, spawn } from "node:child_process";
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
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { TestClient } from "../../../testing/test-client.js";
import { TestEditor } from "../../../testing/test-editor.js";

/** These requests are plain JSON-RPC: a client that never said initialize may send them. */
async function setUp(editor?: TestEditor) {
  const running = await runEndpoint({}, editor);
  const client = await TestClient.open(running.ide);
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const { result, error } = await client.request(method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  return { ...running, client, ask };
}

describe("readFile, files/read (WSM-01, WSM-04)", () => {
  test("answer the text on disk as it is", async () => {
    const { ask, folder } = await setUp();
    writeTo(folder, "notes/a b.md", "\uFEFFhé\r\n");
    for (const method of ["readFile", "files/read"])
      for (const path of ["notes/a b.md", "/notes/a b.md", join(folder, "notes/a b.md")])
        expect(await ask(method, { path })).toBe("\uFEFFhé\r\n");
  });

  test("a missing file, a directory, a binary file and one that is too large are -32603 in words", async () => {
    const { ask, folder } = await setUp();
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

  test("what leaves the workspace or is withheld is -32602 with the path given (SEC-01, PRV-01)", async () => {
    const { ask, folder } = await setUp();
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

  test("parameters that do not fit are -32602", async () => {
    const { ask } = await setUp();
    for (const params of [undefined, {}, { path: 1 }, { path: "a", more: 1 }, ["a"]])
      await expect(ask("readFile", params)).rejects.toMatchObject({ code: -32602 });
  });
});

describe("writeFile (WSM-05)", () => {
  test("writes whole files, makes directories, keeps permissions, leaves nothing else", async () => {
    const { ask, folder } = await setUp();
    expect(await ask("writeFile", { path: "new/deep/a.txt", content: "hé\r\n" })).toEqual({ success: true });
    expect(readFileSync(join(folder, "new/deep/a.txt"), "utf8")).toBe("hé\r\n");
    const notes = writeTo(folder, "notes.txt", "old");
    chmodSync(notes, 0o640);
    await ask("writeFile", { path: "notes.txt", content: "new" });
    expect([readFileSync(notes, "utf8"), statSync(notes).mode & 0o777]).toEqual(["new", 0o640]);
    expect(readdirSync(folder).sort()).toEqual(["new", "notes.txt"]);
  });

  test("a reader never sees half a file: the new one is put in the old one's place", async () => {
    const { ask, folder } = await setUp();
    const path = writeTo(folder, "a.txt", "old");
    const before = statSync(path).ino;
    const reader = openSync(path, "r");
    await ask("writeFile", { path: "a.txt", content: "new" });
    expect(statSync(path).ino).not.toBe(before);
    expect(readFileSync(reader, "utf8")).toBe("old");
    closeSync(reader);
  });

  test("a name as long as the file system takes works, and a longer one is an error in words", async () => {
    const { ask, folder } = await setUp();
    await ask("writeFile", { path: "x".repeat(255), content: "new" });
    expect(readFileSync(join(folder, "x".repeat(255)), "utf8")).toBe("new");
    await expect(ask("writeFile", { path: "x".repeat(256), content: "" })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("The path is too long"),
    });
  });

  test("a link inside the workspace stays a link", async () => {
    const { ask, folder } = await setUp();
    const target = writeTo(folder, "target.txt", "old");
    symlinkSync(target, join(folder, "link.txt"));
    await ask("writeFile", { path: "link.txt", content: "new" });
    expect(readFileSync(target, "utf8")).toBe("new");
  });

  test("escapes, withheld places and directories are refused and nothing is written", async () => {
    const { ask, folder } = await setUp();
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
      ".tandemignore/x", // A folder of that name is rules that cannot be read: then everything is withheld.
    ])
      await expect(ask("writeFile", { path, content: "x" })).rejects.toMatchObject({ code: -32602 });
    await expect(ask("writeFile", { path: "d", content: "x" })).rejects.toMatchObject({ code: -32603 });
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(join(folder, ".git/hooks"))).toEqual([]);
  });

  test("a file with unsaved changes in the editor is not overwritten behind its back", async () => {
    const { ask, editor, folder } = await setUp();
    const path = writeTo(folder, "a.txt", "on disk");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    await expect(ask("writeFile", { path: "a.txt", content: "x" })).rejects.toThrow("unsaved changes in Test Editor");
    expect(readFileSync(path, "utf8")).toBe("on disk");
  });
});

describe("a workspace folder that was deleted", () => {
  test("is not made again by a client's writeFile, neither at its top nor below", async () => {
    const { ask, folder } = await setUp();
    rmSync(folder, { recursive: true });
    for (const path of ["a.txt", "sub/deep/a.txt", join(folder, "a.txt")])
      await expect(ask("writeFile", { path, content: "x" })).rejects.toMatchObject({
        code: -32603,
        message: `failed to write file: the workspace folder ${folder} is not there any more`,
      });
    expect(existsSync(folder)).toBe(false);
  });

  test("is not made again either where another workspace folder holds it", async () => {
    const outer = temporaryDirectory();
    const inner = join(outer, "packages/app");
    mkdirSync(inner, { recursive: true });
    const { ask } = await setUp(new TestEditor([outer, inner]));
    await ask("writeFile", { path: "packages/app/a.txt", content: "x" });
    rmSync(inner, { recursive: true });
    await expect(ask("writeFile", { path: "packages/app/a.txt", content: "x" })).rejects.toThrow(
      `the workspace folder ${inner} is not there any more`,
    );
    expect(existsSync(inner)).toBe(false);
    await ask("writeFile", { path: "packages/other/a.txt", content: "x" });
  });
});

test("what a killed server left in the workspace is gone after the next start", async () => {
  const [folder, home] = [temporaryDirectory(), temporaryDirectory()];
  const id = "0123456789abcdef";
  writeTo(folder, `sub/.tandem-${id}.tmp`, "half");
  writeTo(folder, ".tandem-fedcba9876543210.tmp", "of somebody who put nothing on record");
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
    `Removed ${join(folder, "sub", `.tandem-${id}.tmp`)}: the process that wrote it is gone`,
  );
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
    const { ask, folder } = await setUp();
    for (const name of files) writeTo(folder, name);
    expect(await ask("listFiles", pattern === undefined ? {} : { pattern })).toEqual(expected);
  });

  test("a link to a withheld file is not named", async () => {
    const { ask, folder } = await setUp();
    symlinkSync(writeTo(folder, ".env", "KEY=1"), join(folder, "harmless.txt"));
    expect(await ask("listFiles")).toEqual([]);
  });

  test("a pattern that multiplies is refused in words", async () => {
    const { ask } = await setUp();
    await expect(ask("listFiles", { pattern: "{a,b}".repeat(20) })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("too many alternatives"),
    });
  });

  test("a .gitignore that is a pipe or a device hangs nothing", async () => {
    const { ask, folder } = await setUp();
    execFileSync("mkfifo", [join(folder, ".gitignore")]);
    mkdirSync(join(folder, "d"));
    symlinkSync("/dev/zero", join(folder, "d/.gitignore"));
    for (let i = 0; i < 5; i++) expect(await ask("listFiles", { pattern: "*.txt" })).toEqual([]);
    writeTo(folder, "a.txt", "text");
    expect(await ask("readFile", { path: "a.txt" })).toBe("text");
  });

  test("needs no parameters at all", async () => {
    const { ask, folder } = await setUp();
    writeTo(folder, "a.txt");
    expect(await ask("listFiles")).toEqual(["a.txt"]);
  });

  test("the workspace's facts; the editor may call it something else than a folder", async () => {
    const { ask, folder, editor } = await setUp();
    for (const name of files) writeTo(folder, name);
    const expected = { name: folder.split("/").at(-1), path: folder, fileCount: 6, type: "folder" };
    expect(await ask("getWorkspaceInfo", {})).toEqual(expected);
    Object.assign(editor, { workspaceType: "obsidian-vault" });
    expect(await ask("getWorkspaceInfo")).toMatchObject({ type: "obsidian-vault" });
  });

  test("no folder open is an error in words", async () => {
    const { ask } = await setUp(new TestEditor([]));
    await expect(ask("getWorkspaceInfo")).rejects.toThrow("No folder is open");
    expect(await ask("listFiles")).toEqual([]);
  });
});

test("many requests for large files are read a few at a time, and a client that does not read is dropped", async () => {
  const { ide, client, folder } = await setUp();
  writeTo(folder, "large.txt", Buffer.alloc(9 * 1024 * 1024, 120));
  client.socket.pause();
  const gone = new Promise<void>((resolve) => ide.onStatusChanged(({ clients }) => clients.length === 0 && resolve()));
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 300; i++) client.begin("readFile", { path: "large.txt" });
  await gone;
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
});

describe("getOpenFiles, getCurrentFile, workspace/selection (WSM-02, WSM-08, WSM-09)", () => {
  const tab = (path: string) => ({ path, isActive: false, isDirty: false, languageId: "", lineCount: 1 });

  test("name files relative to the first folder, absolute in the others, and none outside or withheld", async () => {
    const [first, second] = [temporaryDirectory(), temporaryDirectory()];
    const { ask, editor } = await setUp(new TestEditor([first, second]));
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

  test("workspace/selection has the cursor, and is confined to the workspace", async () => {
    const { ask, editor, folder } = await setUp();
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
    expect(await ask("workspace/selection")).toEqual({ success: false, message: "Withheld by privacy rules" });
  });

  test("a pause that comes while files are listed counts", async () => {
    const { ask, editor, folder, ide } = await setUp();
    writeTo(folder, "a.txt", "text");
    const isWithheld = () => {
      ide.setPaused(true);
      return false;
    };
    Object.assign(editor, { isWithheld });
    await expect(ask("listFiles")).rejects.toThrow("Sharing is paused");
  });
});
