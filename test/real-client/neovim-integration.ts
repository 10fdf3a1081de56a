/** A real Neovim with the plugin, controlled with keys. */
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { NeovimDriver } from "../neovim/driver.js";
import { Neovim } from "../neovim/neovim.js";
import type { Integration } from "./integration.js";

/** Contains TypeScript's language server. */
const programs = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

/** Starts a language server in Neovim for open files. */
const init = `
  vim.o.autoindent = false
  vim.api.nvim_create_autocmd("FileType", { pattern = "typescript", callback = function(args)
    vim.lsp.start({ name = "typescript", cmd = { "tsc", "--lsp", "--stdio" }, root_dir = vim.fs.root(args.buf, "tsconfig.json") })
  end })
  require("tandem").setup({ log_level = "debug", log_bodies = true })`;

export const neovimIntegration: Integration = {
  name: "Neovim",
  has: ["diagnostics", "code"],
  async launch({ folder, home, tmp }) {
    const env = {
      PATH: `${programs}${delimiter}${process.env.PATH}`,
      PYDEVD_DISABLE_FILE_VALIDATION: "1",
      // Where `tandem changes` looks by default, too.
      XDG_STATE_HOME: join(home, ".local", "state"),
      ...(tmp !== undefined && { TMPDIR: tmp }),
    };
    const neovim = await Neovim.start({ folder, home, init, env });
    // Attaches a UI, so that Neovim draws and asks questions.
    await neovim.client.uiAttach(120, 40, {});
    await neovim.until('return require("tandem").status().state == "running"');
    const { port, lock_file, log_file } = await neovim.lua<{ port: number; lock_file: string; log_file: string }>(
      'return require("tandem").status()',
    );
    return {
      driver: new NeovimDriver(neovim),
      name: "Neovim",
      port,
      lockFile: lock_file,
      clients: () =>
        neovim.lua<number>(`
          return #vim.tbl_filter(function(each) return each.isListening end, require("tandem").status().clients)`),
      async allowCode() {
        const code = await vi.waitFor(
          async () => {
            const waiting = await neovim.lua<{ code: string }[]>('return require("tandem.question").list()');
            if (!waiting[0]) throw new Error("Neovim has not asked about any code");
            return waiting[0].code;
          },
          { timeout: 30_000 },
        );
        await neovim.keys(":TandemAllow<CR>");
        return code;
      },
      wireLog: () => (existsSync(log_file) ? readFileSync(log_file, "utf8") : ""),
      stop: async () => {
        if (neovim.isRunning) await neovim.quit();
        await neovim.stop();
      },
      kill: async () => {
        await neovim.kill();
        await neovim.stop();
      },
    };
  },
};
