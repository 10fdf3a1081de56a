/** Set-ups that nobody plans: leftovers, strange names, variables that are set in one place only. */
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SetUp } from "./doctor-stage.js";

export const oddSetUps: readonly SetUp[] = [
  {
    title: "the editor was started with another CLAUDE_CONFIG_DIR",
    make: async (home) => {
      const server = home.start(["serve", "--json"], { env: { CLAUDE_CONFIG_DIR: join(home.path, "other") } });
      await server.printed(/^\{"port".*\n/);
    },
    cause: /^✗ Tandem on port \d+ uses another CLAUDE_CONFIG_DIR than this terminal\.$/,
  },
  {
    title: "CLAUDE_CONFIG_DIR holds a tilde that no shell has seen",
    make: async () => ({ env: { CLAUDE_CONFIG_DIR: "~/.claude" } }),
    cause: /^✗ CLAUDE_CONFIG_DIR is "~\/\.claude", which is not an absolute path\.$/,
  },
  {
    title: "the terminal names the editor of another folder",
    make: async (home) => {
      const other = await home.serve(join(home.path, "bin"));
      await home.serve();
      return { env: { CLAUDE_CODE_SSE_PORT: String(other.port) } };
    },
    cause: /^! CLAUDE_CODE_SSE_PORT picks Tandem on port \d+, not Tandem on port \d+\.$/,
  },
  {
    title: "the lock was renamed",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await rename(lockFile, join(home.lockDirectory, "9999.lock"));
    },
    cause: /^✗ The lock of Tandem on port 9999 names port \d+ inside\.$/,
  },
  {
    title: "the lock begins with a byte-order mark",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await writeFile(lockFile, `\uFEFF${await readFile(lockFile, "utf8")}`);
    },
    cause: /^✗ ~\/\.claude\/ide\/\d+\.lock does not hold a lock\.$/,
  },
  {
    title: "the lock directory is a link to a disk that is not there",
    make: async (home) => {
      await mkdir(join(home.path, ".claude"));
      await symlink("/no/such/disk", home.lockDirectory);
    },
    cause: /^✗ ~\/\.claude\/ide is a link that leads nowhere, so no editor can announce itself\.$/,
  },
  {
    title: "the plugin for Neovim was never built (a stand-in for Neovim)",
    make: async (home) => {
      await home.install("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
      const plugin = join(home.path, ".local/share/nvim/lazy/tandem/lua/tandem");
      await mkdir(plugin, { recursive: true });
      await writeFile(join(plugin, "sidecar.lua"), "");
    },
    cause: /^✗ Tandem's plugin for Neovim lacks its sidecar: it was not built\.$/,
  },
  {
    title: "what is left of Claude Code is a link to nothing",
    make: async (home) => {
      await home.serve();
      await rm(join(home.path, "bin", "claude"));
      await symlink("/nowhere/claude", join(home.path, "bin", "claude"));
      return { env: { PATH: `${join(home.path, "bin")}:/usr/bin:/bin` } };
    },
    cause: /^✗ Claude Code is installed, but it does not run\.$/,
  },
  {
    title: "all is well in a folder with spaces, accents and an escape sequence in its name",
    make: async (home) => {
      const cwd = join(home.path, "my  pröject \u001b[31m編");
      await mkdir(cwd);
      await home.serve(cwd);
      return { cwd };
    },
    cause: /^✓ All is well/,
    exitCode: 0,
  },
];
