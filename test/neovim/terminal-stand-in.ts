/** A fake Claude Code: a shell script that records how it was started and shows its input. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { removeFolder } from "../remove-folder.js";
import { Neovim, type NeovimOptions } from "./neovim.js";

const script = `#!/bin/sh
# A stand-in for Claude Code.
if [ "$1" = --help ]; then cat "$STAND_IN_FOLDER/help" 2>/dev/null; exit 0; fi
{
  for each in "$@"; do printf 'argument <%s>\\n' "$each"; done
  printf 'folder <%s>\\n' "$(pwd -P)"
  env
} > "$STAND_IN_FOLDER/start.$$"
mv "$STAND_IN_FOLDER/start.$$" "$STAND_IN_FOLDER/start"
stty raw -echo
printf 'stand-in is ready\\r\\n'
exec tee "$STAND_IN_FOLDER/input" | cat -v
`;

/** A fake sidecar that starts at once, fails or never gets ready, as the test requires. */
export const standInSidecar = `
_G.sidecar = { problem = nil, is_slow = false, waiting = {} }
package.loaded["tandem.sidecar"] = {
  start = function(callback)
    if _G.sidecar.is_slow then table.insert(_G.sidecar.waiting, callback) else callback(_G.sidecar.problem) end
  end,
  environment = function()
    return { CLAUDE_CODE_SSE_PORT = "12345", ENABLE_IDE_INTEGRATION = "true",
      NO_PROXY = "127.0.0.1,localhost,::1", no_proxy = "127.0.0.1,localhost,::1" }
  end,
}
_G.terminal = require("tandem.terminal")
vim.o.columns, vim.o.lines = 120, 40
vim.keymap.set({ "n", "i", "t", "v" }, "<F5>", function() terminal.toggle() end)
vim.keymap.set({ "n", "i", "t", "v" }, "<F6>", function() terminal.open() end)
vim.keymap.set({ "n", "i", "t", "v" }, "<F7>", function() terminal.focus() end)
`;

/** How long to wait, even on a busy machine. */
export function soon<T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll> {
  return expect.poll(look, { timeout: 10_000 });
}

/** A Neovim with the fake `claude`. */
export class Fixture implements AsyncDisposable {
  readonly nvim: Neovim;
  readonly directory: string;

  private constructor(nvim: Neovim, directory: string) {
    this.nvim = nvim;
    this.directory = directory;
  }

  /** `terminal` is that section of the options, in Lua. `init` runs after the fake sidecar is installed. */
  static async open(terminal = "{}", init = "", options: NeovimOptions = {}): Promise<Fixture> {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-stand-in-")));
    putStandIn(directory);
    const nvim = await Neovim.start({
      init: `${standInSidecar}\nrequire("tandem.config").set({ terminal = ${terminal} })
        -- It is asked for its help in the tests of that.
        require("tandem.config").get().terminal.ask_before_edits = false\n${init}`,
      ...options,
      env: standInEnvironment(directory, options.env),
    });
    return new Fixture(nvim, directory);
  }

  /** How the stand-in was started: its arguments, its folder and its environment. */
  async started(): Promise<{ args: string[]; folder: string; env: Record<string, string> }> {
    const file = join(this.directory, "start");
    await soon(() => existsSync(file)).toBe(true);
    const text = readFileSync(file, "utf8");
    const env = [...text.matchAll(/^([A-Za-z_]\w*)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
    return {
      args: [...text.matchAll(/^argument <([^>]*)>$/gm)].map(([, word = ""]) => word),
      folder: /^folder <([^>]*)>$/m.exec(text)?.[1] ?? "",
      env: Object.fromEntries(env),
    };
  }

  forget(): void {
    for (const name of ["start", "input"]) rmSync(join(this.directory, name), { force: true });
  }

  get wasStarted(): boolean {
    return existsSync(join(this.directory, "start"));
  }

  /** The bytes that were typed into it. */
  get input(): string {
    const file = join(this.directory, "input");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  /**
   * Waits until the stand-in accepts input. Doesn't check the terminal's text, because Neovim 0.10 sometimes omits the
   * first lines of a terminal that was opened from another terminal.
   */
  async ready(): Promise<void> {
    await soon(() => existsSync(join(this.directory, "input"))).toBe(true);
  }

  async screen(): Promise<string> {
    return await this.nvim.lua(`
      local buf = terminal.bufnr()
      return buf and vim.trim(table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\\n")) or ""`);
  }

  async mode(): Promise<string> {
    return await this.nvim.lua("return vim.api.nvim_get_mode().mode");
  }

  /** Waits for a mode: `t` is typing in a terminal. */
  async isIn(mode: string): Promise<void> {
    await soon(() => this.mode()).toBe(mode);
  }

  async isInTerminal(): Promise<boolean> {
    return await this.nvim.lua("return vim.api.nvim_get_current_buf() == terminal.bufnr()");
  }

  async isVisible(): Promise<boolean> {
    return await this.nvim.lua("return terminal.visible()");
  }

  /** The windows of the tab page, their sizes and the focus. */
  async layout(): Promise<unknown> {
    return await this.nvim.lua(`return {
      vim.inspect(vim.fn.winlayout()), vim.fn.winrestcmd(), vim.api.nvim_get_current_win(), vim.fn.winnr("#"),
      vim.fn.tabpagenr("$"), vim.fn.tabpagenr(), vim.fn.bufnr("#") }`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nvim.stop();
    await removeFolder(this.directory);
  }
}

/** Writes the script to `bin/claude` in the test's directory. */
export function putStandIn(directory: string): void {
  const bin = join(directory, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "claude"), script);
  chmodSync(join(bin, "claude"), 0o755);
}

export function standInEnvironment(directory: string, env: NeovimOptions["env"] = {}): Record<string, string> {
  return {
    PATH: `${join(directory, "bin")}:${process.env.PATH}`,
    STAND_IN_FOLDER: directory,
    SHELL: "/bin/sh",
    ...env,
  };
}
