/** A Neovim for measuring, with all of its files in a temporary directory. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attach } from "neovim";
import { neovimCommand } from "../../scripts/neovim.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";

export const pluginFolder = fileURLToPath(new URL("../../editors/neovim", import.meta.url));
const silent = () => {};
const logger = { level: "error", info: silent, warn: silent, error: silent, debug: silent };

/** Creates a home, a project with one file of 1000 lines, and Neovim's folders. */
export function createFixture() {
  const directory = temporaryDirectory();
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
    /** Writes an init.lua and returns its path. */
    init(name, lua) {
      const path = join(directory, `${name}.lua`);
      writeFileSync(path, lua);
      return path;
    },
    command: neovimCommand(),
    cwd: join(directory, "project"),
  };
}

/** Starts Neovim with RPC on standard input and output. */
export function startEditor(fixture, init, files = []) {
  const child = spawn(fixture.command, ["--embed", "--headless", "-u", init, "-i", "NONE", ...files], {
    cwd: fixture.cwd,
    env: fixture.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const client = attach({ proc: child, options: { logger } });
  return {
    lua: (code, ...args) => client.lua(code, args),
    /** Resolves to the arguments of the next `vim.rpcnotify(1, name, …)`. */
    notified: (name) =>
      new Promise((resolve) => {
        const listen = (method, args) => {
          if (method !== name) return;
          client.off("notification", listen);
          resolve(args);
        };
        client.on("notification", listen);
      }),
    async quit() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      client.command("qall!").catch(silent);
      await exited;
    },
  };
}
