/** `:checkhealth tandem` in a real Neovim: its report when everything is fine, and for each problem. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCode, connect } from "@tandem-ide/client";
import { expect, vi } from "vitest";
import { needs } from "../parts.js";
import { Neovim, type NeovimOptions, pluginFolder } from "./neovim.js";

const { test } = needs("neovim");

/** The report without fold markers, one entry per line. */
async function report(neovim: Neovim): Promise<string> {
  await neovim.command("checkhealth tandem");
  const lines = await neovim.lines();
  await neovim.command("bwipeout!");
  return lines.join("\n");
}

/** The lines of one part. */
function part(text: string, title: string): string {
  const start = text.search(new RegExp(`^${title}\\b.*~?$`, "m"));
  expect(start, `no part ${title} in:\n${text}`).toBeGreaterThanOrEqual(0);
  const rest = text.slice(start + title.length);
  const end = rest.search(/^[A-Z][a-z]+ ~?$/m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** A short shell script, in a separate folder for the PATH. */
function standIn(directory: string, name: string, script: string): string {
  const folder = join(directory, `bin-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
}

function lockOf(neovim: Neovim): { path: string; lock: { authToken: string } } {
  const folder = join(neovim.home, ".claude/ide");
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith(".lock")) ?? "");
  return { path, lock: JSON.parse(readFileSync(path, "utf8")) };
}

const claude = 'echo "2.1.325 (Claude Code)"';

async function serving(options: NeovimOptions = {}): Promise<Neovim> {
  const neovim = await Neovim.start(options);
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  return neovim;
}

test("every check passes, and the token is not shown (with a fake Claude Code)", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const program = standIn(neovim.home, "claude", claude);
  await neovim.lua('require("tandem").setup({ terminal = { command = { ... } } })', program);
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  const text = await report(neovim);
  expect(part(text, "Neovim")).toMatch(/OK Neovim 0\.\d+/);
  expect(part(text, "Node")).toMatch(/OK Node v\d+\.\d+\.\d+: \/.*node/);
  expect(part(text, "Sidecar")).toMatch(/OK Running as process \d+, using [1-9]\d+ MB of memory/);
  const endpoint = part(text, "Endpoint");
  expect(endpoint).toMatch(/OK 127\.0\.0\.1:\d+ responds/);
  expect(endpoint).toMatch(/OK The lock file matches this Neovim and its folders: ~\/\.claude\/ide\/\d+\.lock \(600\)/);
  expect(part(text, "Clients")).toContain("Claude Code isn't connected");
  expect(part(text, "Changes")).toMatch(/OK Changes on disk are recorded with \/.*git\n.*Files with changes: 0/);
  expect(part(text, "Terminal")).toContain("OK Claude Code 2.1.325 (Claude Code)");
  expect(part(text, "Proxy")).toContain("OK No proxy is configured");
  expect(part(text, "Environment")).toContain("OK");
  expect(text).not.toMatch(/WARNING|ERROR/);
  const { authToken } = lockOf(neovim).lock;
  expect(authToken).toMatch(/.{16}/);
  expect(text).not.toContain(authToken);
});

test("shows a connected client", async () => {
  await using neovim = await serving();
  const { authToken } = lockOf(neovim).lock;
  const port = await neovim.lua<number>('return require("tandem").status().port');
  const identity = { ...claudeCode, clientInfo: { name: "health-test", version: "1.2.3" } };
  await using _client = await connect({ port, authToken }, { identity });
  await neovim.until('local _, live = require("tandem.sidecar").info(); return live and #live.clients == 1');
  expect(part(await report(neovim), "Clients")).toMatch(/OK health-test 1\.2\.3.* open reviews: 0/);
});

test("Node is missing", async () => {
  await using neovim = await Neovim.start({ init: 'require("tandem").setup({ node = "no-such-node" })' });
  await neovim.until('return require("tandem.sidecar").problem() ~= nil');
  const text = await report(neovim);
  expect(part(text, "Node")).toContain("ERROR Can't find no-such-node on Neovim's PATH");
  expect(part(text, "Node")).toContain("Install Node 20.19 or newer");
  expect(part(text, "Sidecar")).toContain("ERROR The sidecar isn't running: Tandem needs Node");
});

test("Node is too old: a fake one that prints v16.0.0", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const program = standIn(neovim.home, "node", '[ "$1" = --version ] && echo v16.0.0 && exit 0; exit 1');
  await neovim.lua('require("tandem").setup({ node = ... })', program);
  await neovim.until('return require("tandem.sidecar").problem() ~= nil');
  const node = part(await report(neovim), "Node");
  expect(node).toContain(`ERROR Node v16.0.0 is too old: ${program}`);
  expect(node).toContain("Or set the option `node` to its path");
});

test("a hanging Node does not block the report: a fake one that sleeps", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const program = standIn(neovim.home, "node", "exec sleep 60");
  await neovim.lua('require("tandem").setup({ node = ..., start = "first_use" })', program);
  const before = performance.now();
  const node = part(await report(neovim), "Node");
  expect(node).toContain("ERROR");
  expect(node).toContain("no response within 4 seconds");
  expect(performance.now() - before).toBeLessThan(15_000);
});

test("the sidecar is not built", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const copy = join(neovim.home, "plugin-without-sidecar");
  for (const name of ["lua", "plugin"]) cpSync(join(pluginFolder, name), join(copy, name), { recursive: true });
  await neovim.lua(
    `local ours, copy = ...
     vim.opt.runtimepath:remove(ours)
     vim.opt.runtimepath:prepend(copy)
     for name in pairs(package.loaded) do
       if name == "tandem" or vim.startswith(name, "tandem.") then package.loaded[name] = nil end
     end
     require("tandem").setup()`,
    pluginFolder,
    copy,
  );
  await neovim.until('return require("tandem.sidecar").problem() ~= nil');
  const sidecar = part(await report(neovim), "Sidecar");
  expect(sidecar).toContain("ERROR The sidecar isn't built");
  expect(sidecar).toContain("npm run package:neovim");
});

test("warns about a proxy without loopback in no_proxy", async () => {
  const env = { http_proxy: "http://proxy.example:3128", NO_PROXY: "internal.example" };
  await using neovim = await serving({ env });
  const proxy = part(await report(neovim), "Proxy");
  expect(proxy).toContain("WARNING http_proxy: set, but no_proxy doesn't include 127.0.0.1");
  expect(proxy).toContain(":TandemToggle");
  // By now, terminals inside Neovim have it.
  expect(await neovim.lua("return vim.env.NO_PROXY")).toContain("127.0.0.1");
});

test("accepts a proxy with loopback in no_proxy", async () => {
  const env = { HTTPS_PROXY: "http://proxy.example:3128", no_proxy: "internal.example,127.0.0.1" };
  await using neovim = await serving({ env });
  expect(part(await report(neovim), "Proxy")).toContain("OK HTTPS_PROXY: set, and no_proxy includes 127.0.0.1");
});

test("two lock files for one folder stop the automatic connection: both are shown", async () => {
  await using first = await serving();
  await using second = await serving({ folder: first.folder, home: first.home });
  const endpoint = part(await report(second), "Endpoint");
  expect(endpoint).toContain(`WARNING Neovim (process ${first.pid}) also serves `);
  expect(endpoint).toContain("doesn't connect automatically if two editors serve a folder");
  expect(endpoint).toContain("choose an editor with /ide");
});

test("suggests deleting a stale lock file", async () => {
  await using neovim = await serving();
  const lock = {
    pid: 2 ** 22 + 1,
    workspaceFolders: [neovim.folder],
    ideName: "Gone",
    transport: "ws",
    authToken: "x",
  };
  writeFileSync(join(neovim.home, ".claude/ide/1.lock"), JSON.stringify(lock));
  const endpoint = part(await report(neovim), "Endpoint");
  expect(endpoint).toContain("WARNING Gone (process 4194305) has left a stale lock file");
  expect(endpoint).toContain("Delete ~/.claude/ide/1.lock");
});

/** A stopped sidecar, because a running one would rewrite its lock. */
async function stopped(neovim: Neovim, work: () => Promise<void>): Promise<void> {
  const pid = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
  process.kill(pid, "SIGSTOP");
  try {
    await work();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

test("a lock file that others can read, and a missing one", async () => {
  await using neovim = await serving();
  await stopped(neovim, async () => {
    const { path } = lockOf(neovim);
    chmodSync(path, 0o644);
    expect(part(await report(neovim), "Endpoint")).toMatch(
      /WARNING The lock file .* has mode 644: other users may be able to read/,
    );
    rmSync(path);
    expect(part(await report(neovim), "Endpoint")).toContain("ERROR The lock file is missing");
  });
});

test("detects a sidecar that does not respond", async () => {
  await using neovim = await serving();
  await stopped(neovim, async () => {
    expect(part(await report(neovim), "Endpoint")).toMatch(/ERROR 127\.0\.0\.1:\d+ doesn't respond/);
  });
});

test("variables of another editor, and those that stop the automatic connection", async () => {
  const env = { CLAUDE_CODE_SSE_PORT: "12345", CLAUDE_CODE_AUTO_CONNECT_IDE: "false" };
  await using neovim = await serving({ env, init: 'require("tandem").setup({ export_environment = false })' });
  const text = part(await report(neovim), "Environment");
  expect(text).toContain("WARNING CLAUDE_CODE_SSE_PORT is 12345, the port of another editor");
  expect(text).toContain("WARNING CLAUDE_CODE_AUTO_CONNECT_IDE is false");
  expect(text).toContain("type /ide in Claude Code");
});

test("a Neovim in another editor's terminal passes its own port to its terminals", async () => {
  await using neovim = await serving({ env: { CLAUDE_CODE_SSE_PORT: "12345" } });
  const text = part(await report(neovim), "Environment");
  expect(text).toContain("started in a terminal of another editor (port 12345)");
  expect(text).not.toContain("WARNING");
});

test("CLAUDE_CONFIG_DIR that is only set in Neovim", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const directory = join(neovim.home, "elsewhere");
  await neovim.lua('vim.env.CLAUDE_CONFIG_DIR = ...; require("tandem").setup()', directory);
  await vi.waitFor(() => expect(readdirSync(join(directory, "ide"))).toHaveLength(1));
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  const text = part(await report(neovim), "Environment");
  expect(text).toContain(`WARNING CLAUDE_CONFIG_DIR is ${directory} in this Neovim only`);
});

test("Claude Code is not installed, or runs in another terminal", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const check = async (terminal: object) => {
    await neovim.lua('require("tandem").setup({ start = "first_use", terminal = ... })', terminal);
    return part(await report(neovim), "Terminal");
  };
  expect(await check({ command: ["no-such-claude"] })).toMatch(/ERROR no-such-claude isn't on the PATH/);
  expect(await check({ provider: "none" })).toContain("start claude yourself");
  const program = standIn(neovim.home, "claude", claude);
  const external = await check({ provider: "external", external: ["no-such-terminal"], command: [program] });
  expect(external).toContain("ERROR Can't find no-such-terminal (terminal.external) on the PATH");
  expect(external).toContain('terminal provider "external"');
});

test("a warning explains how to start Tandem", async () => {
  await using neovim = await Neovim.start({ init: 'require("tandem").setup({ start = "first_use" })' });
  const text = await report(neovim);
  expect(part(text, "Sidecar")).toContain("Run :TandemStart");
  expect(part(text, "Endpoint")).toContain("No endpoint: the sidecar isn't running");
});
