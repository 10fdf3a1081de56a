/** A disk that is really full, and a home directory without write permission: a tiny tmpfs, and an ordinary user. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { parseRecording } from "@tandem-ide/inspector";
import { expect } from "vitest";
import { Home, main } from "../cli-command.js";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { fill, tinyDisk, withDisk } from "./faults/disk.js";
import { locksIn, put, useFixture } from "./faults/fixture.js";
import { ordinaryUser } from "./faults/ordinary-user.js";
import { scaled, tally } from "./tally.js";

const fixture = useFixture();
withDisk(
  "a full disk: startup fails cleanly, a running server continues, and its lock is removed at the end",
  async () => {
    const disk = tinyDisk(256);
    const [configDir, folder] = [join(disk, "config"), join(disk, "project")];
    mkdirSync(folder);
    const path = put(folder, "a.txt", "the user's text\n");
    const steady = await fixture.start({ configDir, folders: [folder] });
    const companion = await fixture.companion(steady);
    const client = await connect(steady);
    const empty = fill(disk);
    const attempts = scaled(5, 200);
    let [lost, leaked, starts, writes] = [0, 0, 0, 0];
    for (let i = 0; i < attempts; i++) {
      const started = await fixture.tryToStart({ configDir, folders: [folder] });
      if ("error" in started && /^Cannot write a lock file to .*ENOSPC/.test(started.error)) starts++;
      const written = await client.request("writeFile", { path, content: "y".repeat(9000) }).catch(String);
      if (/no space left|ENOSPC|disk is full/i.test(String(written))) writes++;
      if (readFileSync(path, "utf8") !== "the user's text\n") lost++;
      // The lock can't be rewritten; the old one stays intact.
      await steady.child.ask("setFolders", [folder, disk]);
      await steady.child.ask("setFolders", [folder]);
      if (JSON.parse(readFileSync(steady.lockFile, "utf8")).authToken !== steady.authToken) lost++;
      leaked += locksIn(configDir).length - 1 + readdirSync(folder).length - 1;
    }
    const { log } = await steady.facts();
    expect(log.join("\n")).toMatch(/error: Could not update the folders in the lock: .*ENOSPC/);
    expect([starts, writes], "each is refused with an error message").toEqual([attempts, attempts]);
    empty();
    await client.request("writeFile", { path, content: "there is room again\n" });
    expect(readFileSync(path, "utf8")).toBe("there is room again\n");
    fill(disk);
    await client.close();
    const seen = await companion.end();
    await steady.child.end("SIGTERM");
    leaked += locksIn(configDir).length;
    const crashes = steady.child.stderr === "" ? 0 : 1;
    tally({
      what: "Starts and writes on a full disk",
      attempts: attempts * 2,
      refused: starts + writes,
      crashes,
      lost: lost + seen.lost,
      leaked,
      worstMs: seen.worstMs,
    });
  },
);

withDisk("a disk with space for half a lock: it is written completely or not at all", async () => {
  const disk = tinyDisk(64);
  const configDir = join(disk, "config");
  // A lock of four pages, with room for none, one, two and so on.
  const folders = Array.from({ length: 60 }, (_, i) => `/nowhere/${"long-name-".repeat(20)}${i}`);
  mkdirSync(join(configDir, "ide"), { recursive: true, mode: 0o700 });
  const attempts = 8;
  let [wrong, refused] = [0, 0];
  for (let room = 0; room < attempts; room++) {
    writeFileSync(join(disk, "filler"), "");
    writeFileSync(join(disk, "filler"), "x".repeat(4096 * (16 - room)));
    const started = await fixture.tryToStart({ configDir, folders });
    if ("error" in started) refused++;
    else {
      if (JSON.parse(readFileSync(started.lockFile, "utf8")).workspaceFolders.length !== folders.length) wrong++;
      await started.child.end("SIGTERM");
    }
    if (locksIn(configDir).length > 0) wrong++;
  }
  expect(refused, "some had no room").toBeGreaterThan(0);
  expect(refused, "some had").toBeLessThan(attempts);
  tally({ what: "Locks on a disk that is nearly full", attempts, refused, crashes: 0, lost: wrong, leaked: 0 });
});

withDisk(
  "a recording on a full disk: reported once, both ends continue, and the written part can be read",
  async () => {
    await using home = await Home.make();
    await home.serve("--no-kernel", "--no-language-servers");
    const disk = tinyDisk(64);
    const file = join(disk, "s.jsonl");
    const inspector = home.start(["inspect", "--json", "--no-page", "--record", file]);
    const [line = ""] = await inspector.printed(/^\{"port".*\n/);
    const { port, lockFile }: { port: number; lockFile: string } = JSON.parse(line);
    const { authToken } = JSON.parse(readFileSync(lockFile, "utf8"));
    const client = await connect({ port, authToken });
    const attempts = scaled(400, 20_000);
    let [lost, worstMs] = [0, 0];
    for (let i = 0; i < attempts; i++) {
      const start = performance.now();
      const { folders } = await client.call("getWorkspaceFolders");
      worstMs = Math.max(worstMs, performance.now() - start);
      if (folders[0]?.path !== home.folder) lost++;
    }
    await eventually(() => expect(inspector.stderr).toMatch(/Recording stopped, because/));
    await client.close();
    inspector.kill("SIGINT");
    const { code, stderr } = await inspector.exited;
    expect(code).toBe(130);
    expect(stderr.match(/Recording stopped, because the file can't be written: .*ENOSPC/g)).toHaveLength(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    const { entries } = parseRecording(readFileSync(file, "utf8"));
    expect(entries.length).toBeGreaterThan(10);
    const leaked = (await home.locks()).length - 1;
    tally({ what: "Calls while a recording fills its disk", attempts, crashes: 0, lost, leaked, worstMs });
  },
);

const { test: asUser } = needs("setpriv");
asUser("a read-only home, as an ordinary user: the command says what to do and cleans up", async () => {
  await using home = await Home.make();
  chmodSync(home.path, 0o755); // So that an ordinary user can enter the folder in it.
  const user = ordinaryUser();
  // Each is a home with these folders. The last one is read-only.
  const homes = [["."], [".", ".claude"], [".", ".claude", ".claude/ide"]];
  let [refused, leaked] = [0, 0];
  for (const folders of homes) {
    const root = temporaryDirectory();
    const paths = folders.map((name) => join(root, name));
    for (const path of paths.slice(1)) mkdirSync(path);
    for (const path of paths) user.own(path);
    const last = paths.at(-1) ?? root;
    chmodSync(last, 0o500);
    const [program = "", ...args] = [...user.through, process.execPath, main, "serve", "--json", "--no-open"];
    const running = home.startProgram(program, [...args, home.folder], { cwd: "/", env: { HOME: root } });
    const { code, stdout, stderr } = await running.exited;
    chmodSync(last, 0o700); // Otherwise an ordinary user couldn't remove it.
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/Cannot write a lock file to .*permission denied.*CLAUDE_CONFIG_DIR/s);
    refused++;
    leaked += readdirSync(root, { recursive: true }).length - (folders.length - 1);
  }
  const attempts = homes.length;
  tally({ what: "Starts with a home that cannot be written", attempts, refused, crashes: 0, lost: 0, leaked });
});
