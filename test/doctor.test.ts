/** `tandem doctor` as a real process in set-ups that are broken, each in one way: its first line must name the cause. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { type Finished, type Home, main } from "./cli-command.js";
import { setUps } from "./doctor-set-ups.js";
import { crash, makeHome, rewrite, standIn, writeLock } from "./doctor-stage.js";
import { eventually } from "./eventually.js";
import { needs } from "./parts.js";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;

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

  withNamespace("a lock directory that a container shares with its host: finding editor-gone", async () => {
    await using home = await makeHome();
    const { lockFile } = await home.serve();
    // The processes and the network of a container are its own; its file system is not this one.
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
    expect(stdout, stderr).toMatch(/^✗ Tandem on port \d+ is gone, or runs outside of this dev container\.\n/);
    expect(stdout).not.toContain("--fix");
  });

  withRights("a home directory that is not one's own: finding lock-directory", async () => {
    await using home = await makeHome();
    await giveAway(home);
    if (isRoot) chownSync(home.path, 0, 0);
    await chmod(home.path, 0o555);
    const { stdout } = await runAsOrdinaryUser(home);
    await chmod(home.path, 0o755);
    expect(stdout).toMatch(/^✗ ~\/\.claude is not there and cannot be made: ~ is closed to you\.\n/);
  });

  withNamespace(
    "a lock directory of root's, and root in a directory of somebody's: finding lock-directory",
    async () => {
      await using home = await makeHome();
      await mkdir(home.lockDirectory, { recursive: true, mode: 0o755 });
      await giveAway(home);
      chownSync(home.lockDirectory, 0, 0);
      const { stdout } = await runAsOrdinaryUser(home);
      expect(stdout).toMatch(/^✗ ~\/\.claude\/ide belongs to another user \(user id 0\)\.\n/);
      expect(stdout).toContain('sudo chown -R "$(id -u)" ~/.claude/ide');
      const asRoot = await home.run(["doctor"]);
      expect(asRoot.stdout).toMatch(/^✗ You are root here, and ~\/\.claude is another user's \(user id 65534\)\.\n/);
    },
  );

  withRights("a home directory that is not there: finding lock-directory", async () => {
    await using home = await makeHome();
    await giveAway(home);
    const words = [...rights, process.execPath, main, "doctor"];
    const { stdout } = await home.startProgram("setpriv", words, { env: { HOME: "/nonexistent" } }).exited;
    expect(stdout).toMatch(/^✗ Your home directory is not there: \/nonexistent\n/);
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

test("interrupted while Claude Code does not answer, it leaves nothing running", async () => {
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
  // Nothing, or Z for one that has ended and was not asked for yet.
  const stateOf = (pid: number) => spawnSync("ps", ["-o", "stat=", "-p", String(pid)]).stdout.toString();
  await eventually(() => {
    for (const pid of pids) expect(stateOf(pid)).toMatch(/^(Z.*)?\n?$/);
  });
});

test("--fix with nobody to ask changes nothing, and says so", async () => {
  await using home = await makeHome();
  await crash(await home.serve());
  const { stdout, code } = await home.run(["doctor", "--fix"], { input: "" });
  expect(stdout).toContain("Nobody has answered, so nothing is changed.");
  expect(code).toBe(1);
  expect(await home.locks()).toHaveLength(1);
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
  // A folder from elsewhere may hold a link of that name, to a file of the user's.
  await rm(join(home.folder, "tandem-report.json"));
  await symlink("../mine.json", join(home.folder, "tandem-report.json"));
  await writeFile(join(home.path, "mine.json"), "mine");
  expect(await home.run(["doctor", "--report"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("symbolic link"),
  });
  expect(await readFile(join(home.path, "mine.json"), "utf8")).toBe("mine");
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
