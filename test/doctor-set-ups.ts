/** Broken set-ups, and what the first line of the doctor must say of each. */
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Home } from "./cli-command.js";
import { oddSetUps } from "./doctor-odd-set-ups.js";
import { crash, rewrite, type SetUp, standIn, writeLock } from "./doctor-stage.js";

const settings = (home: Home, content: unknown, file = ".claude/settings.json") =>
  mkdir(dirname(join(home.path, file)), { recursive: true, mode: 0o700 }).then(() =>
    writeFile(join(home.path, file), typeof content === "string" ? content : JSON.stringify(content)),
  );

/** Each is broken in one way, but for the last ones. */
export const setUps: readonly SetUp[] = [
  {
    title: "nothing was started",
    make: async () => {},
    cause: /^✗ No editor is running/,
  },
  {
    title: "the editor crashed",
    make: async (home) => {
      await crash(await home.serve());
    },
    cause: /^✗ Tandem on port \d+ is gone, but its lock file is still there\.$/,
  },
  {
    title: "the editor serves another folder",
    make: async (home) => {
      await home.serve();
      const other = join(home.path, "other");
      await mkdir(other);
      return { cwd: other };
    },
    cause: /^✗ Tandem on port \d+ has another folder open, not this one\.$/,
  },
  {
    title: "Claude Code is started above the editor's folder",
    make: async (home) => {
      await home.serve("src");
    },
    cause: /^✗ Tandem on port \d+ has only a folder below this one open\.$/,
  },
  {
    title: "two editors serve the folder",
    make: async (home) => {
      await home.serve();
      await home.serve();
    },
    cause: /^✗ Two editors fit this folder, so Claude Code picks none\.$/,
  },
  {
    title: "the editor names the folder by a symbolic link",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await symlink(home.folder, join(home.path, "link"));
      await rewrite(lockFile, { workspaceFolders: [join(home.path, "link")] });
      return { cwd: join(home.path, "link") };
    },
    cause: /^✗ Tandem on port \d+ has this folder open through a symbolic link\.$/,
  },
  {
    title: "the lock holds an old token",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await rewrite(lockFile, { authToken: "of yesterday" });
    },
    cause: /^✗ Tandem on port \d+ refuses the token that is in its lock\.$/,
  },
  {
    title: "the lock holds no token",
    make: async (home) => {
      const { lockFile } = await home.serve("--reject", "1008");
      await rewrite(lockFile, { authToken: undefined });
    },
    cause: /^✗ The lock of Tandem on port \d+ holds no token/,
  },
  {
    title: "the editor hangs",
    make: async (home) => {
      const { server } = await home.serve();
      server.kill("SIGSTOP");
    },
    cause: /^✗ Tandem on port \d+ takes the connection and then does not answer\.$/,
  },
  {
    title: "the editor's process lives and its endpoint does not",
    make: async (home) => {
      const running = await home.serve();
      await crash(running);
      await writeLock(home, running.port);
    },
    cause: /^✗ Ed on port \d+ is running, but nothing answers at that port\.$/,
  },
  {
    title: "the automatic connection is turned off in the terminal",
    make: async (home) => {
      await home.serve();
      return { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "false" } };
    },
    cause: /^✗ CLAUDE_CODE_AUTO_CONNECT_IDE is off/,
  },
  {
    title: "the automatic connection is turned off in the settings",
    make: async (home) => {
      await home.serve();
      await settings(home, { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "0" } });
    },
    cause: /^✗ CLAUDE_CODE_AUTO_CONNECT_IDE is off/,
  },
  {
    title: "a proxy is in the way of an older release",
    make: async (home) => {
      await home.serve();
      await home.install("claude", standIn("2.1.112", "default"));
      return { env: { https_proxy: "http://proxy.example:3128" } };
    },
    cause: /^✗ https_proxy sends Claude Code's connection to the editor to a proxy\.$/,
  },
  {
    title: "reviews never come, by the permission mode",
    make: async (home) => {
      await home.serve();
      await settings(home, { permissions: { defaultMode: "acceptEdits" } });
    },
    cause: /^! Reviews never come: the permission mode is "acceptEdits"\.$/,
  },
  {
    title: "reviews never come, by the setting diffTool",
    make: async (home) => {
      await home.serve();
      await settings(home, { diffTool: "terminal" }, ".claude.json");
    },
    cause: /^! Reviews never come: the setting diffTool is "terminal"\.$/,
  },
  {
    title: "the project's settings are broken",
    make: async (home) => {
      await home.serve();
      await settings(home, "{", "project/.claude/settings.json");
    },
    cause: /^! ~\/project\/\.claude\/settings\.json is broken, so Claude Code skips it\.$/,
  },
  {
    title: "Claude Code is not installed",
    make: async (home) => {
      await home.serve();
      await rm(join(home.path, "bin", "claude"));
      return { env: { PATH: "/usr/bin:/bin" } };
    },
    cause: /^✗ Claude Code is not installed, or not on your PATH\.$/,
  },
  {
    title: "others may read the token",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await chmod(lockFile, 0o644);
    },
    cause: /^! ~\/\.claude\/ide\/\d+\.lock can be read by other users \(mode 0644\)\.$/,
  },
  {
    title: "the terminal is of an editor that is gone",
    make: async () => ({ env: { CLAUDE_CODE_SSE_PORT: "41234", TERM_PROGRAM: "vscode" } }),
    cause: /^✗ CLAUDE_CODE_SSE_PORT names port 41234, where no editor is any more\.$/,
  },
  ...oddSetUps,
  {
    title: "all is well",
    make: async (home) => {
      await home.serve();
    },
    cause: /^✓ All is well: claude --ide \(2\.1\.325\) connects to Tandem on port \d+\.$/,
    exitCode: 0,
  },
];
