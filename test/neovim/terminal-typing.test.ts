/** Typing into Claude Code's prompt, and Claude Code in a terminal that is not Neovim's. What runs is a stand-in. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Stage, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("typing into it (a stand-in for claude)", () => {
  async function ready(): Promise<Stage> {
    const stage = await Stage.open();
    await stage.nvim.lua("terminal.open()");
    await stage.ready();
    return stage;
  }

  test("one line is typed, and Enter is not pressed", async () => {
    await using stage = await ready();
    expect(await stage.nvim.lua("return terminal.send(...)", 'what\'s `$HOME` "é"?')).toBe(true);
    await soon(() => stage.input).toBe('what\'s `$HOME` "é"?');
    await stage.nvim.lua('terminal.send(" more")');
    await soon(() => stage.input).toBe('what\'s `$HOME` "é"? more');
  });

  test("several lines are one paste, whatever their ends", async () => {
    await using stage = await ready();
    await stage.nvim.lua("terminal.send(...)", "one\r\n\ttwo\rthree\n");
    await soon(() => stage.input).toBe("\u001b[200~one\n\ttwo\nthree\n\u001b[201~");
  });

  test("Enter is pressed if asked for, by itself and before what is typed next", async () => {
    await using stage = await ready();
    await stage.nvim.command("TandemType! first thing");
    await stage.nvim.lua('terminal.send("a\\nb", { enter = true })');
    await stage.nvim.command("TandemType second");
    await soon(() => stage.input).toBe("first thing\r\u001b[200~a\nb\u001b[201~\rsecond");
  });

  test("a text cannot press keys: escape sequences and control characters are left out", async () => {
    await using stage = await ready();
    await stage.nvim.lua("terminal.send(...)", "a\u0003b\u001b[201~\rc\u009b201~d\u0000e\u007f");
    await soon(() => stage.input).toBe("\u001b[200~ab[201~\nc201~de\u001b[201~");
  });

  test("it needs neither the window nor the keyboard", async () => {
    await using stage = await ready();
    await stage.nvim.keys("<F5>ihello");
    expect(await stage.isVisible()).toBe(false);
    await stage.nvim.lua('terminal.send("unseen")');
    await soon(() => stage.input).toBe("unseen");
    expect(await stage.mode()).toBe("i");
    expect(await stage.nvim.lines(1)).toEqual(["hello"]);
  });

  test("without a Claude Code that runs it says so", async () => {
    await using stage = await Stage.open();
    expect(await stage.nvim.lua('return { terminal.send("a") }')).toEqual([
      false,
      "Claude Code does not run in this Neovim: :TandemOpen starts it",
    ]);
    expect(await stage.nvim.lua("return select(2, terminal.send(nil))")).toContain("must be a string");
  });
});

describe("an external terminal (a stand-in for claude)", () => {
  test("{} is replaced by the words of the command, with the environment in front of them", async () => {
    // `env -i` loses the environment, as a terminal does that runs already.
    await using stage = await Stage.open(
      '{ provider = "external", env = { OWN = "a $b \'c\'" }, external = { "env", "-i", "STAND_IN_FOLDER=" .. vim.env.STAND_IN_FOLDER, "PATH=" .. vim.env.PATH, "{}" } }',
    );
    const before = await stage.layout();
    await stage.nvim.lua('terminal.toggle({ "--resume", "a $b \'c\'" })');
    const { args, env, folder } = await stage.started();
    expect(args).toEqual(["--resume", "a $b 'c'"]);
    expect(env).toMatchObject({ CLAUDE_CODE_SSE_PORT: "12345", OWN: "a $b 'c'", NO_PROXY: "127.0.0.1,localhost,::1" });
    expect(env.HOME).toBeUndefined();
    expect(folder).toBe(stage.nvim.folder);
    expect(await stage.layout()).toEqual(before);
  });

  test("%s is replaced by one word for a shell", async () => {
    await using stage = await Stage.open(
      '{ provider = "external", env = { OWN = "a $b \'c\'" }, external = { "sh", "-c", "exec %s" } }',
    );
    await stage.nvim.lua(`terminal.open({ "--resume", [[a $HOME 'c' "d" ; exit]] })`);
    const { args, env } = await stage.started();
    expect(args).toEqual(["--resume", `a $HOME 'c' "d" ; exit`]);
    expect(env).toMatchObject({ CLAUDE_CODE_SSE_PORT: "12345", OWN: "a $b 'c'" });
  });

  test("a list that ends with the command itself has it in its place", async () => {
    await using stage = await Stage.open('{ provider = "external", external = { "env", "-u", "HOME", "claude" } }');
    await stage.nvim.lua('terminal.open("--continue")');
    const { args, env } = await stage.started();
    expect(args).toEqual(["--continue"]);
    expect(env.HOME).toBeUndefined();
    expect(env.CLAUDE_CODE_SSE_PORT).toBe("12345");
  });

  test("a function is given command, environment and folder", async () => {
    await using stage = await Stage.open(
      '{ provider = "external", external = function(command, env, cwd) _G.given = { command, env.CLAUDE_CODE_SSE_PORT, cwd } end }',
    );
    await stage.nvim.lua('terminal.open("--continue")');
    const words = [expect.stringMatching(/^\/.*\/claude$/), "--continue"];
    expect(await stage.nvim.lua("return given")).toEqual([words, "12345", stage.nvim.folder]);
  });

  test.for([
    ["{ provider = 'external' }", "has no command"],
    ["{ provider = 'external', external = { 'terminal-that-is-not-there', '{}' } }", "is not on the PATH"],
    ["{ provider = 'external', external = function() error('no room', 0) end }", "no room"],
    [
      "{ provider = 'external', external = { 'sh', '-c', 'echo no display >&2; exit 4; %s' } }",
      "exit code 4. no display",
    ],
  ])("what goes wrong is said: %s", async ([options = "", words = ""]) => {
    await using stage = await Stage.open(options);
    await stage.nvim.lua("terminal.open()");
    await soon(() => stage.nvim.messages()).toContain(words);
    expect(stage.wasStarted).toBe(false);
  });

  const inTmux = needs("tmux");
  inTmux.test("environment lost: tmux, whose server has an environment of its own", async () => {
    await using stage = await Stage.open();
    const socket = join(stage.directory, "tmux");
    const bare = { PATH: process.env.PATH ?? "", HOME: stage.directory, TERM: "xterm-256color" };
    const tmux = (...args: string[]) => execFileSync("tmux", ["-S", socket, ...args], { env: bare, encoding: "utf8" });
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", "sh");
    try {
      const own = join(stage.directory, "own folder");
      mkdirSync(own);
      await stage.nvim.lua(
        `require("tandem.config").set({ terminal = { provider = "external",
           env = { PATH = vim.env.PATH, STAND_IN_FOLDER = vim.env.STAND_IN_FOLDER },
           external = { "tmux", "-S", ..., "split-window", "-h", "claude" } } })`,
        socket,
      );
      await stage.nvim.lua("vim.api.nvim_set_current_dir(...)", own);
      await stage.nvim.lua('terminal.open({ "--model", "a b" })');
      const { env, args, folder } = await stage.started();
      expect(env).toMatchObject({ CLAUDE_CODE_SSE_PORT: "12345", ENABLE_IDE_INTEGRATION: "true" });
      expect(env.TMUX).toContain(socket);
      expect(args).toEqual(["--model", "a b"]);
      expect(folder).toBe(own);
    } finally {
      tmux("kill-server");
    }
  });
});
