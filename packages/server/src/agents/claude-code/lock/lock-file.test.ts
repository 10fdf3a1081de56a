import { execFileSync } from "node:child_process";
import fs, { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { lockFileSchema } from "@tandem-ide/protocol";
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
    const { endpoint, configDir } = await runEndpoint({}, new TestEditor([alias]));
    expect(endpoint.lockFile).toBe(join(configDir, "ide", `${endpoint.port}.lock`));
    const lock = JSON.parse(readFileSync(endpoint.lockFile, "utf8"));
    expect(lockFileSchema.safeParse(lock).success).toBe(true);
    expect(lock).toEqual({
      pid: process.pid,
      workspaceFolders: [real],
      ideName: "Test Editor",
      transport: "ws",
      runningInWindows: false,
      authToken: endpoint.authToken,
      port: endpoint.port,
      workspaceRequests: "write",
    });
    expect(endpoint.authToken).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("names the editor's process, not the sidecar's", async () => {
    const editor = Object.assign(new TestEditor([temporaryDirectory()]), { pid: process.ppid });
    const { endpoint } = await runEndpoint({}, editor);
    expect(JSON.parse(readFileSync(endpoint.lockFile, "utf8")).pid).toBe(process.ppid);
  });

  test("only the user can access the directory and the file, and a more permissive directory is fixed (LCK-02, LCK-03)", async () => {
    const configDir = temporaryDirectory();
    mkdirSync(join(configDir, "ide"));
    chmodSync(join(configDir, "ide"), 0o755);
    const { endpoint } = await runEndpoint({ configDir });
    expect(mode(join(configDir, "ide"))).toBe(0o700);
    expect(mode(endpoint.lockFile)).toBe(0o600);
  });

  test.skipIf(process.platform !== "linux")(
    "reports a config directory that can't be created, instead of looping forever",
    async () => {
      await expect(runEndpoint({ configDir: "/proc/nothing" })).rejects.toThrow(
        /Cannot write a lock file to \/proc\/nothing/,
      );
    },
  );

  test("has mode 0600 from the first byte under any umask (LCK-03)", () => {
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

  test("is renamed into place: readers never see a partial lock, and no other file is left (LCK-05)", async () => {
    const { endpoint, editor, configDir } = await runEndpoint();
    for (let i = 0; i < 200; i++) {
      editor.workspaceFolders = [`/w/${i}`];
      editor.events?.workspaceFoldersChanged();
      expect(JSON.parse(readFileSync(endpoint.lockFile, "utf8")).workspaceFolders).toEqual([`/w/${i}`]);
    }
    expect(readdirSync(join(configDir, "ide"))).toEqual([`${endpoint.port}.lock`]);
    expect(mode(endpoint.lockFile)).toBe(0o600);
  });

  test("follows the workspace folders (LCK-07)", async () => {
    const { endpoint, editor } = await runEndpoint();
    const other = temporaryDirectory();
    editor.workspaceFolders = [other];
    editor.events?.workspaceFoldersChanged();
    expect(JSON.parse(readFileSync(endpoint.lockFile, "utf8")).workspaceFolders).toEqual([other]);
  });

  test("names no folder after the last one was removed, so that no client connects because of it (LCK-07)", async () => {
    const { endpoint, editor } = await runEndpoint();
    editor.workspaceFolders = [];
    editor.events?.workspaceFoldersChanged();
    expect(JSON.parse(readFileSync(endpoint.lockFile, "utf8")).workspaceFolders).toEqual([]);
  });

  test("is removed on close, and closing twice is fine (LCK-04, CLN-01)", async () => {
    const { endpoint, configDir } = await runEndpoint();
    await Promise.all([endpoint.close(), endpoint.close()]);
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("isn't removed if another process has replaced it", async () => {
    const { endpoint } = await runEndpoint();
    writeFileSync(endpoint.lockFile, JSON.stringify({ pid: process.pid, authToken: "another" }));
    await endpoint.close();
    expect(readFileSync(endpoint.lockFile, "utf8")).toContain("another");
  });

  test("is written to CLAUDE_CONFIG_DIR, else to ~/.claude (LCK-10)", async () => {
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

  test("is mirrored to the XDG directory if that exists (LCK-10)", async () => {
    const home = temporaryDirectory();
    const { endpoint } = await runEndpoint({ home });
    expect(readdirSync(home)).not.toContain(".config");
    await endpoint.close();
    mkdirSync(join(home, ".config/claude/ide"), { recursive: true });
    const second = await runEndpoint({ home });
    const mirror = join(home, ".config/claude/ide", `${second.endpoint.port}.lock`);
    expect(readFileSync(mirror, "utf8")).toBe(readFileSync(second.endpoint.lockFile, "utf8"));
    await second.endpoint.close();
    expect(readdirSync(join(home, ".config/claude/ide"))).toEqual([]);
  });

  test("replaces a pipe with its name, instead of blocking the start forever", async () => {
    const first = await runEndpoint();
    const { port } = first.endpoint;
    await first.endpoint.close();
    execFileSync("mkfifo", [first.endpoint.lockFile]);
    const { endpoint } = await runEndpoint({ configDir: first.configDir, port });
    expect(JSON.parse(readFileSync(endpoint.lockFile, "utf8")).authToken).toBe(endpoint.authToken);
  });

  test("clients can read the lock even under a umask that restricts the owner", () => {
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

  test("doesn't write through a planted link with the temporary name", async () => {
    const { endpoint, configDir } = await runEndpoint();
    const victim = writeTo(temporaryDirectory(), "victim", "precious");
    symlinkSync(victim, join(configDir, "ide", `.${endpoint.port}.lock.${process.pid}.tmp`));
    const { editor } = await runEndpoint({ configDir });
    editor.events?.workspaceFoldersChanged();
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });
});
