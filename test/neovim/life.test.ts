/** The endpoint at start, exit and crash. */
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client, lockFiles, lockOf, serving, started } from "./endpoint.js";
import { Neovim } from "./neovim.js";

const { test } = needs("neovim");

test("setup() starts the endpoint with a lock file, which is removed before :qa returns", async () => {
  await using neovim = await started();
  const lock = lockOf(neovim);
  expect(lock).toMatchObject({
    pid: neovim.pid,
    workspaceFolders: [neovim.folder],
    ideName: "Neovim",
    transport: "ws",
  });
  await neovim.quit();
  expect(lockFiles(neovim)).toEqual([]);
});

test.for([":qall<CR>", ":wqall<CR>", ":qall!<CR>"])(
  "quitting by %s with a pending review decides nothing",
  async (quit) => {
    await using neovim = await started();
    const connected = await client(neovim);
    const path = join(neovim.folder, "greeting.txt");
    writeFileSync(path, "old\n");
    const input = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" };
    const answer = connected.call("openDiff", input);
    answer.catch(() => {});
    await neovim.until('return #require("tandem.review.registry").all() == 1 and vim.b.tandem_review ~= nil');
    neovim.client.input(quit).catch(() => {});
    await expect(answer).rejects.toThrow("The connection was lost");
    await connected.close();
  },
);

test("the sidecar removes the lock file when the editor is killed", async () => {
  await using neovim = await started();
  await neovim.kill();
  await eventually(() => expect(lockFiles(neovim)).toEqual([]));
});

test("the lock file is removed when the editor gets SIGTERM", async () => {
  await using neovim = await started();
  neovim.process.kill("SIGTERM");
  await eventually(() => expect(lockFiles(neovim)).toEqual([]));
});

test("first_use starts nothing before the first command", async () => {
  await using neovim = await Neovim.start({ init: 'require("tandem").setup({ start = "first_use" })' });
  await neovim.lua("return 1");
  expect(await neovim.lua('return require("tandem").status().state')).toBe("stopped");
  await neovim.command("TandemStart");
  await neovim.until(serving);
});

test("without setup(), the commands work with the defaults", async () => {
  await using neovim = await Neovim.start({ init: "" });
  await neovim.command("TandemStart");
  await neovim.until(serving);
  expect(lockOf(neovim).pid).toBe(neovim.pid);
});

test(":TandemStop removes the lock file before it returns, and :TandemStart uses the same port", async () => {
  await using neovim = await started();
  const before = lockOf(neovim);
  await neovim.command("TandemStop");
  expect(lockFiles(neovim)).toEqual([]);
  await neovim.command("TandemStart");
  await neovim.until(serving);
  expect(lockOf(neovim)).toMatchObject({ port: before.port, authToken: before.authToken });
});

test("a crashed sidecar restarts with the same port and token, and its client reconnects", async () => {
  await using neovim = await started();
  const before = lockOf(neovim);
  const connected = await client(neovim, { reconnect: true });
  await neovim.lua('vim.uv.kill(require("tandem").status().sidecar_pid, "sigkill")');
  await neovim.until('return require("tandem").status().state ~= "running"');
  await neovim.until(
    `return require("tandem").status().state == "running" and #require("tandem").status().clients == 1`,
  );
  expect(lockOf(neovim)).toMatchObject({ port: before.port, authToken: before.authToken });
  await connected.close();
});

test("a sidecar that keeps crashing is not restarted, with a message, until :TandemStart", async () => {
  await using neovim = await started();
  for (let hasGivenUp = false; !hasGivenUp; ) {
    const pid = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
    await neovim.lua('vim.uv.kill(..., "sigkill")', pid);
    const isOver = `
      local status = require("tandem").status()
      return status.problem ~= nil or (status.state == "running" and status.sidecar_pid ~= ...)`;
    await neovim.until(isOver, pid);
    hasGivenUp = await neovim.lua('return require("tandem").status().problem ~= nil');
  }
  expect(await neovim.messages()).toMatch(/crashed \d times in a row. :TandemStart tries again/);
  await neovim.command("TandemStart");
  await neovim.until(serving);
}, 60_000);

test("uses another port if the previous one is in use", async () => {
  await using neovim = await started();
  const { port } = lockOf(neovim);
  await neovim.command("TandemStop");
  const otherServer = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve) => otherServer.once("listening", resolve));
  try {
    await neovim.command("TandemStart");
    await neovim.until(serving);
    expect(lockOf(neovim).port).not.toBe(port);
  } finally {
    otherServer.close();
  }
});

test("port and token are not in the arguments or the environment of the sidecar", async () => {
  await using neovim = await started();
  const { authToken } = lockOf(neovim);
  await neovim.lua('vim.uv.kill(require("tandem").status().sidecar_pid, "sigkill")');
  await neovim.until('return require("tandem").status().state ~= "running"');
  await neovim.until(serving);
  const pid = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain(authToken);
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain(authToken);
  expect(await neovim.messages()).not.toContain(authToken);
});

test("only the user can read the log, and it never contains the token", async () => {
  await using neovim = await started({ init: 'require("tandem").setup({ log_level = "debug", log_bodies = true })' });
  const connected = await client(neovim);
  await connected.close();
  const file = await neovim.lua<string>('return require("tandem").status().log_file');
  await eventually(() => expect(readFileSync(file, "utf8")).toMatch(/ info .*Listening/));
  expect(readFileSync(file, "utf8")).toContain(" debug ");
  expect(readFileSync(file, "utf8")).not.toContain(lockOf(neovim).authToken);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the folders of :cd, :tcd and :lcd are in the lock file as real paths, the global one first", async () => {
  await using neovim = await started();
  const folders = ["one", "two", "three"].map((name) => join(neovim.folder, name));
  for (const folder of folders) mkdirSync(folder);
  const [one = "", two = "", three = ""] = folders;
  symlinkSync(two, join(neovim.folder, "link"));
  await neovim.command(`cd ${one}`);
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([one]));
  await neovim.command(`tabnew | tcd ${join(neovim.folder, "link")}`);
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([one, two]));
  await neovim.command(`split | lcd ${three}`);
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([one, two, three]));
  await neovim.command("close");
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([one, two]));
  await neovim.command("tabclose");
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([one]));
});

test("the workspace folders of a language server are in the lock file", async () => {
  await using neovim = await started();
  const library = join(neovim.home, "library");
  mkdirSync(library);
  writeFileSync(join(library, "tsconfig.json"), "{}\n");
  writeFileSync(join(library, "a.ts"), "export {};\n");
  const programs = join(import.meta.dirname, "../../node_modules/.bin");
  await neovim.lua(
    `local library, programs = ...
     vim.env.PATH = programs .. ":" .. vim.env.PATH
     vim.cmd.edit(library .. "/a.ts")
     vim.lsp.start({ name = "typescript", cmd = { "tsc", "--lsp", "--stdio" }, root_dir = library })`,
    library,
    programs,
  );
  await eventually(() => expect(lockOf(neovim).workspaceFolders).toEqual([neovim.folder, library]));
});

test("shows a clear message if Node is missing, and nothing else breaks", async () => {
  await using neovim = await Neovim.start({ init: 'require("tandem").setup({ node = "no-such-node" })' });
  await neovim.until('return require("tandem").status().problem ~= nil');
  expect(await neovim.messages()).toContain(
    "Tandem needs Node 20.19 or newer, but no-such-node isn't on the PATH (workspace folders are ignored). Install Node, or set the option node to its path.",
  );
  await neovim.keys("ihello<Esc>");
  expect(await neovim.lines()).toEqual(["hello"]);
});

test("shows a clear message if Node is too old (a fake one that prints v16 and can't run the sidecar)", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const node = join(neovim.home, "old-node");
  writeFileSync(node, '#!/bin/sh\n[ "$1" = --version ] && echo v16.20.2 && exit 0\necho "SyntaxError" >&2\nexit 1\n');
  chmodSync(node, 0o755);
  await neovim.lua('require("tandem").setup({ node = ... })', node);
  await neovim.until('return require("tandem").status().problem ~= nil');
  expect(await neovim.messages()).toContain("Tandem needs Node 20.19 or newer, but");
  expect(await neovim.messages()).toContain("is v16.20.2");
});

test("reports an unusable config directory once", async () => {
  await using neovim = await Neovim.start({ configDir: join(import.meta.filename, "below-a-file") });
  await neovim.until('return require("tandem").status().problem ~= nil');
  expect(await neovim.messages()).toMatch(/Tandem couldn't start: .*below-a-file/);
});

test("reports invalid options with their valid values, and uses the defaults", async () => {
  await using neovim = await Neovim.start({
    init: 'require("tandem").setup({ layout = "inline", review = { layout = "sideways" }, max_clients = "ten" })',
  });
  await neovim.until(serving);
  const said = await neovim.messages();
  expect(said).toContain("Unknown option layout");
  expect(said).toContain('review.layout must be one of "vertical", "horizontal", "inline", not "sideways"');
  expect(said).toContain('max_clients must be a number, not "ten"');
});

test("every terminal has the environment, and the previous values are restored", async () => {
  await using neovim = await started({ env: { NO_PROXY: "intranet", http_proxy: "http://proxy.invalid:3128" } });
  const { port } = lockOf(neovim);
  const echo = (name: string) =>
    neovim.lua<string>("return vim.trim(vim.fn.system({ 'sh', '-c', 'echo $' .. ... }))", name);
  expect(await echo("CLAUDE_CODE_SSE_PORT")).toBe(String(port));
  expect(await echo("ENABLE_IDE_INTEGRATION")).toBe("true");
  expect(await echo("NO_PROXY")).toMatch(/^intranet,.*127\.0\.0\.1/);
  await neovim.command("TandemStop");
  expect(await echo("CLAUDE_CODE_SSE_PORT")).toBe("");
  expect(await echo("NO_PROXY")).toBe("intranet");
});

test("emits events for the user's scripts", async () => {
  await using neovim = await Neovim.start({
    init: `
      _G.told = {}
      vim.api.nvim_create_autocmd("User", { pattern = "Tandem*", callback = function(args) table.insert(_G.told, args.match) end })
      require("tandem").setup()`,
  });
  await neovim.until(serving);
  const connected = await client(neovim);
  await neovim.until("return vim.tbl_contains(_G.told, 'TandemConnected')");
  await connected.close();
  await neovim.until("return vim.tbl_contains(_G.told, 'TandemDisconnected')");
  await neovim.command("TandemStop");
  const told = await neovim.lua<string[]>("return _G.told");
  expect(told.filter((name) => name !== "TandemStatusChanged")).toEqual([
    "TandemStarted",
    "TandemConnected",
    "TandemDisconnected",
    "TandemStopped",
  ]);
});

test("the statusline and :TandemStatus show what is connected", async () => {
  await using neovim = await Neovim.start({ init: "" });
  expect(await neovim.lua('return require("tandem").statusline()')).toBe("");
  await neovim.command("TandemStart");
  await neovim.until('return require("tandem").statusline() == "Claude ○"');
  const connected = await client(neovim);
  await neovim.until('return require("tandem").statusline() == "Claude ●"');
  await neovim.command("TandemStatus");
  expect(await neovim.messages()).toMatch(/Tandem is running on port \d+/);
  await neovim.command("TandemPause");
  await neovim.until('return require("tandem").statusline() == "Claude paused ●"');
  await neovim.command("TandemPause");
  await neovim.until('return require("tandem").statusline() == "Claude ●"');
  await connected.close();
});

test("an open buffer reloads a file that Claude has written, unless it has unsaved changes", async () => {
  await using neovim = await started();
  const [clean = "", dirty = ""] = ["clean.txt", "dirty.txt"].map((name) => join(neovim.folder, name));
  for (const file of [clean, dirty]) {
    writeFileSync(file, "old\n");
    await neovim.command(`edit ${file}`);
  }
  await neovim.keys("Amine<Esc>");
  for (const file of [clean, dirty]) {
    writeFileSync(file, "written by Claude\n");
    await neovim.lua('require("tandem.files").reload({ path = ... })', file);
  }
  expect(await neovim.lua("return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, false)", clean)).toEqual([
    "written by Claude",
  ]);
  expect(await neovim.lines()).toEqual(["oldmine"]);
});

test("two Neovims in one folder each have an endpoint", async () => {
  await using one = await started();
  await using other = await started({ folder: one.folder, home: one.home });
  expect(lockFiles(one)).toHaveLength(2);
  await other.quit();
  expect(lockFiles(one)).toHaveLength(1);
  expect(lockOf(one).pid).toBe(one.pid);
});
