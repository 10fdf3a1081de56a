/** The files through which Gemini CLI and Qwen Code find an editor. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { geminiFixture } from "../../testing/gemini-fixture.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { TestEditor } from "../../testing/test-editor.js";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const mode = (path: string) => lstatSync(path).mode & 0o777;
const asRoot = process.getuid?.() === 0;

describe("Gemini CLI's file", () => {
  test("names the editor, its folders and its port, and only the user can read it", async () => {
    const folders = [temporaryDirectory(), temporaryDirectory()];
    const { endpoint, directory, discoveryFiles } = await geminiFixture({}, new TestEditor(folders));
    const [path = "", ...others] = discoveryFiles();
    expect(others).toEqual([]);
    const content = read(path);
    expect(path).toBe(join(directory, `gemini-ide-server-${process.pid}-${content.port}.json`));
    expect(content).toMatchObject({
      workspacePath: folders.join(delimiter),
      authToken: expect.stringMatching(/^[-0-9a-f]{36}$/),
      ideInfo: { name: "tandem", displayName: "Test Editor" },
    });
    expect([mode(directory), mode(path)]).toEqual([0o700, 0o600]);
    expect(content.port).not.toBe(endpoint.port);
    expect(endpoint.environment()).toMatchObject({ GEMINI_CLI_IDE_SERVER_PORT: String(content.port) });
  });

  test("follows the folders, and is gone once the editor has closed", async () => {
    const { endpoint, editor, discoveryFile, discoveryFiles } = await geminiFixture();
    editor.workspaceFolders = [temporaryDirectory()];
    editor.events?.workspaceFoldersChanged();
    expect(read(discoveryFile).workspacePath).toBe(editor.workspaceFolders[0]);
    endpoint.removeLock();
    expect(discoveryFiles()).toEqual([]);
    await endpoint.close();
  });

  test("keeps its port and token over a restart", async () => {
    const { endpoint, discoveryFiles } = await geminiFixture();
    const before = discoveryFiles().map(read);
    await endpoint.restart();
    expect(discoveryFiles().map(read)).toEqual(before);
  });

  test("isn't written for a user who doesn't use Gemini CLI", async () => {
    const tmp = temporaryDirectory();
    await runEndpoint({ env: { TMPDIR: tmp } });
    expect(readdirSync(tmp)).toEqual([]);
  });
});

describe("a directory that others control is refused, and Claude Code is served all the same", () => {
  const refused = async (tmp: string) => {
    const { endpoint, log } = await runEndpoint({ env: { TMPDIR: tmp }, agents: ["claude-code", "gemini"] });
    expect(endpoint.status.state).toEqual({ kind: "serving" });
    expect(existsSync(endpoint.lockFile)).toBe(true);
    return log.filter(({ level }) => level === "warn").map(({ message }) => message);
  };

  test("a link", async () => {
    const tmp = temporaryDirectory();
    const elsewhere = temporaryDirectory();
    symlinkSync(elsewhere, join(tmp, "gemini"));
    expect(await refused(tmp)).toContainEqual(expect.stringContaining(`${join(tmp, "gemini")} is a link`));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("one that others can write", async () => {
    const tmp = temporaryDirectory();
    mkdirSync(join(tmp, "gemini/ide"), { recursive: true });
    chmodSync(join(tmp, "gemini/ide"), 0o777);
    expect(await refused(tmp)).toContainEqual(expect.stringContaining("can be written by other users"));
    expect(readdirSync(join(tmp, "gemini/ide"))).toEqual([]);
  });

  test.skipIf(!asRoot)("one that another user made first", async () => {
    const tmp = temporaryDirectory();
    chmodSync(tmp, 0o777);
    execFileSync("setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "mkdir", join(tmp, "gemini")]);
    expect(await refused(tmp)).toContainEqual(expect.stringContaining("belongs to another user (uid 65534)"));
    expect(readdirSync(join(tmp, "gemini"))).toEqual([]);
  });

  test("a file", async () => {
    const tmp = temporaryDirectory();
    writeFileSync(join(tmp, "gemini"), "");
    expect(await refused(tmp)).toContainEqual(expect.stringContaining("is not a directory"));
  });
});

describe("files that were left behind", () => {
  const dead = { pid: 4_194_304 };

  test("are removed at the next start if a Tandem wrote them", async () => {
    const tmp = temporaryDirectory();
    const directory = join(tmp, "gemini/ide");
    const ours = writeTo(directory, "gemini-ide-server-4194304-1.json", JSON.stringify({ port: 1, tandem: dead }));
    const recycled = { pid: process.pid, start: "another start" };
    const reused = writeTo(directory, "gemini-ide-server-1-2.json", JSON.stringify({ port: 2, tandem: recycled }));
    const theirs = writeTo(directory, "gemini-ide-server-4194304-3.json", JSON.stringify({ port: 3 }));
    const running = writeTo(
      directory,
      "gemini-ide-server-1-4.json",
      JSON.stringify({ port: 4, tandem: { pid: process.pid } }),
    );
    await runEndpoint({ env: { TMPDIR: tmp }, agents: ["claude-code", "gemini"] });
    expect([ours, reused, theirs, running].map((path) => existsSync(path))).toEqual([false, false, true, true]);
  });
});

describe("Qwen Code's file", () => {
  test("has the members that it reads and those that its documents name", async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, ".qwen"));
    const { endpoint, folder } = await runEndpoint({ home });
    const [name = ""] = readdirSync(join(home, ".qwen/ide"));
    const content = read(join(home, ".qwen/ide", name));
    expect(name).toBe(`${content.port}.lock`);
    expect(content).toMatchObject({
      workspacePath: folder,
      ideInfo: { name: "tandem", displayName: "Test Editor" },
      ideName: "Test Editor",
      ppid: process.pid,
    });
    expect(endpoint.environment()).toMatchObject({ QWEN_CODE_IDE_SERVER_PORT: String(content.port) });
  });
});
