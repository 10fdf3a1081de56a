/** Broken setups, and the first line that the doctor must print for each. */
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Home } from "./cli-command.js";
import { crash, rewrite, type SetUp, standIn, writeLock } from "./doctor-fixture.js";
import { oddSetUps } from "./doctor-odd-set-ups.js";

const settings = (home: Home, content: unknown, file = ".claude/settings.json") =>
  mkdir(dirname(join(home.path, file)), { recursive: true, mode: 0o700 }).then(() =>
    writeFile(join(home.path, file), typeof content === "string" ? content : JSON.stringify(content)),
  );

/** Each has one fault, except the last ones. */
export const setUps: readonly SetUp[] = [
  {
    title: "no editor was started",
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
    cause: /^✗ Tandem on port \d+ has a different folder open\.$/,
  },
  {
    title: "Claude Code is started above the editor's folder",
    make: async (home) => {
      await home.serve("src");
    },
    cause: /^✗ Tandem on port \d+ only has a subfolder of this folder open\.$/,
  },
  {
    title: "two editors serve the folder",
    make: async (home) => {
      await home.serve();
      await home.serve();
    },
    cause: /^✗ Two editors match this folder, so Claude Code picks none\.$/,
  },
  {
    title: "the editor has the folder open through a symbolic link",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await symlink(home.folder, join(home.path, "link"));
      await rewrite(lockFile, { workspaceFolders: [join(home.path, "link")] });
      return { cwd: join(home.path, "link") };
    },
    cause: /^✗ Tandem on port \d+ has this folder open through a symbolic link\.$/,
  },
  {
    title: "the lock has an old token",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await rewrite(lockFile, { authToken: "of yesterday" });
    },
    cause: /^✗ Tandem on port \d+ rejects the token in its lock file\.$/,
  },
  {
    title: "the lock has no token",
    make: async (home) => {
      const { lockFile } = await home.serve("--reject", "1008");
      await rewrite(lockFile, { authToken: undefined });
    },
    cause: /^✗ Tandem on port \d+ requires a token, but its lock file has none\.$/,
  },
  {
    title: "the editor hangs",
    make: async (home) => {
      const { server } = await home.serve();
      server.kill("SIGSTOP");
    },
    cause: /^✗ Tandem on port \d+ accepts the connection but doesn't answer\.$/,
  },
  {
    title: "the editor's process is alive, but its endpoint isn't",
    make: async (home) => {
      const running = await home.serve();
      await crash(running);
      await writeLock(home, running.port);
    },
    cause: /^✗ Ed on port \d+ is running, but nothing answers on that port\.$/,
  },
  {
    title: "automatic connection is turned off in the terminal",
    make: async (home) => {
      await home.serve();
      return { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "false" } };
    },
    cause: /^✗ CLAUDE_CODE_AUTO_CONNECT_IDE is off/,
  },
  {
    title: "automatic connection is turned off in the settings",
    make: async (home) => {
      await home.serve();
      await settings(home, { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "0" } });
    },
    cause: /^✗ CLAUDE_CODE_AUTO_CONNECT_IDE is off/,
  },
  {
    title: "a proxy blocks an older version",
    make: async (home) => {
      await home.serve();
      await home.install("claude", standIn("2.1.112", "default"));
      return { env: { https_proxy: "http://proxy.example:3128" } };
    },
    cause: /^✗ https_proxy sends Claude Code's connection to the editor to a proxy\.$/,
  },
  {
    title: "the permission mode turns reviews off",
    make: async (home) => {
      await home.serve();
      await settings(home, { permissions: { defaultMode: "acceptEdits" } });
    },
    cause: /^! You won't see reviews: the permission mode is "acceptEdits"\.$/,
  },
  {
    title: "the setting diffTool turns reviews off",
    make: async (home) => {
      await home.serve();
      await settings(home, { diffTool: "terminal" }, ".claude.json");
    },
    cause: /^! You won't see reviews: the setting diffTool is "terminal"\.$/,
  },
  {
    title: "the project's settings are broken",
    make: async (home) => {
      await home.serve();
      await settings(home, "{", "project/.claude/settings.json");
    },
    cause: /^! ~\/project\/\.claude\/settings\.json is invalid, so Claude Code ignores it\.$/,
  },
  {
    title: "Claude Code isn't installed",
    make: async (home) => {
      await home.serve();
      await rm(join(home.path, "bin", "claude"));
      return { env: { PATH: "/usr/bin:/bin" } };
    },
    cause: /^✗ Claude Code isn't installed, or not on your PATH\.$/,
  },
  {
    title: "others can read the token",
    make: async (home) => {
      const { lockFile } = await home.serve();
      await chmod(lockFile, 0o644);
    },
    cause: /^! ~\/\.claude\/ide\/\d+\.lock can be read by other users \(mode 0644\)\.$/,
  },
  {
    title: "the terminal's editor is gone",
    make: async () => ({ env: { CLAUDE_CODE_SSE_PORT: "41234", TERM_PROGRAM: "vscode" } }),
    cause: /^✗ CLAUDE_CODE_SSE_PORT names port 41234, but no editor uses it any more\.$/,
  },
  ...oddSetUps,
  {
    title: "everything works",
    make: async (home) => {
      await home.serve();
    },
    cause: /^✓ claude --ide \(2\.1\.325\) connects to Tandem on port \d+, but without reviews\.$/,
    exitCode: 0,
  },
];
