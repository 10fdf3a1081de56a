/** A Neovim for measuring: everything of it in one temporary directory, nothing of the user's. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attach } from "neovim";
import { neovimCommand } from "../../scripts/neovim.mjs";

export const pluginFolder = fileURLToPath(new URL("../../editors/neovim", import.meta.url));
const silent = () => {};
const logger = { level: "error", info: silent, warn: silent, error: silent, debug: silent };

/** A home, a project with one file of 1000 lines, and Neovim's own folders. */
export function makePlace() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-bench-")));
  const folder = (name) => {
    mkdirSync(join(directory, name), { recursive: true });
    return join(directory, name);
  };
  const file = join(folder("project"), "moves.txt");
  writeFileSync(file, "The quick brown fox jumps over the lazy dog.\n".repeat(1000));
  const env = {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: folder("home"),
    XDG_CONFIG_HOME: folder("config"),
    XDG_DATA_HOME: folder("data"),
    XDG_STATE_HOME: folder("state"),
    XDG_CACHE_HOME: folder("cache"),
    XDG_RUNTIME_DIR: folder("run"),
  };
  return {
    file,
    env,
    locks: join(env.HOME, ".claude/ide"),
    /** The path of an init.lua with this in it. */
    init(name, lua) {
      const path = join(directory, `${name}.lua`);
      writeFileSync(path, lua);
      return path;
    },
    command: neovimCommand(),
    cwd: join(directory, "project"),
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Starts it, with its RPC on standard input and output. */
export function startEditor(place, init, files = []) {
  const child = spawn(place.command, ["--embed", "--headless", "-u", init, "-i", "NONE", ...files], {
    cwd: place.cwd,
    env: place.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const client = attach({ proc: child, options: { logger } });
  return {
    lua: (code, ...args) => client.lua(code, args),
    /** Resolves with what Lua sends by `vim.rpcnotify(1, name, …)`. */
    told: (name) =>
      new Promise((resolve) => {
        const listen = (method, args) => {
          if (method !== name) return;
          client.off("notification", listen);
          resolve(args);
        };
        client.on("notification", listen);
      }),
    async quit() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      client.command("qall!").catch(silent);
      await gone;
    },
  };
}
