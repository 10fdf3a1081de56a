/**
 * The plugin as users install it: packaged for real, put where each way of installing wants it, in a home that has nothing
 * else, and started until its lock file is there.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test as plainTest, vi } from "vitest";
import { neovimCommand } from "../../scripts/neovim.mjs";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";

const { test } = needs("neovim", "git");
const root = fileURLToPath(new URL("../..", import.meta.url));

let directory = "";
let packaged = "";

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-package-")));
  packaged = join(directory, "packaged");
  execFileSync(process.execPath, ["scripts/package-neovim.mjs", packaged], { cwd: root, stdio: "pipe" });
}, 60_000);
afterAll(() => removeFolder(directory));

/** A new user: nothing of theirs but what a test puts there. */
class User {
  readonly home = mkdtempSync(join(directory, "home-"));
  readonly project = this.folder("project");
  readonly config = this.folder("config/nvim");
  readonly site = this.folder("data/nvim/site");

  folder(name: string): string {
    mkdirSync(join(this.home, name), { recursive: true });
    return join(this.home, name);
  }

  writeInit(lua: string): void {
    writeFileSync(join(this.config, "init.lua"), lua);
  }

  get env(): Record<string, string | undefined> {
    return {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, "config"),
      XDG_DATA_HOME: join(this.home, "data"),
      XDG_STATE_HOME: this.folder("state"),
      XDG_CACHE_HOME: this.folder("cache"),
      XDG_RUNTIME_DIR: this.folder("run"),
      GIT_CONFIG_GLOBAL: join(this.home, "gitconfig"),
    };
  }

  /** Neovim as it starts from a shell. Resolves to its lock when the endpoint serves; all of it ends with this. */
  async start(command = neovimCommand() ?? ""): Promise<Lock> {
    const child = spawn(command, ["--headless", "-i", "NONE"], { cwd: this.project, env: this.env });
    let said = "";
    child.stderr.on("data", (data: Buffer) => {
      said += data.toString();
    });
    const locks = join(this.home, ".claude/ide");
    try {
      return await vi.waitFor(
        () => {
          if (child.exitCode !== null) throw new Error(`Neovim ended with ${child.exitCode}: ${said}`);
          const [name] = existsSync(locks) ? readdirSync(locks).filter((each) => each.endsWith(".lock")) : [];
          if (!name) throw new Error(`No lock yet. ${said}`);
          return { ...JSON.parse(readFileSync(join(locks, name), "utf8")), neovim: child.pid, said };
        },
        { timeout: 15_000, interval: 50 },
      );
    } finally {
      const gone = child.exitCode === null ? once(child, "exit") : undefined;
      child.kill("SIGTERM");
      await gone;
    }
  }
}

interface Lock {
  readonly pid: number;
  readonly workspaceFolders: readonly string[];
  /** The process that was started, which the lock names. */
  readonly neovim: number;
  readonly said: string;
}

/** Writes down where the plugin was found, and that its command is there. */
const witness = `
vim.api.nvim_create_autocmd("VimEnter", { callback = function()
  vim.schedule(function()
    local found = { require("tandem.sidecar").root(), tostring(vim.fn.exists(":TandemStatus")) }
    vim.fn.writefile(found, vim.env.HOME .. "/witness")
  end)
end })
`;

async function expectServing(user: User, plugin: string, command?: string): Promise<void> {
  const lock = await user.start(command);
  expect(lock).toMatchObject({ pid: lock.neovim, workspaceFolders: [user.project] });
  const [root, hasCommand] = readFileSync(join(user.home, "witness"), "utf8").split("\n");
  expect(realpathSync(root ?? "")).toBe(realpathSync(plugin));
  expect(hasCommand).toBe("2");
  expect(lock.said).not.toMatch(/E\d+:|rror/);
}

test("what is packaged is whole and has nothing of the repository's tools", () => {
  expect(readdirSync(packaged).sort()).toEqual(["LICENSE", "README.md", "doc", "lua", "plugin", "sidecar"]);
  expect(readdirSync(join(packaged, "doc")).sort()).toEqual(["tags", "tandem.txt"]);
  expect(readdirSync(join(packaged, "sidecar"))).toEqual(["tandem.mjs"]);
  const links = readdirSync(packaged, { recursive: true, withFileTypes: true }).filter((each) => each.isSymbolicLink());
  expect(links).toEqual([]);
  expect(readFileSync(join(packaged, "sidecar/tandem.mjs"), "utf8")).not.toContain(root);
});

test("packaging again replaces the plugin, and a folder with other things in it is left alone", () => {
  const again = join(directory, "again");
  const pack = () =>
    spawnSync(process.execPath, ["scripts/package-neovim.mjs", again], { cwd: root, encoding: "utf8", stdio: "pipe" });
  cpSync(packaged, again, { recursive: true });
  writeFileSync(join(again, "lua/tandem/of-an-older-release.lua"), "");
  expect(pack().status).toBe(0);
  expect(existsSync(join(again, "lua/tandem/of-an-older-release.lua"))).toBe(false);
  expect(existsSync(join(again, "lua/tandem/init.lua"))).toBe(true);
  rmSync(again, { recursive: true });
  mkdirSync(again);
  writeFileSync(join(again, "letter.txt"), "mine");
  const refused = pack();
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("has other things in it");
  expect(readdirSync(again)).toEqual(["letter.txt"]);
  expect(readdirSync(directory).filter((name) => name.startsWith(".again"))).toEqual([]);
});

test("as a package that starts with Neovim: pack/*/start", async () => {
  const user = new User();
  const plugin = join(user.site, "pack/x/start/tandem");
  cpSync(packaged, plugin, { recursive: true });
  user.writeInit(`${witness}require("tandem").setup()`);
  await expectServing(user, plugin);
});

test("as an optional package: pack/*/opt and :packadd tandem", async () => {
  const user = new User();
  const plugin = join(user.site, "pack/x/opt/tandem");
  cpSync(packaged, plugin, { recursive: true });
  user.writeInit(`${witness}vim.cmd("packadd tandem")\nrequire("tandem").setup()`);
  await expectServing(user, plugin);
});

test("by the runtimepath alone", async () => {
  const user = new User();
  user.writeInit(`${witness}vim.cmd("set runtimepath^=${packaged}")\nrequire("tandem").setup()`);
  await expectServing(user, packaged);
});

test("by the runtimepath from an init.vim, in a folder with a space", async () => {
  const user = new User();
  const plugin = join(user.folder("my plugins"), "tandem");
  cpSync(packaged, plugin, { recursive: true });
  writeFileSync(
    join(user.config, "init.vim"),
    `set runtimepath^=${plugin.replaceAll(" ", "\\ ")}\nlua <<END\n${witness}\nEND\nlua require("tandem").setup()\n`,
  );
  await expectServing(user, plugin);
});

test("its help is found: :help tandem", () => {
  const user = new User();
  cpSync(packaged, join(user.site, "pack/x/start/tandem"), { recursive: true });
  const { stderr } = spawnSync(
    neovimCommand() ?? "",
    ["--headless", "-i", "NONE", "+help tandem", "+lua io.stderr:write(vim.fn.expand('%:t'))", "+qall!"],
    { cwd: user.project, env: user.env, encoding: "utf8" },
  );
  // Some builds of Neovim complain first that they have no parser for help.
  expect(stderr.trim()).toMatch(/tandem\.txt$/);
});

/** The example of Lua in docs/neovim.md that has these words in it. */
function example(words: string): string {
  const page = readFileSync(join(root, "docs/neovim.md"), "utf8");
  const found = [...page.matchAll(/^```lua\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);
  const [code = "", ...others] = found.filter((each) => each.includes(words));
  expect(code, `an example with ${words}`).not.toBe("");
  expect(others).toEqual([]);
  return code;
}

/** A repository with the plugin where ours has it. Its build step is a stand-in that copies the sidecar that is built. */
function makeRepository(): string {
  const repository = mkdtempSync(join(directory, "repository-"));
  const plugin = join(repository, "editors/neovim");
  for (const part of ["lua", "plugin", "doc"]) cpSync(join(packaged, part), join(plugin, part), { recursive: true });
  const copy = `mkdir -p editors/neovim/sidecar && cp ${join(packaged, "sidecar/tandem.mjs")} editors/neovim/sidecar`;
  const scripts = { "package:neovim": copy };
  writeFileSync(join(repository, "package.json"), JSON.stringify({ name: "stand-in", private: true, scripts }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "--quiet", "-m", "The plugin");
  return repository;
}

/** A Neovim that has vim.pack: that of TANDEM_NEOVIM=0.12, wherever it is installed. */
function neovimWithPack(): string | undefined {
  const before = process.env.TANDEM_NEOVIM;
  process.env.TANDEM_NEOVIM = "0.12";
  try {
    const command = neovimCommand();
    const [, minor = "0"] = /NVIM v0\.(\d+)/.exec(command ? execFileSync(command, ["--version"]).toString() : "") ?? [];
    return Number(minor) >= 12 ? command : undefined;
  } finally {
    if (before === undefined) delete process.env.TANDEM_NEOVIM;
    else process.env.TANDEM_NEOVIM = before;
  }
}

const withPack = neovimWithPack();
if (!withPack) console.warn("Skipped: vim.pack needs Neovim 0.12, which TANDEM_NEOVIM=0.12 npm test installs.");

plainTest.skipIf(!withPack)(
  "by vim.pack as the docs say, from a repository with a stand-in for the build step (needs Neovim 0.12)",
  async () => {
    const user = new User();
    const unasked = `
      local add = vim.pack.add
      vim.pack.add = function(specs, options) return add(specs, vim.tbl_extend("force", options, { confirm = false })) end\n`;
    const code = example("vim.pack.add").replace("ADDRESS", `file://${makeRepository()}`);
    user.writeInit(witness + unasked + code);
    await expectServing(user, join(user.site, "pack/core/opt/tandem/editors/neovim"), withPack);
  },
);

test("the spec for lazy.nvim in the docs, with a stand-in for lazy.nvim and for the build step", async () => {
  const user = new User();
  const repository = makeRepository();
  // lazy.nvim runs plugin files itself, and those of this folder are not among them.
  user.writeInit(`
    vim.go.loadplugins = false
    ${witness}
    local spec = ${example("build =")}
    vim.system({ "sh", "-c", spec.build }, { cwd = ${JSON.stringify(repository)} }):wait()
    spec.config({ dir = ${JSON.stringify(repository)} }, spec.opts)`);
  await expectServing(user, join(repository, "editors/neovim"));
});

test("the help has the same examples as the docs", () => {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const help = plain(readFileSync(join(root, "editors/neovim/doc/tandem.txt"), "utf8"));
  for (const words of ["vim.pack.add", "build ="]) expect(help).toContain(plain(example(words)));
});
