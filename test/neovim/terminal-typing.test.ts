/** Typing into Claude Code's prompt, and Claude Code in a terminal outside Neovim. With a fake Claude Code. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Fixture, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("typing into it (a fake claude)", () => {
  async function ready(): Promise<Fixture> {
    const fixture = await Fixture.open();
    await fixture.nvim.lua("terminal.open()");
    await fixture.ready();
    return fixture;
  }

  test("types one line without pressing Enter", async () => {
    await using fixture = await ready();
    expect(await fixture.nvim.lua("return terminal.send(...)", 'what\'s `$HOME` "é"?')).toBe(true);
    await soon(() => fixture.input).toBe('what\'s `$HOME` "é"?');
    await fixture.nvim.lua('terminal.send(" more")');
    await soon(() => fixture.input).toBe('what\'s `$HOME` "é"? more');
  });

  test("pastes several lines with any line endings", async () => {
    await using fixture = await ready();
    await fixture.nvim.lua("terminal.send(...)", "one\r\n\ttwo\rthree\n");
    await soon(() => fixture.input).toBe("\u001b[200~one\n\ttwo\nthree\n\u001b[201~");
  });

  test("presses Enter if requested, separately from the next text", async () => {
    await using fixture = await ready();
    await fixture.nvim.command("TandemType! first thing");
    await fixture.nvim.lua('terminal.send("a\\nb", { enter = true })');
    await fixture.nvim.command("TandemType second");
    await soon(() => fixture.input).toBe("first thing\r\u001b[200~a\nb\u001b[201~\rsecond");
  });

  test("text can't press keys: escape sequences and control characters are removed", async () => {
    await using fixture = await ready();
    await fixture.nvim.lua("terminal.send(...)", "a\u0003b\u001b[201~\rc\u009b201~d\u0000e\u007f");
    await soon(() => fixture.input).toBe("\u001b[200~ab[201~\nc201~de\u001b[201~");
  });

  test("works without the window and the focus", async () => {
    await using fixture = await ready();
    await fixture.nvim.keys("<F5>ihello");
    expect(await fixture.isVisible()).toBe(false);
    await fixture.nvim.lua('terminal.send("unseen")');
    await soon(() => fixture.input).toBe("unseen");
    expect(await fixture.mode()).toBe("i");
    expect(await fixture.nvim.lines(1)).toEqual(["hello"]);
  });

  test("shows a message if Claude Code is not running", async () => {
    await using fixture = await Fixture.open();
    expect(await fixture.nvim.lua('return { terminal.send("a") }')).toEqual([
      false,
      "Claude Code isn't running in this Neovim. Start it with :TandemOpen",
    ]);
    expect(await fixture.nvim.lua("return select(2, terminal.send(nil))")).toContain("must be a string");
  });
});

describe("an external terminal (a fake claude)", () => {
  test("{} is replaced by the command, with the environment before it", async () => {
    // `env -i` clears the environment, like a terminal that is already running.
    await using fixture = await Fixture.open(
      '{ provider = "external", env = { OWN = "a $b \'c\'" }, external = { "env", "-i", "STAND_IN_FOLDER=" .. vim.env.STAND_IN_FOLDER, "PATH=" .. vim.env.PATH, "{}" } }',
    );
    const before = await fixture.layout();
    await fixture.nvim.lua('terminal.toggle({ "--resume", "a $b \'c\'" })');
    const { args, env, folder } = await fixture.started();
    expect(args).toEqual(["--resume", "a $b 'c'"]);
    expect(env).toMatchObject({ CLAUDE_CODE_SSE_PORT: "12345", OWN: "a $b 'c'", NO_PROXY: "127.0.0.1,localhost,::1" });
    expect(env.HOME).toBeUndefined();
    expect(folder).toBe(fixture.nvim.folder);
    expect(await fixture.layout()).toEqual(before);
  });

  test("%s is replaced by one quoted string", async () => {
    await using fixture = await Fixture.open(
      '{ provider = "external", env = { OWN = "a $b \'c\'" }, external = { "sh", "-c", "exec %s" } }',
    );
    await fixture.nvim.lua(`terminal.open({ "--resume", [[a $HOME 'c' "d" ; exit]] })`);
    const { args, env } = await fixture.started();
    expect(args).toEqual(["--resume", `a $HOME 'c' "d" ; exit`]);
    expect(env).toMatchObject({ CLAUDE_CODE_SSE_PORT: "12345", OWN: "a $b 'c'" });
  });

  test("a command at the end of the list is replaced", async () => {
    await using fixture = await Fixture.open('{ provider = "external", external = { "env", "-u", "HOME", "claude" } }');
    await fixture.nvim.lua('terminal.open("--continue")');
    const { args, env } = await fixture.started();
    expect(args).toEqual(["--continue"]);
    expect(env.HOME).toBeUndefined();
    expect(env.CLAUDE_CODE_SSE_PORT).toBe("12345");
  });

  test("a function is given command, environment and folder", async () => {
    await using fixture = await Fixture.open(
      '{ provider = "external", external = function(command, env, cwd) _G.given = { command, env.CLAUDE_CODE_SSE_PORT, cwd } end }',
    );
    await fixture.nvim.lua('terminal.open("--continue")');
    const words = [expect.stringMatching(/^\/.*\/claude$/), "--continue"];
    expect(await fixture.nvim.lua("return given")).toEqual([words, "12345", fixture.nvim.folder]);
  });

  test.for([
    ["{ provider = 'external' }", "has no command"],
    ["{ provider = 'external', external = { 'terminal-that-is-not-there', '{}' } }", "isn't on the PATH"],
    ["{ provider = 'external', external = function() error('no room', 0) end }", "no room"],
    [
      "{ provider = 'external', external = { 'sh', '-c', 'echo no display >&2; exit 4; %s' } }",
      "exited with code 4. no display",
    ],
  ])("reports an error: %s", async ([options = "", words = ""]) => {
    await using fixture = await Fixture.open(options);
    await fixture.nvim.lua("terminal.open()");
    await soon(() => fixture.nvim.messages()).toContain(words);
    expect(fixture.wasStarted).toBe(false);
  });

  const inTmux = needs("tmux");
  inTmux.test("environment lost: tmux, whose server has its own environment", async () => {
    await using fixture = await Fixture.open();
    const socket = join(fixture.directory, "tmux");
    const bare = { PATH: process.env.PATH ?? "", HOME: fixture.directory, TERM: "xterm-256color" };
    const tmux = (...args: string[]) => execFileSync("tmux", ["-S", socket, ...args], { env: bare, encoding: "utf8" });
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", "sh");
    try {
      const own = join(fixture.directory, "own folder");
      mkdirSync(own);
      await fixture.nvim.lua(
        `require("tandem.config").set({ terminal = { provider = "external",
           env = { PATH = vim.env.PATH, STAND_IN_FOLDER = vim.env.STAND_IN_FOLDER },
           external = { "tmux", "-S", ..., "split-window", "-h", "claude" } } })`,
        socket,
      );
      await fixture.nvim.lua("vim.api.nvim_set_current_dir(...)", own);
      await fixture.nvim.lua('terminal.open({ "--model", "a b" })');
      const { env, args, folder } = await fixture.started();
      expect(env).toMatchObject({ CLAUDE_CODE_SSE_PORT: "12345", ENABLE_IDE_INTEGRATION: "true" });
      expect(env.TMUX).toContain(socket);
      expect(args).toEqual(["--model", "a b"]);
      expect(folder).toBe(own);
    } finally {
      tmux("kill-server");
    }
  });
});
