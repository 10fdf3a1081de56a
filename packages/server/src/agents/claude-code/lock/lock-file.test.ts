import { execFileSync } from "node:child_process";
import fs, { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { lockFileSchema } from "@tandem/protocol";
import { describe, expect, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { TestEditor } from "../../../testing/test-editor.js";
import { lockDirectories, prepareLockDirectory } from "./lock-directory.js";
import { OwnLock } from "./lock-file.js";

const mode = (path: string) => statSync(path).mode & 0o777;

describe("the lock file", () => {
  test("is <config dir>/ide/<port>.lock with every field (LCK-01, LCK-06, LCK-08)", async () => {
    const real = temporaryDirectory();
    const alias = join(temporaryDirectory(), "alias");
    symlinkSync(real, alias);
    const { ide, configDir } = await runEndpoint({}, new TestEditor([alias]));
    expect(ide.lockFile).toBe(join(configDir, "ide", `${ide.port}.lock`));
    const lock = JSON.parse(readFileSync(ide.lockFile, "utf8"));
    expect(lockFileSchema.safeParse(lock).success).toBe(true);
    expect(lock).toEqual({
      pid: process.pid,
      workspaceFolders: [real],
      ideName: "Test Editor",
      transport: "ws",
      runningInWindows: false,
      authToken: ide.authToken,
      port: ide.port,
      workspaceRequests: "write",
    });
    expect(ide.authToken).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("names the editor's process, not the sidecar's", async () => {
    const editor = Object.assign(new TestEditor([temporaryDirectory()]), { pid: process.ppid });
    const { ide } = await runEndpoint({}, editor);
    expect(JSON.parse(readFileSync(ide.lockFile, "utf8")).pid).toBe(process.ppid);
  });

  test("directory and file are the user's alone, and a looser directory is tightened (LCK-02, LCK-03)", async () => {
    const configDir = temporaryDirectory();
    mkdirSync(join(configDir, "ide"));
    chmodSync(join(configDir, "ide"), 0o755);
    const { ide } = await runEndpoint({ configDir });
    expect(mode(join(configDir, "ide"))).toBe(0o700);
    expect(mode(ide.lockFile)).toBe(0o600);
  });

  test.skipIf(process.platform !== "linux")(
    "a config directory in which nothing can be made is said: making it went on forever, on all of a core",
    async () => {
      await expect(runEndpoint({ configDir: "/proc/nothing" })).rejects.toThrow(
        /Cannot write a lock file into \/proc\/nothing/,
      );
    },
  );

  test("is 0600 from its first byte under every umask, and not by what is done to it afterwards (LCK-03)", () => {
    const { fchmodSync } = fs;
    const umask = process.umask();
    fs.fchmodSync = () => {};
    syncBuiltinESMExports();
    try {
      for (const each of [0o000, 0o022, 0o077]) {
        process.umask(each);
        const configDir = temporaryDirectory();
        const directories = lockDirectories(configDir, {}, configDir);
        prepareLockDirectory(directories.primary);
        const [port, authToken, runningInWindows] = [12345, "token-token-token", false];
        const lock = new OwnLock(directories, port, authToken);
        lock.write({ pid: 1, workspaceFolders: [], ideName: "E", transport: "ws", runningInWindows, authToken, port });
        expect([directories.primary, lock.path].map(mode)).toEqual([0o700, 0o600]);
      }
    } finally {
      fs.fchmodSync = fchmodSync;
      syncBuiltinESMExports();
      process.umask(umask);
    }
  });

  test("is renamed into place: a reader never sees half a lock, and nothing else is left (LCK-05)", async () => {
    const { ide, editor, configDir } = await runEndpoint();
    for (let i = 0; i < 200; i++) {
      editor.workspaceFolders = [`/w/${i}`];
      editor.events?.workspaceFoldersChanged();
      expect(JSON.parse(readFileSync(ide.lockFile, "utf8")).workspaceFolders).toEqual([`/w/${i}`]);
    }
    expect(readdirSync(join(configDir, "ide"))).toEqual([`${ide.port}.lock`]);
    expect(mode(ide.lockFile)).toBe(0o600);
  });

  test("follows the workspace folders (LCK-07)", async () => {
    const { ide, editor } = await runEndpoint();
    const other = temporaryDirectory();
    editor.workspaceFolders = [other];
    editor.events?.workspaceFoldersChanged();
    expect(JSON.parse(readFileSync(ide.lockFile, "utf8")).workspaceFolders).toEqual([other]);
  });

  test("still named the last folder when that was removed, so clients were led to an editor without it (LCK-07)", async () => {
    const { ide, editor } = await runEndpoint();
    editor.workspaceFolders = [];
    editor.events?.workspaceFoldersChanged();
    expect(JSON.parse(readFileSync(ide.lockFile, "utf8")).workspaceFolders).toEqual([]);
  });

  test("is gone at the end, and closing twice is fine (LCK-04, CLN-01)", async () => {
    const { ide, configDir } = await runEndpoint();
    await Promise.all([ide.close(), ide.close()]);
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("that somebody else has written meanwhile is not removed", async () => {
    const { ide } = await runEndpoint();
    writeFileSync(ide.lockFile, JSON.stringify({ pid: process.pid, authToken: "another" }));
    await ide.close();
    expect(readFileSync(ide.lockFile, "utf8")).toContain("another");
  });

  test("goes where CLAUDE_CONFIG_DIR says, else to ~/.claude (LCK-10)", async () => {
    const home = temporaryDirectory();
    const chosen = temporaryDirectory();
    const { configDir: _unused, ...byVariable } = { configDir: "", env: { CLAUDE_CONFIG_DIR: chosen }, home };
    const editor = () => new TestEditor([temporaryDirectory()]);
    const { createEndpoint } = await import("../../../create-endpoint.js");
    const one = await createEndpoint(editor(), byVariable);
    const two = await createEndpoint(editor(), { env: {}, home });
    expect([one.lockFile, two.lockFile]).toEqual([
      join(chosen, "ide", `${one.port}.lock`),
      join(home, ".claude/ide", `${two.port}.lock`),
    ]);
    await Promise.all([one.close(), two.close()]);
  });

  test("is mirrored into the XDG place where that exists, and only there (LCK-10)", async () => {
    const home = temporaryDirectory();
    const { ide } = await runEndpoint({ home });
    expect(readdirSync(home)).not.toContain(".config");
    await ide.close();
    mkdirSync(join(home, ".config/claude/ide"), { recursive: true });
    const second = await runEndpoint({ home });
    const mirror = join(home, ".config/claude/ide", `${second.ide.port}.lock`);
    expect(readFileSync(mirror, "utf8")).toBe(readFileSync(second.ide.lockFile, "utf8"));
    await second.ide.close();
    expect(readdirSync(join(home, ".config/claude/ide"))).toEqual([]);
  });

  test("a pipe under its name kept the start waiting for ever: now it is replaced", async () => {
    const first = await runEndpoint();
    const { port } = first.ide;
    await first.ide.close();
    execFileSync("mkfifo", [first.ide.lockFile]);
    const { ide } = await runEndpoint({ configDir: first.configDir, port });
    expect(JSON.parse(readFileSync(ide.lockFile, "utf8")).authToken).toBe(ide.authToken);
  });

  test("a umask that takes from the owner made a lock that no client could read", () => {
    const configDir = temporaryDirectory();
    const before = process.umask(0o777);
    try {
      const directories = lockDirectories(join(configDir, "new"), {}, configDir);
      prepareLockDirectory(directories.primary);
      const [port, authToken, runningInWindows] = [12345, "token-token-token", false];
      const lock = new OwnLock(directories, port, authToken);
      lock.write({ pid: 1, workspaceFolders: [], ideName: "E", transport: "ws", runningInWindows, authToken, port });
      expect([join(configDir, "new"), directories.primary, lock.path].map(mode)).toEqual([0o700, 0o700, 0o600]);
    } finally {
      process.umask(before);
    }
  });

  test("a link that somebody planted under the temporary name is not written through", async () => {
    const { ide, configDir } = await runEndpoint();
    const victim = writeTo(temporaryDirectory(), "victim", "precious");
    symlinkSync(victim, join(configDir, "ide", `.${ide.port}.lock.${process.pid}.tmp`));
    const { editor } = await runEndpoint({ configDir });
    editor.events?.workspaceFoldersChanged();
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });
});
