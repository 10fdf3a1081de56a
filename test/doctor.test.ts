/** Runs `tandem doctor` as a real process in broken setups: its first line must name the cause. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { type Finished, type Home, main } from "./cli-command.js";
import { crash, makeHome, rewrite, standIn, writeLock } from "./doctor-fixture.js";
import { setUps } from "./doctor-set-ups.js";
import { eventually } from "./eventually.js";
import { needs } from "./parts.js";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** Gives a home directory to an ordinary user, because root passes every permission check. */
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

describe.concurrent("the first line names the cause, lines fit, and a pipe gets no colors", () => {
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

test("an endpoint without the subprotocol is reported (a fake endpoint, because no Tandem editor does this)", async () => {
  await using home = await makeHome();
  const server = createServer();
  server.on("upgrade", (request, socket) => {
    // The rest of the response follows RFC 6455, section 4.2.2.
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
  expect(stdout).toMatch(/^✗ Ed on port \d+ doesn't respond with the subprotocol "mcp"\.\n/);
  server.closeAllConnections();
  server.close();
});

describe("as an ordinary user", () => {
  const { test: withRights } = needs("setpriv");

  withRights("an editor of another user: finding other-user", async () => {
    await using home = await makeHome();
    const running = await home.serve();
    // Root's editor for an ordinary user. If the tests run as an ordinary user, process 1 belongs to root.
    await rewrite(running.lockFile, isRoot ? {} : { pid: 1 });
    if (!isRoot) await crash(running);
    await giveAway(home);
    const { stdout } = await runAsOrdinaryUser(home);
    expect(stdout).toMatch(/^✗ Tandem on port \d+ runs as another user\.\n/);
  });

  // Only root can create a process namespace.
  const withNamespace = isRoot ? withRights : test.skip;
  withNamespace("an editor in another process namespace, as in a container: finding other-namespace", async () => {
    await using home = await makeHome();
    await giveAway(home);
    const serve = ["setpriv", ...rights, process.execPath, main, "serve", "--json"];
    const server = home.startProgram("unshare", ["--pid", "--fork", ...serve]);
    try {
      await server.printed(/^\{"port".*\n/);
      const { stdout } = await runAsOrdinaryUser(home);
      expect(stdout).toMatch(/^✗ Tandem on port \d+ runs in another container, or outside this one\.\n/);
    } finally {
      // Its process ID is unknown out here, so it gets a command.
      server.say("quit");
      await server.exited;
    }
  });

  withNamespace("a lock directory that is mounted read-only: finding lock-directory", async () => {
    await using home = await makeHome();
    await home.serve();
    const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
    const words = ["--mount", "sh", "-c", script, "sh", home.lockDirectory, process.execPath, main, "doctor"];
    const { stdout } = await home.startProgram("unshare", words).exited;
    expect(stdout).toMatch(/^! ~\/\.claude\/ide can't be written to, although its mode allows it\.\n/);
  });

  withNamespace("a lock directory that a container shares with its host: finding editor-gone", async () => {
    await using home = await makeHome();
    const { lockFile } = await home.serve();
    // A container has its own processes, network and file system.
    const script = [
      'lock=$(cat "$1"); file=$1; shift',
      'mount -t tmpfs tmpfs "$HOME/.claude" && mkdir -m 700 "$HOME/.claude/ide"',
      'umask 077; printf %s "$lock" > "$file"',
      'mount -t proc proc /proc && exec "$@"',
    ].join("\n");
    const own = ["--mount", "--pid", "--fork", "--net"];
    const words = [...own, "sh", "-c", script, "sh", lockFile, process.execPath, main, "doctor"];
    const env = { REMOTE_CONTAINERS: "true" };
    const { stdout, stderr } = await home.startProgram("unshare", words, { env }).exited;
    expect(stdout, stderr).toMatch(/^✗ Tandem on port \d+ is gone, or runs outside this dev container\.\n/);
    expect(stdout).not.toContain("--fix");
  });

  withRights("a home directory that belongs to another user: finding lock-directory", async () => {
    await using home = await makeHome();
    await giveAway(home);
    if (isRoot) chownSync(home.path, 0, 0);
    await chmod(home.path, 0o555);
    const { stdout } = await runAsOrdinaryUser(home);
    await chmod(home.path, 0o755);
    expect(stdout).toMatch(/^✗ ~\/\.claude doesn't exist and can't be created: you don't have access to ~\.\n/);
  });

  withNamespace(
    "a lock directory that belongs to root, and root in a user's directory: finding lock-directory",
    async () => {
      await using home = await makeHome();
      await mkdir(home.lockDirectory, { recursive: true, mode: 0o755 });
      await giveAway(home);
      chownSync(home.lockDirectory, 0, 0);
      const { stdout } = await runAsOrdinaryUser(home);
      expect(stdout).toMatch(/^✗ ~\/\.claude\/ide belongs to another user \(user ID 0\)\.\n/);
      expect(stdout).toContain('sudo chown -R "$(id -u)" ~/.claude/ide');
      const asRoot = await home.run(["doctor"]);
      expect(asRoot.stdout).toMatch(/^✗ You are root, but ~\/\.claude belongs to another user \(user ID 65534\)\.\n/);
    },
  );

  withRights("a home directory that doesn't exist: finding lock-directory", async () => {
    await using home = await makeHome();
    await giveAway(home);
    const words = [...rights, process.execPath, main, "doctor"];
    const { stdout } = await home.startProgram("setpriv", words, { env: { HOME: "/nonexistent" } }).exited;
    expect(stdout).toMatch(/^✗ Your home directory doesn't exist: \/nonexistent\n/);
  });

  withRights("a lock that can't be read: finding lock-unreadable", async () => {
    await using home = await makeHome();
    const { lockFile } = await home.serve();
    await giveAway(home);
    if (isRoot) chownSync(lockFile, 0, 0);
    chmodSync(lockFile, isRoot ? 0o600 : 0);
    const { stdout } = await runAsOrdinaryUser(home);
    expect(stdout).toMatch(
      isRoot ? /^✗ ~\/\.claude\/ide\/\d+\.lock belongs to another user \(user ID 0\)\.\n/ : /^✗ .*can't be read\.\n/,
    );
    expect(stdout).toContain(isRoot ? "sudo rm ~/.claude/ide/" : "--fix");
  });

  withRights("a lock directory without access: finding lock-directory", async () => {
    await using home = await makeHome();
    await home.serve();
    await giveAway(home);
    await chmod(home.lockDirectory, 0o300);
    const { stdout } = await runAsOrdinaryUser(home);
    expect(stdout).toMatch(/^✗ You don't have access to ~\/\.claude\/ide \(mode 0300\)\.\n/);
    expect(stdout).toContain("chmod 700 ~/.claude/ide");
  });
});

test("--fix shows what it will do, asks, does it, and checks again", async () => {
  await using home = await makeHome();
  await home.serve();
  // Started second, because an editor removes the locks of dead ones when it starts.
  await crash(await home.serve());
  await chmod(home.lockDirectory, 0o777);
  const refused = await home.run(["doctor", "--fix"], { input: "n\n" });
  expect(refused.stdout).toContain("Set the mode of ~/.claude/ide to 0700 (now 0777)? [y/N]");
  expect(refused.code).toBe(1);
  expect(await home.locks()).toHaveLength(2);

  const { stdout, code } = await home.run(["doctor", "--fix"], { input: "y\nyes\n" });
  expect(stdout).toMatch(
    /Set the mode of ~\/\.claude\/ide to 0700\.[\s\S]*Removed .*\.lock\.[\s\S]*connects to Tandem/,
  );
  expect(code).toBe(0);
  expect(await home.locks()).toHaveLength(1);
  const again = await home.run(["doctor", "--fix", "--yes"]);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✓ claude --ide/) });
});

test("--fix --yes doesn't ask; --json can't be combined with --fix", async () => {
  await using home = await makeHome();
  await crash(await home.serve());
  const { stdout, code } = await home.run(["doctor", "--fix", "--yes"]);
  expect(stdout).toMatch(/Remove the unused lock file ~\/\.claude\/ide\/\d+\.lock\.\n✓/);
  expect(code).toBe(1);
  expect(await home.locks()).toEqual([]);
  expect(await home.run(["doctor", "--fix", "--json"])).toMatchObject({ code: 2, stdout: "" });
});

test("leaves nothing running if interrupted while Claude Code doesn't answer", async () => {
  await using home = await makeHome();
  await home.install("claude", '#!/bin/sh\nsleep 1000 &\necho $! > "$HOME/pid$1"\nwait\n');
  const doctor = home.start(["doctor"]);
  const pids: number[] = [];
  for (const option of ["--version", "--help"])
    await eventually(async () => {
      const text = await readFile(join(home.path, `pid${option}`), "utf8");
      expect(text).toMatch(/^\d+\n$/);
      pids.push(Number(text));
    });
  doctor.kill("SIGTERM");
  await doctor.exited;
  // Nothing, or Z for a zombie.
  const stateOf = (pid: number) => spawnSync("ps", ["-o", "stat=", "-p", String(pid)]).stdout.toString();
  await eventually(() => {
    for (const pid of pids) expect(stateOf(pid)).toMatch(/^(Z.*)?\n?$/);
  });
});

test("--fix without input changes nothing, and says so", async () => {
  await using home = await makeHome();
  await crash(await home.serve());
  const { stdout, code } = await home.run(["doctor", "--fix"], { input: "" });
  expect(stdout).toContain("No answer, so nothing was changed.");
  expect(code).toBe(1);
  expect(await home.locks()).toHaveLength(1);
});

test("--report writes a file without the token, the home directory or keys from the environment", async () => {
  await using home = await makeHome();
  const { lockFile } = await home.serve();
  const { authToken } = JSON.parse(await readFile(lockFile, "utf8"));
  const key = "sk-ant-a-key-that-nobody-may-see";
  const env = { ANTHROPIC_API_KEY: key, HTTPS_PROXY: "http://ada:hush@proxy.example:3128" };
  const { stderr, stdout, code } = await home.run(["doctor", "--report"], { env });
  expect(stderr).toMatch(/^Report written to tandem-report\.json\./);
  expect(code).toBe(0);
  const text = await readFile(join(home.folder, "tandem-report.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ healthy: true, facts: { cwd: "~/project", locks: [{ hasToken: true }] } });
  for (const secret of [authToken, key, "hush", home.path]) expect(text + stdout + stderr).not.toContain(secret);

  const named = await home.run(["doctor", "--report", "../mine.json", "--json"], { env });
  expect(named.stdout).not.toContain(authToken);
  expect(JSON.parse(await readFile(join(home.path, "mine.json"), "utf8"))).toMatchObject({ healthy: true });
  // A downloaded folder may contain a link with that name to one of the user's files.
  await rm(join(home.folder, "tandem-report.json"));
  await symlink("../mine.json", join(home.folder, "tandem-report.json"));
  await writeFile(join(home.path, "mine.json"), "mine");
  expect(await home.run(["doctor", "--report"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("symbolic link"),
  });
  expect(await readFile(join(home.path, "mine.json"), "utf8")).toBe("mine");
  const nowhere = await home.run(["doctor", "--report", "nowhere/report.json"]);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("Can't write the report") });
});

test("--cwd examines another folder, and --claude-path another program", async () => {
  await using home = await makeHome();
  const { port } = await home.serve();
  const elsewhere = await home.run(["doctor", "--cwd", "../project"], { cwd: join(home.path, "bin") });
  expect(elsewhere.stdout).toMatch(new RegExp(`^✓ .* Tandem on port ${port}, but without reviews\\.\n`));
  const old = await home.install("old-claude", standIn("1.0.128", "default"));
  expect((await home.run(["doctor", "--claude-path", old])).stdout).toMatch(
    /^✓ Everything works: claude --ide \(1\.0\.128\)/,
  );
  expect(await home.run(["doctor", "--cwd", "nowhere"])).toMatchObject({ code: 2 });
});
