/** Unusual setups: leftovers, strange names, variables that are only set in one terminal. */
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SetUp } from "./doctor-fixture.js";

export const oddSetUps: readonly SetUp[] = [
  {
    title: "the editor was started with another CLAUDE_CONFIG_DIR",
    make: async (home) => {
      const server = home.start(["serve", "--json"], { env: { CLAUDE_CONFIG_DIR: join(home.path, "other") } });
      await server.printed(/^\{"port".*\n/);
    },
    cause: /^✗ Tandem on port \d+ uses a different CLAUDE_CONFIG_DIR from this terminal\.$/,
  },
  {
    title: "CLAUDE_CONFIG_DIR contains an unexpanded tilde",
    make: async () => ({ env: { CLAUDE_CONFIG_DIR: "~/.claude" } }),
    cause: /^✗ CLAUDE_CONFIG_DIR is "~\/\.claude", which isn't an absolute path\.$/,
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
    cause: /^✗ The lock file of Tandem on port 9999 contains port \d+\.$/,
  },
  {
    title: "the lock starts with a byte-order mark",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await writeFile(lockFile, `\uFEFF${await readFile(lockFile, "utf8")}`);
    },
    cause: /^✗ ~\/\.claude\/ide\/\d+\.lock isn't a valid lock file\.$/,
  },
  {
    title: "the lock directory is a link to a missing disk",
    make: async (home) => {
      await mkdir(join(home.path, ".claude"));
      await symlink("/no/such/disk", home.lockDirectory);
    },
    cause: /^✗ ~\/\.claude\/ide is a broken link, so editors can't write lock files\.$/,
  },
  {
    title: "the Neovim plugin was never built (a fake Neovim)",
    make: async (home) => {
      await home.install("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
      const plugin = join(home.path, ".local/share/nvim/lazy/tandem/lua/tandem");
      await mkdir(plugin, { recursive: true });
      await writeFile(join(plugin, "sidecar.lua"), "");
    },
    cause: /^✗ Tandem's plugin for Neovim has no sidecar because it wasn't built\.$/,
  },
  {
    title: "only a broken link is left of Claude Code",
    make: async (home) => {
      await home.serve();
      await rm(join(home.path, "bin", "claude"));
      await symlink("/nowhere/claude", join(home.path, "bin", "claude"));
      return { env: { PATH: `${join(home.path, "bin")}:/usr/bin:/bin` } };
    },
    cause: /^✗ Claude Code is installed, but it doesn't run\.$/,
  },
  {
    title: "everything works in a folder with spaces, accents and an escape sequence in its name",
    make: async (home) => {
      const cwd = join(home.path, "my  pröject \u001b[31m編");
      await mkdir(cwd);
      await home.serve(cwd);
      return { cwd };
    },
    cause: /^✓ claude --ide/,
    exitCode: 0,
  },
];
