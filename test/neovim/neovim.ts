/** A real Neovim with the plugin, driven through its RPC: keys, commands and Lua. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attach, type NeovimClient } from "neovim";
import { neovimCommand } from "../../scripts/neovim.mjs";
import { removeFolder } from "../remove-folder.js";

export const pluginFolder = fileURLToPath(new URL("../../editors/neovim", import.meta.url));

type Logger = NonNullable<NonNullable<Parameters<typeof attach>[0]["options"]>["logger"]>;
function silent() {}
// The client calls these four and uses nothing that they return.
const quiet = { level: "error", info: silent, warn: silent, error: silent, debug: silent } as unknown as Logger;

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

/** Everything of it lives in one temporary directory and ends with `stop`. */
export class Neovim {
  readonly client: NeovimClient;
  readonly process: ChildProcess;
  /** The working directory. */
  readonly folder: string;
  readonly home: string;
  /** What it wrote to standard error. */
  readonly errors: string[] = [];
  readonly #directory: string;

  private constructor(client: NeovimClient, process: ChildProcess, folder: string, home: string, directory: string) {
    this.client = client;
    this.process = process;
    this.folder = folder;
    this.home = home;
    this.#directory = directory;
    // What was about to be said to one that has ended.
    process.stdin?.on("error", silent);
    process.stderr?.on("data", (data: Buffer) => this.errors.push(data.toString()));
  }

  static async start(options: NeovimOptions = {}): Promise<Neovim> {
    const command = neovimCommand();
    if (!command) throw new Error("There is no Neovim: npm test installs it");
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-nvim-")));
    const folder = options.folder ?? join(directory, "project");
    const home = options.home ?? join(directory, "home");
    for (const each of [folder, home]) mkdirSync(each, { recursive: true });
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
        ...(options.configDir && { CLAUDE_CONFIG_DIR: options.configDir }),
        ...options.env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const client = attach({ proc: child, options: { logger: quiet } });
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

  /** Types keys, as `nvim_input` takes them (`<Esc>`, `<lt>`), and resolves when Neovim has handled them. */
  async keys(keys: string): Promise<void> {
    await this.client.input(keys);
    await this.settled();
  }

  /** Resolves when what was typed and scheduled before is done. */
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

  /** Resolves when this Lua gives true. Neovim looks whenever something has happened in it, and every 5 ms. */
  async until(code: string, ...args: unknown[]): Promise<void> {
    const check = `local args = { ... }; local f = function(...) ${code} end
      return vim.wait(5000, function() return f(unpack(args)) end, 5)`;
    if (!(await this.lua(check, ...args))) throw new Error(`Did not come true within five seconds: ${code}`);
  }

  /** The lines of the current buffer, or of one by its number. */
  async lines(buffer = 0): Promise<string[]> {
    return await this.lua("return vim.api.nvim_buf_get_lines(..., 0, -1, false)", buffer);
  }

  /** Everything that \`:messages\` shows. */
  async messages(): Promise<string> {
    return await this.lua('return vim.api.nvim_exec2("messages", { output = true }).output');
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Ends it as a person does, and resolves when it is gone. */
  async quit(): Promise<void> {
    const gone = once(this.process, "exit");
    this.client.command("qall!").catch(() => {});
    await gone;
  }

  /** Ends it without a warning. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    await removeFolder(this.#directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
