/** Starting, stopping and crashing at bad moments. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client, lockFiles, lockOf, serving, started } from "./endpoint.js";
import { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const state = 'return require("tandem").status().state';

test("a late message of the sidecar undid a stop during startup", async () => {
  await using neovim = await Neovim.start({ init: "" });
  // From before Node has started until after the sidecar serves.
  for (let wait = 0; wait <= 600; wait += 100) {
    await neovim.command("TandemStart");
    await neovim.lua("vim.wait(...)", wait);
    await neovim.command("TandemStop");
    await neovim.settled();
    expect([wait, await neovim.lua(state), lockFiles(neovim)]).toEqual([wait, "stopped", []]);
    expect(await neovim.lua("return vim.env.CLAUDE_CODE_SSE_PORT")).toBeNull();
  }
  await neovim.command("TandemStart | TandemStop | TandemStart");
  await neovim.until(serving);
  await (await client(neovim)).close();
});

test("ignores calls of a stopped sidecar", async () => {
  await using neovim = await started();
  await neovim.lua(`
    local info = require("tandem.sidecar").info()
    require("tandem").stop()
    require("tandem.bridge").call("started", {
      port = 1, authToken = "x", lockFile = "/x", environment = { CLAUDE_CODE_SSE_PORT = "1" }, pid = info.pid, logFile = "/x" }, 1)`);
  expect(await neovim.lua(state)).toBe("stopped");
});

test("autocommands remained after a failed start", async () => {
  await using neovim = await Neovim.start({ init: 'require("tandem").setup({ node = "no-such-node" })' });
  await neovim.until('return require("tandem").status().problem ~= nil');
  const listening = 'return vim.fn.exists("#tandem_listen#CursorMoved")';
  expect(await neovim.lua(listening)).toBe(0);
});

test("starts the endpoint even if the log folder can't be created", async () => {
  await using neovim = await started({ env: { XDG_STATE_HOME: "/dev/null/state" } });
  await (await client(neovim)).close();
});

test("invalid settings neither crash the sidecar at the next :cd nor hide Neovim's own diagnostics", async () => {
  await using neovim = await started();
  const settings = await neovim.lua<string>('return vim.env.XDG_CONFIG_HOME .. "/tandem"');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "settings.json"), "{ nonsense");
  const connected = await client(neovim);
  const [path, closed] = ["a.txt", "closed.ts"].map((name) => join(neovim.folder, name)) as [string, string];
  for (const each of [path, closed]) writeFileSync(each, "text\n");
  await neovim.command(`edit ${path}`);
  await neovim.lua(`vim.diagnostic.set(vim.api.nvim_create_namespace("linter"), 0, {
    { lnum = 0, col = 0, message = "Found", severity = 1 } })`);
  await expect(connected.call("getDiagnostics", { uri: pathToFileURL(closed).href })).rejects.toThrow("settings");
  const pid = await neovim.lua('return require("tandem").status().sidecar_pid');
  mkdirSync(join(neovim.folder, "below"));
  await neovim.command("cd below");
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([join(neovim.folder, "below")]));
  expect(await connected.call("getDiagnostics", {})).toMatchObject([{ diagnostics: [{ message: "Found" }] }]);
  expect(await neovim.lua('return require("tandem").status().sidecar_pid')).toBe(pid);
  rmSync(join(settings, "settings.json"));
  expect(await connected.call("getDiagnostics", { uri: pathToFileURL(closed).href })).toBeDefined();
  await connected.close();
});

test("removes the lock file of a sidecar that is killed while Neovim quits", async () => {
  await using neovim = await started();
  const [lock = ""] = lockFiles(neovim);
  void neovim.lua('vim.uv.kill(require("tandem").status().sidecar_pid, "sigkill"); vim.cmd("qall!")');
  await eventually(() => expect(neovim.isRunning).toBe(false));
  expect(existsSync(lock)).toBe(false);
});

test("removes the lock file of a sidecar that crashes repeatedly, although Neovim is running", async () => {
  await using neovim = await started();
  const [lock = ""] = lockFiles(neovim);
  // It can't be started again.
  await neovim.lua(`require("tandem").setup({ node = "no-such-node" })
    vim.uv.kill(require("tandem").status().sidecar_pid, "sigkill")`);
  await neovim.until('return require("tandem").status().problem ~= nil');
  expect(existsSync(lock)).toBe(false);
});

test("a hanging sidecar neither keeps its lock file after :TandemStop nor outlives Neovim", async () => {
  await using neovim = await started();
  const [lock = ""] = lockFiles(neovim);
  const pid = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
  process.kill(pid, "SIGSTOP");
  onTestFinished(() => {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has already exited, as expected.
    }
  });
  await neovim.command("TandemStop");
  expect(existsSync(lock)).toBe(false);
  await neovim.quit();
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow());
});

test("a start doesn't report the error of an earlier, stopped one (a fake slow, old Node)", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const node = join(neovim.home, "old-node");
  writeFileSync(
    node,
    '#!/bin/sh\n[ "$1" = --version ] && touch "$0-was-asked" && sleep 1 && echo v16.20.2 && exit 0\nexit 1\n',
  );
  chmodSync(node, 0o755);
  await neovim.lua(
    `require("tandem").setup({ node = ..., start = "first_use" })
     require("tandem").start(function(problem) _G.first = problem end)`,
    node,
  );
  await neovim.until("return vim.uv.fs_stat(...) ~= nil", `${node}-was-asked`);
  await neovim.lua(`require("tandem").stop()
    require("tandem").setup({ start = "first_use" })
    require("tandem").start(function(problem) _G.second = problem or "serves" end)`);
  await neovim.until("return _G.first ~= nil and _G.second ~= nil");
  expect(await neovim.lua("return { _G.first, _G.second }")).toEqual(["Tandem was stopped", "serves"]);
  expect(await neovim.messages()).not.toContain("v16.20.2");
});

test("a restart scheduled before :TandemStop doesn't start a second sidecar", async () => {
  await using neovim = await started();
  const kill = async () => {
    const pid = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
    await neovim.lua('vim.uv.kill(..., "sigkill")', pid);
    await neovim.until('return require("tandem").status().state == "restarting"');
  };
  await kill();
  await neovim.until(serving);
  await neovim.lua(`
    _G.later = {}
    local defer = vim.defer_fn
    vim.defer_fn = function(run) table.insert(_G.later, run) end
    _G.defer = defer`);
  await kill();
  await neovim.command("TandemStop");
  await neovim.lua("vim.defer_fn = _G.defer");
  await neovim.command("TandemStart");
  await neovim.until(serving);
  await kill();
  // It is already restarting automatically when the old timer fires.
  await neovim.until("return #vim.api.nvim_get_proc_children(vim.fn.getpid()) == 1");
  await neovim.lua("_G.later[1]()");
  await neovim.until(serving);
  const children = () => readFileSync(`/proc/${neovim.pid}/task/${neovim.pid}/children`, "utf8").trim().split(/\s+/);
  expect(children()).toHaveLength(1);
});

test("keeps a variable that the user has set when Tandem stops", async () => {
  await using neovim = await started({ env: { NO_PROXY: "intranet", http_proxy: "http://proxy.invalid:3128" } });
  await neovim.command("let $NO_PROXY = 'mine'");
  await neovim.command("TandemStop");
  expect(await neovim.lua("return vim.env.NO_PROXY")).toBe("mine");
});

test.for([
  ["hidden_files", '{ first = "a" }'],
  ["max_clients", "2.5"],
] as const)("reports an option %s that only the sidecar rejects", async ([name, value]) => {
  await using neovim = await started({ init: `require("tandem").setup({ ${name} = ${value} })` });
  expect(await neovim.messages()).toContain(`${name} must be`);
});

test("a long message doesn't take the next key of a user who is typing", async () => {
  await using neovim = await Neovim.start({ init: "" });
  await neovim.client.uiAttach(80, 20, {});
  await neovim.keys("i");
  await neovim.lua('require("tandem.notify").warn(("long "):rep(40))');
  await neovim.keys("typed");
  expect(await neovim.lines()).toEqual(["typed"]);
  // It appears when they are done, with Neovim's prompt for long messages.
  await neovim.client.input("<Esc>");
  await eventually(async () => expect(await neovim.client.request("nvim_get_mode", [])).toMatchObject({ mode: "r" }));
  await neovim.client.input("<CR>");
  expect(await neovim.messages()).toContain("long long");
});
