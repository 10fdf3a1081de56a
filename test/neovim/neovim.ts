/** A real Neovim with the plugin, driven through its RPC: keys, commands and Lua. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attach, type NeovimClient } from "neovim";
import { neovimCommand } from "../../scripts/neovim.mjs";
import { showOnFailure } from "../on-failure.js";
import { removeFolder } from "../remove-folder.js";

export const pluginFolder = fileURLToPath(new URL("../../editors/neovim", import.meta.url));

type Logger = NonNullable<NonNullable<Parameters<typeof attach>[0]["options"]>["logger"]>;
function noop() {}
// The client only calls these four methods, and ignores what they return.
const silentLogger = { level: "error", info: noop, warn: noop, error: noop, debug: noop } as unknown as Logger;

export interface NeovimOptions {
  /** The working directory; by default a new one. */
  readonly folder?: string;
  readonly home?: string;
  readonly configDir?: string;
  /** Files to open, and other arguments. */
  readonly args?: readonly string[];
  /** Lua that is run instead of the user's init.lua, with the plugin in the runtimepath. By default `setup()`. */
  readonly init?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** All of its files are in one temporary directory, which `stop` removes. */
export class Neovim {
  readonly client: NeovimClient;
  readonly process: ChildProcess;
  /** The working directory. */
  readonly folder: string;
  readonly home: string;
  /** Its standard error. */
  readonly errors: string[] = [];
  readonly #directory: string;
  readonly #closeScreen = showOnFailure("Neovim shows", () => this.screen());

  private constructor(client: NeovimClient, process: ChildProcess, folder: string, home: string, directory: string) {
    this.client = client;
    this.process = process;
    this.folder = folder;
    this.home = home;
    this.#directory = directory;
    // Writing to a process that has exited fails.
    process.stdin?.on("error", noop);
    process.stderr?.on("data", (data: Buffer) => this.errors.push(data.toString()));
  }

  static async start(options: NeovimOptions = {}): Promise<Neovim> {
    const command = neovimCommand();
    if (!command) throw new Error("There is no Neovim: npm test installs it");
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-nvim-")));
    const folder = options.folder ?? join(directory, "project");
    const home = options.home ?? join(directory, "home");
    for (const path of [folder, home]) mkdirSync(path, { recursive: true });
    const init = join(directory, "init.lua");
    writeFileSync(
      init,
      `vim.opt.runtimepath:prepend(${JSON.stringify(pluginFolder)})\n${options.init ?? 'require("tandem").setup()'}\n`,
    );
    const xdg = (name: string) => {
      const path = join(directory, name);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const child = spawn(command, ["--embed", "--headless", "-u", init, "-i", "NONE", ...(options.args ?? [])], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        LANG: "C.UTF-8",
        HOME: home,
        XDG_CONFIG_HOME: xdg("config"),
        XDG_DATA_HOME: xdg("data"),
        XDG_STATE_HOME: xdg("state"),
        XDG_CACHE_HOME: xdg("cache"),
        XDG_RUNTIME_DIR: xdg("run"),
        TMPDIR: xdg("tmp"),
        ...(options.configDir && { CLAUDE_CONFIG_DIR: options.configDir }),
        ...options.env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const client = attach({ proc: child, options: { logger: silentLogger } });
    return new Neovim(client, child, folder, home, directory);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Runs Lua; arguments are in `...`. */
  async lua<T = unknown>(code: string, ...args: unknown[]): Promise<T> {
    return (await this.client.lua(code, args as never[])) as T;
  }

  async command(command: string): Promise<void> {
    await this.client.command(command);
  }

  /** Types keys in the notation of `nvim_input` (`<Esc>`, `<lt>`), and resolves when Neovim has handled them. */
  async keys(keys: string): Promise<void> {
    await this.client.input(keys);
    await this.settled();
  }

  /** Resolves when everything typed and scheduled so far is done. */
  async settled(): Promise<void> {
    await this.lua(
      `
      local id = ...
      _G.tandem_test_settled = _G.tandem_test_settled or {}
      vim.schedule(function() _G.tandem_test_settled[id] = true end)`,
      String(process.hrtime.bigint()),
    );
    await this.lua("return 1");
  }

  /** Resolves when this Lua returns true. Neovim checks after each event, and every 5 ms. */
  async until(code: string, ...args: unknown[]): Promise<void> {
    const check = `local args = { ... }; local f = function(...) ${code} end
      return vim.wait(5000, function() return f(unpack(args)) end, 5)`;
    if (!(await this.lua(check, ...args))) throw new Error(`Did not come true within five seconds: ${code}`);
  }

  /** The lines of the current buffer, or of one by its number. */
  async lines(buffer = 0): Promise<string[]> {
    return await this.lua("return vim.api.nvim_buf_get_lines(..., 0, -1, false)", buffer);
  }

  /** Everything that `:messages` shows. */
  async messages(): Promise<string> {
    return await this.lua('return vim.api.nvim_exec2("messages", { output = true }).output');
  }

  /** What the user sees: the current window, messages, and what Neovim printed. */
  async screen(): Promise<string> {
    const printed = this.errors.join("").trim();
    if (!this.isRunning) return `Neovim has exited.\n${printed}`;
    // Neovim answers this even while it waits for a key.
    const { mode, blocking } = await this.client.mode;
    if (blocking) return `Neovim waits for a key (mode ${mode}).\n${printed}`;
    const [name, cursor, status] = await this.lua<string[]>(`
      local cursor = vim.api.nvim_win_get_cursor(0)
      local _, status = pcall(function() return require("tandem").status() end)
      return {
        vim.api.nvim_buf_get_name(0),
        cursor[1] .. ":" .. cursor[2],
        (vim.inspect(status):gsub("%s+", " ")),
      }`);
    const lines = (await this.lines()).slice(0, 20);
    const messages = await this.messages();
    return [
      ...[`${name} at ${cursor} in mode ${mode}`, ...lines.map((line) => `| ${line}`)],
      ...[`:messages`, messages, `status ${status}`, printed],
    ].join("\n");
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Quits it as a user would, and resolves when it has exited. */
  async quit(): Promise<void> {
    const exited = once(this.process, "exit");
    this.client.command("qall!").catch(() => {});
    await exited;
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await exited;
  }

  async stop(): Promise<void> {
    await this.#closeScreen();
    await this.kill();
    await removeFolder(this.#directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
