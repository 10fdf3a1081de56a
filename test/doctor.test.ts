/** `tandem doctor` as a real process in set-ups that are broken, each in one way: its first line must name the cause. */
import { createHash } from "node:crypto";
import { chmodSync, chownSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { type Finished, Home, main, type RunOptions } from "./cli-command.js";
import { needs } from "./parts.js";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** It is no Claude Code: it says which release it is, and what it calls the mode that asks. */
function standIn(version: string, mode: string): string {
  return `#!/bin/sh
case $1 in
  --version) echo '${version} (Claude Code)' ;;
  --help) echo '  --permission-mode <mode>  Mode (choices: "acceptEdits", "${mode}", "plan")' ;;
esac
`;
}

async function makeHome(): Promise<Home> {
  const home = await Home.make();
  await home.install("claude", standIn("2.1.325", "manual"));
  return home;
}

async function writeLock(home: Home, port: number, more: object = {}): Promise<string> {
  await mkdir(home.lockDirectory, { recursive: true, mode: 0o700 });
  const file = join(home.lockDirectory, `${port}.lock`);
  const lock = { pid: process.pid, workspaceFolders: [home.folder], ideName: "Ed", transport: "ws", authToken: "t" };
  await writeFile(file, JSON.stringify({ ...lock, ...more }), { mode: 0o600 });
  return file;
}

async function rewrite(lockFile: string, more: object): Promise<void> {
  const lock: object = JSON.parse(await readFile(lockFile, "utf8"));
  await writeFile(lockFile, JSON.stringify({ ...lock, ...more }));
}

/** Ends the server as a crash does, and waits until it is gone. */
async function crash({ server }: Awaited<ReturnType<Home["serve"]>>): Promise<void> {
  server.kill("SIGKILL");
  await server.exited;
}

/** Gives all of a home to an ordinary user; root passes every permission check. */
async function giveAway(home: Home): Promise<void> {
  if (!isRoot) return;
  for (const name of await readdir(home.path, { recursive: true })) chownSync(join(home.path, name), nobody, nobody);
  chownSync(home.path, nobody, nobody);
}

const rights = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"] : [];

/** Runs the doctor as an ordinary user. */
function runAsOrdinaryUser(home: Home): Promise<Finished> {
  return home.startProgram("setpriv", [...rights, process.execPath, main, "doctor"]).exited;
}

interface SetUp {
  readonly title: string;
  /** Breaks something, and may say how to run the doctor then. */
  readonly make: (home: Home) => Promise<RunOptions | undefined>;
  /** What its first line must say. */
  readonly cause: RegExp;
  readonly exitCode?: number;
}

const settings = (home: Home, content: unknown, file = ".claude/settings.json") =>
  mkdir(dirname(join(home.path, file)), { recursive: true, mode: 0o700 }).then(() =>
    writeFile(join(home.path, file), typeof content === "string" ? content : JSON.stringify(content)),
  );

const setUps: readonly SetUp[] = [
  {
    title: "nothing was started",
    make: async () => {},
    cause: /^✗ No editor is running/,
  },
  {
    title: "the editor crashed",
    make: async (home) => {
      await crash(await home.serve());
    },
    cause: /^✗ Tandem on port \d+ is gone, but its lock file is still there\.$/,
  },
  {
    title: "the editor serves another folder",
    make: async (home) => {
      await home.serve();
      return { cwd: join(home.path, "bin") };
    },
    cause: /^✗ Tandem on port \d+ has another folder open, not this one\.$/,
  },
  {
    title: "Claude Code is started above the editor's folder",
    make: async (home) => {
      await home.serve("src");
    },
    cause: /^✗ Tandem on port \d+ has only a folder below this one open\.$/,
  },
  {
    title: "two editors serve the folder",
    make: async (home) => {
      await home.serve();
      await home.serve();
    },
    cause: /^✗ Two editors fit this folder, so Claude Code picks none\.$/,
  },
  {
    title: "the editor names the folder by a symbolic link",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await symlink(home.folder, join(home.path, "link"));
      await rewrite(lockFile, { workspaceFolders: [join(home.path, "link")] });
      return { cwd: join(home.path, "link") };
    },
    cause: /^✗ Tandem on port \d+ has this folder open through a symbolic link\.$/,
  },
  {
    title: "the lock holds an old token",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await rewrite(lockFile, { authToken: "of yesterday" });
    },
    cause: /^✗ Tandem on port \d+ refuses the token that is in its lock\.$/,
  },
  {
    title: "the lock holds no token",
    make: async (home) => {
      const { lockFile } = await home.serve("--reject", "1008");
      await rewrite(lockFile, { authToken: undefined });
    },
    cause: /^✗ The lock of Tandem on port \d+ holds no token/,
  },
  {
    title: "the editor hangs",
    make: async (home) => {
      const { server } = await home.serve();
      server.kill("SIGSTOP");
    },
    cause: /^✗ Tandem on port \d+ takes the connection and then does not answer\.$/,
  },
  {
    title: "the editor's process lives and its endpoint does not",
    make: async (home) => {
      const running = await home.serve();
      await crash(running);
      await writeLock(home, running.port);
    },
    cause: /^✗ Ed on port \d+ is running, but nothing answers at that port\.$/,
  },
  {
    title: "the automatic connection is turned off in the terminal",
    make: async (home) => {
      await home.serve();
      return { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "false" } };
    },
    cause: /^✗ CLAUDE_CODE_AUTO_CONNECT_IDE is off/,
  },
  {
    title: "the automatic connection is turned off in the settings",
    make: async (home) => {
      await home.serve();
      await settings(home, { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "0" } });
    },
    cause: /^✗ CLAUDE_CODE_AUTO_CONNECT_IDE is off/,
  },
  {
    title: "a proxy is in the way of an older release",
    make: async (home) => {
      await home.serve();
      await home.install("claude", standIn("2.1.112", "default"));
      return { env: { https_proxy: "http://proxy.example:3128" } };
    },
    cause: /^✗ https_proxy sends Claude Code's connection to the editor to a proxy\.$/,
  },
  {
    title: "reviews never come, by the permission mode",
    make: async (home) => {
      await home.serve();
      await settings(home, { permissions: { defaultMode: "acceptEdits" } });
    },
    cause: /^! Reviews never come: the permission mode is "acceptEdits"\.$/,
  },
  {
    title: "reviews never come, by the setting diffTool",
    make: async (home) => {
      await home.serve();
      await settings(home, { diffTool: "terminal" }, ".claude.json");
    },
    cause: /^! Reviews never come: the setting diffTool is "terminal"\.$/,
  },
  {
    title: "the project's settings are broken",
    make: async (home) => {
      await home.serve();
      await settings(home, "{", "project/.claude/settings.json");
    },
    cause: /^! ~\/project\/\.claude\/settings\.json is broken, so Claude Code skips it\.$/,
  },
  {
    title: "Claude Code is not installed",
    make: async (home) => {
      await home.serve();
      await rm(join(home.path, "bin", "claude"));
      return { env: { PATH: "/usr/bin:/bin" } };
    },
    cause: /^✗ Claude Code is not installed, or not on your PATH\.$/,
  },
  {
    title: "others may read the token",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await chmod(lockFile, 0o644);
    },
    cause: /^! ~\/\.claude\/ide\/\d+\.lock can be read by other users \(mode 0644\)\.$/,
  },
  {
    title: "the terminal is of an editor that is gone",
    make: async () => ({ env: { CLAUDE_CODE_SSE_PORT: "41234", TERM_PROGRAM: "vscode" } }),
    cause: /^✗ CLAUDE_CODE_SSE_PORT names port 41234, where no editor is any more\.$/,
  },
  {
    title: "all is well",
    make: async (home) => {
      await home.serve();
    },
    cause: /^✓ All is well: claude --ide \(2\.1\.325\) connects to Tandem on port \d+\.$/,
    exitCode: 0,
  },
];

describe.concurrent("the first line names the cause, no line is too long, and nothing is coloured in a pipe", () => {
  test.each(setUps)("$title", async ({ make, cause, exitCode = 1 }) => {
    await using home = await makeHome();
    const options = (await make(home)) ?? {};
    const { code, stdout, stderr } = await home.run(["doctor"], options);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(cause);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain("\u001b");
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: "" });
    const json = await home.run(["doctor", "--json"], options);
    const { healthy, summary, findings } = JSON.parse(json.stdout);
    expect(lines[0]?.slice(2)).toBe(summary);
    expect(healthy).toBe(exitCode === 0);
    if (!healthy) expect(findings[0].title).toBe(summary);
  });
});

test("an endpoint that leaves the subprotocol out is named (a stand-in: no editor of ours does)", async () => {
  await using home = await makeHome();
  const server = createServer();
  server.on("upgrade", (request, socket) => {
    // RFC 6455, section 4.2.2: the rest of the answer is right.
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const answer = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.write([...answer, `Sec-WebSocket-Accept: ${accept}`, "", ""].join("\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await writeLock(home, address.port);
  const { stdout } = await home.run(["doctor"]);
  expect(stdout).toMatch(/^✗ Ed on port \d+ does not answer with the subprotocol "mcp"\.\n/);
  server.closeAllConnections();
  server.close();
});

describe("as an ordinary user", () => {
  const { test: withRights } = needs("setpriv");

  withRights("an editor of another user: finding other-user", async () => {
    await using home = await makeHome();
    const running = await home.serve();
    // Root's editor for an ordinary user; and for one who runs the tests as such, the first process is root's.
    await rewrite(running.lockFile, isRoot ? {} : { pid: 1 });
    if (!isRoot) await crash(running);
    await giveAway(home);
    const { stdout } = await runAsOrdinaryUser(home);
    expect(stdout).toMatch(/^✗ Tandem on port \d+ runs as another user than you\.\n/);
  });

  // A namespace of processes is root's to make.
  const withNamespace = isRoot ? withRights : test.skip;
  withNamespace("an editor with processes of its own, as in a container: finding other-namespace", async () => {
    await using home = await makeHome();
    await giveAway(home);
    const serve = ["setpriv", ...rights, process.execPath, main, "serve", "--json"];
    const server = home.startProgram("unshare", ["--pid", "--fork", ...serve]);
    try {
      await server.printed(/^\{"port".*\n/);
      const { stdout } = await runAsOrdinaryUser(home);
      expect(stdout).toMatch(/^✗ Tandem on port \d+ runs in another container, or outside of this one\.\n/);
    } finally {
      // Its process number is not known out here, so it is asked to end.
      server.say("quit");
      await server.exited;
    }
  });

  withNamespace("a lock directory that is mounted for reading only: finding lock-directory", async () => {
    await using home = await makeHome();
    await home.serve();
    const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
    const words = ["--mount", "sh", "-c", script, "sh", home.lockDirectory, process.execPath, main, "doctor"];
    const { stdout } = await home.startProgram("unshare", words).exited;
    expect(stdout).toMatch(/^! ~\/\.claude\/ide cannot be written, though its mode allows it\.\n/);
  });

  withRights("a lock that may not be read: finding lock-unreadable", async () => {
    await using home = await makeHome();
    const { lockFile } = await home.serve();
    await giveAway(home);
    if (isRoot) chownSync(lockFile, 0, 0);
    chmodSync(lockFile, isRoot ? 0o600 : 0);
    const { stdout } = await runAsOrdinaryUser(home);
    expect(stdout).toMatch(
      isRoot ? /^✗ ~\/\.claude\/ide\/\d+\.lock belongs to another user \(user id 0\)\.\n/ : /^✗ .*cannot be read\.\n/,
    );
    expect(stdout).toContain(isRoot ? "sudo rm ~/.claude/ide/" : "--fix");
  });

  withRights("a lock directory that is closed: finding lock-directory", async () => {
    await using home = await makeHome();
    await home.serve();
    await giveAway(home);
    await chmod(home.lockDirectory, 0o300);
    const { stdout } = await runAsOrdinaryUser(home);
    expect(stdout).toMatch(/^✗ ~\/\.claude\/ide is closed to yourself \(mode 0300\)\.\n/);
    expect(stdout).toContain("chmod 700 ~/.claude/ide");
  });
});

test("--fix says what it will do, asks, does it, and looks again", async () => {
  await using home = await makeHome();
  await home.serve();
  // Started after the other one, which takes locks of the dead away when it starts.
  await crash(await home.serve());
  await chmod(home.lockDirectory, 0o777);
  const refused = await home.run(["doctor", "--fix"], { input: "n\n" });
  expect(refused.stdout).toContain("Set the mode of ~/.claude/ide to 0700 (now 0777)? [y/N]");
  expect(refused.code).toBe(1);
  expect(await home.locks()).toHaveLength(2);

  const { stdout, code } = await home.run(["doctor", "--fix"], { input: "y\nyes\n" });
  expect(stdout).toMatch(/~\/\.claude\/ide has the mode 0700 now\.[\s\S]*\.lock is removed\.[\s\S]*All is well/);
  expect(code).toBe(0);
  expect(await home.locks()).toHaveLength(1);
  const again = await home.run(["doctor", "--fix", "--yes"]);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✓ All is well/) });
});

test("--fix --yes asks nobody; --json with --fix is refused", async () => {
  await using home = await makeHome();
  await crash(await home.serve());
  const { stdout, code } = await home.run(["doctor", "--fix", "--yes"]);
  expect(stdout).toMatch(/Remove the lock file ~\/\.claude\/ide\/\d+\.lock, behind which nobody is\.\n✓/);
  expect(code).toBe(1);
  expect(await home.locks()).toEqual([]);
  expect(await home.run(["doctor", "--fix", "--json"])).toMatchObject({ code: 2, stdout: "" });
});

test("--report writes a file without the token, the home directory or a key of the environment", async () => {
  await using home = await makeHome();
  const { lockFile } = await home.serve();
  const { authToken } = JSON.parse(await readFile(lockFile, "utf8"));
  const key = "sk-ant-a-key-that-nobody-may-see";
  const env = { ANTHROPIC_API_KEY: key, HTTPS_PROXY: "http://ada:hush@proxy.example:3128" };
  const { stderr, stdout, code } = await home.run(["doctor", "--report"], { env });
  expect(stderr).toMatch(/^The report is in tandem-report\.json\./);
  expect(code).toBe(0);
  const text = await readFile(join(home.folder, "tandem-report.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ healthy: true, facts: { cwd: "~/project", locks: [{ hasToken: true }] } });
  for (const secret of [authToken, key, "hush", home.path]) expect(text + stdout + stderr).not.toContain(secret);

  const named = await home.run(["doctor", "--report", "../mine.json", "--json"], { env });
  expect(named.stdout).not.toContain(authToken);
  expect(JSON.parse(await readFile(join(home.path, "mine.json"), "utf8"))).toMatchObject({ healthy: true });
  const nowhere = await home.run(["doctor", "--report", "nowhere/report.json"]);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("The report was not written") });
});

test("--cwd looks from elsewhere, --claude-path asks another program", async () => {
  await using home = await makeHome();
  const { port } = await home.serve();
  const elsewhere = await home.run(["doctor", "--cwd", "../project"], { cwd: join(home.path, "bin") });
  expect(elsewhere.stdout).toMatch(new RegExp(`^✓ .* Tandem on port ${port}\\.\n`));
  const old = await home.install("old-claude", standIn("1.0.128", "default"));
  expect((await home.run(["doctor", "--claude-path", old])).stdout).toMatch(
    /^✓ All is well: claude --ide \(1\.0\.128\)/,
  );
  expect(await home.run(["doctor", "--cwd", "nowhere"])).toMatchObject({ code: 2 });
});
