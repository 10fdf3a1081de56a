/**
 * The plugin as users install it: really packaged, put where each way of installing expects it, in an otherwise empty
 * home, and started until its lock file exists.
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
import { afterAll, beforeAll, expect, vi } from "vitest";
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

/** A new user, with only the files that a test creates. */
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
      TMPDIR: this.folder("tmp"),
      GIT_CONFIG_GLOBAL: join(this.home, "gitconfig"),
    };
  }

  /** Starts Neovim as from a shell. Resolves to its lock once the endpoint serves, and stops Neovim. */
  async start(command = neovimCommand() ?? ""): Promise<Lock> {
    const child = spawn(command, ["--headless", "-i", "NONE"], { cwd: this.project, env: this.env });
    let errorOutput = "";
    child.stderr.on("data", (data: Buffer) => {
      errorOutput += data.toString();
    });
    const locks = join(this.home, ".claude/ide");
    try {
      return await vi.waitFor(
        () => {
          if (child.exitCode !== null) throw new Error(`Neovim ended with ${child.exitCode}: ${errorOutput}`);
          const [name] = existsSync(locks) ? readdirSync(locks).filter((each) => each.endsWith(".lock")) : [];
          if (!name) throw new Error(`No lock yet. ${errorOutput}`);
          return { ...JSON.parse(readFileSync(join(locks, name), "utf8")), neovim: child.pid, errorOutput };
        },
        { timeout: 15_000, interval: 50 },
      );
    } finally {
      const exited = child.exitCode === null ? once(child, "exit") : undefined;
      child.kill("SIGTERM");
      await exited;
    }
  }
}

interface Lock {
  readonly pid: number;
  readonly workspaceFolders: readonly string[];
  /** The id of the started process, which must be in the lock. */
  readonly neovim: number;
  readonly errorOutput: string;
}

/** Writes to a file where the plugin was found, and whether its command exists. */
const recordPlugin = `
vim.api.nvim_create_autocmd("VimEnter", { callback = function()
  vim.schedule(function()
    local found = { vim.fs.dirname(vim.fs.dirname(require("tandem.sidecar").program())), tostring(vim.fn.exists(":TandemStatus")) }
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
  expect(lock.errorOutput).not.toMatch(/E\d+:|rror/);
}

test("the package is complete and contains no development files", () => {
  expect(readdirSync(packaged).sort()).toEqual(["LICENSE", "README.md", "doc", "lua", "plugin", "sidecar"]);
  expect(readdirSync(join(packaged, "doc")).sort()).toEqual(["tags", "tandem.txt"]);
  expect(readdirSync(join(packaged, "sidecar"))).toEqual(["tandem.mjs"]);
  const links = readdirSync(packaged, { recursive: true, withFileTypes: true }).filter((each) => each.isSymbolicLink());
  expect(links).toEqual([]);
  expect(readFileSync(join(packaged, "sidecar/tandem.mjs"), "utf8")).not.toContain(root);
});

test("packaging again replaces the plugin, but not a folder with other files", () => {
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
  expect(refused.stderr).toContain("contains other files");
  expect(readdirSync(again)).toEqual(["letter.txt"]);
  expect(readdirSync(directory).filter((name) => name.startsWith(".again"))).toEqual([]);
});

test("as a package that starts with Neovim: pack/*/start", async () => {
  const user = new User();
  const plugin = join(user.site, "pack/x/start/tandem");
  cpSync(packaged, plugin, { recursive: true });
  user.writeInit(`${recordPlugin}require("tandem").setup()`);
  await expectServing(user, plugin);
});

test("as an optional package: pack/*/opt and :packadd tandem", async () => {
  const user = new User();
  const plugin = join(user.site, "pack/x/opt/tandem");
  cpSync(packaged, plugin, { recursive: true });
  user.writeInit(`${recordPlugin}vim.cmd("packadd tandem")\nrequire("tandem").setup()`);
  await expectServing(user, plugin);
});

test("by the runtimepath alone", async () => {
  const user = new User();
  user.writeInit(`${recordPlugin}vim.cmd("set runtimepath^=${packaged}")\nrequire("tandem").setup()`);
  await expectServing(user, packaged);
});

test("by the runtimepath from an init.vim, in a folder with a space", async () => {
  const user = new User();
  const plugin = join(user.folder("my plugins"), "tandem");
  cpSync(packaged, plugin, { recursive: true });
  writeFileSync(
    join(user.config, "init.vim"),
    `set runtimepath^=${plugin.replaceAll(" ", "\\ ")}\nlua <<END\n${recordPlugin}\nEND\nlua require("tandem").setup()\n`,
  );
  await expectServing(user, plugin);
});

test(":help tandem works", () => {
  const user = new User();
  cpSync(packaged, join(user.site, "pack/x/start/tandem"), { recursive: true });
  const { stderr } = spawnSync(
    neovimCommand() ?? "",
    ["--headless", "-i", "NONE", "+help tandem", "+lua io.stderr:write(vim.fn.expand('%:t'))", "+qall!"],
    { cwd: user.project, env: user.env, encoding: "utf8" },
  );
  // Some builds of Neovim first complain that they have no parser for help files.
  expect(stderr.trim()).toMatch(/tandem\.txt$/);
});

/** The Lua example in docs/neovim.md that contains these words. */
function example(words: string): string {
  const page = readFileSync(join(root, "docs/neovim.md"), "utf8");
  const found = [...page.matchAll(/^```lua\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);
  const [code = "", ...others] = found.filter((each) => each.includes(words));
  expect(code, `an example with ${words}`).not.toBe("");
  expect(others).toEqual([]);
  return code;
}

/**
 * A repository that contains the plugin in the same place as ours. Its build step is a stand-in that copies the built
 * sidecar.
 */
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

needs("neovim-0.12").test(
  "by vim.pack as the docs say, from a repository with a stand-in for the build step (needs Neovim 0.12)",
  async () => {
    const user = new User();
    const unasked = `
      local add = vim.pack.add
      vim.pack.add = function(specs, options) return add(specs, vim.tbl_extend("force", options, { confirm = false })) end\n`;
    const code = example("vim.pack.add").replace("ADDRESS", `file://${makeRepository()}`);
    user.writeInit(recordPlugin + unasked + code);
    await expectServing(user, join(user.site, "pack/core/opt/tandem/editors/neovim"), neovimCommand("0.12"));
  },
);

test("the spec for lazy.nvim in the docs, with a stand-in for lazy.nvim and for the build step", async () => {
  const user = new User();
  const repository = makeRepository();
  // lazy.nvim runs plugin files itself, but not those of this folder.
  user.writeInit(`
    vim.go.loadplugins = false
    ${recordPlugin}
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
