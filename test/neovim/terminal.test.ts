/** Claude Code's terminal in a real Neovim with a fake Claude Code. The real client is tested elsewhere. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Fixture, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("the command (a fake claude)", () => {
  test("has the environment by which Claude Code finds this Neovim, and the user's", async () => {
    await using fixture = await Fixture.open('{ env = { MY_OWN = "a $HOME \\"b\\"", NUMBER = 7 } }', "", {
      env: { FROM_OUTSIDE: "kept" },
    });
    await fixture.nvim.lua("terminal.open()");
    const { env, args, folder } = await fixture.started();
    expect(env).toMatchObject({
      CLAUDE_CODE_SSE_PORT: "12345",
      ENABLE_IDE_INTEGRATION: "true",
      MY_OWN: 'a $HOME "b"',
      NUMBER: "7",
      FROM_OUTSIDE: "kept",
      HOME: fixture.nvim.home,
    });
    expect(env.NVIM).toBeTruthy();
    expect(args).toEqual([]);
    expect(folder).toBe(fixture.nvim.folder);
  });

  test("environment lost: it is set again after Claude Code was restarted", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.lua("terminal.open()");
    await fixture.started();
    await fixture.nvim.lua("terminal.close()");
    fixture.forget();
    await fixture.nvim.lua("terminal.open()");
    expect((await fixture.started()).env.CLAUDE_CODE_SSE_PORT).toBe("12345");
  });

  test("http_proxy breaks loopback: loopback is added to the user's NO_PROXY", async () => {
    await using fixture = await Fixture.open(
      '{ env = { http_proxy = "http://127.0.0.1:9", NO_PROXY = "corp.example, localhost" } }',
    );
    await fixture.nvim.lua("terminal.open()");
    const { env } = await fixture.started();
    expect(env).toMatchObject({
      http_proxy: "http://127.0.0.1:9",
      NO_PROXY: "corp.example,localhost,127.0.0.1,::1",
      no_proxy: "127.0.0.1,localhost,::1",
    });
  });

  test("$, spaces and quotes in arguments arrive as they are", async () => {
    await using fixture = await Fixture.open();
    const odd = ["--model", "a b", "$HOME", "'", '"', "`id`", "; exit", "*", "%", "#", "\\", "é"];
    await fixture.nvim.lua("terminal.open(...)", odd);
    expect((await fixture.started()).args).toEqual(odd);
  });

  test("$, spaces and quotes on the command line are split as in a shell, without expansion", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.command(String.raw`TandemOpen --resume "a $HOME \"b\"" 'c "d" \' e\ f $PATH --x="1 2" ''`);
    expect((await fixture.started()).args).toEqual([
      "--resume",
      'a $HOME "b"',
      'c "d" \\',
      "e f",
      "$PATH",
      "--x=1 2",
      "",
    ]);
  });

  test("an unmatched quote is reported, and nothing is started", async () => {
    await using fixture = await Fixture.open();
    const result = await fixture.nvim.lua<[boolean, string]>(`return { terminal.open('--resume "abc') }`);
    expect(result).toEqual([false, 'Unmatched " in: --resume "abc']);
    expect(await fixture.nvim.messages()).toContain("Unmatched");
    expect(await fixture.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
  });

  test("$, spaces and quotes in the working directory", async () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-odd-")));
    try {
      const odd = join(directory, `a $HOME 'b' "c" %d #e [f]`);
      await using fixture = await Fixture.open("{}", "", { folder: odd });
      await fixture.nvim.lua("terminal.open()");
      expect((await fixture.started()).folder).toBe(odd);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test("the working directory is the window's, not Neovim's", async () => {
    await using fixture = await Fixture.open();
    const own = join(fixture.directory, "own");
    mkdirSync(own);
    await fixture.nvim.command(`lcd ${own}`);
    await fixture.nvim.lua("terminal.open()");
    expect((await fixture.started()).folder).toBe(own);
  });

  test("resume and continue", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.lua("terminal.resume()");
    expect((await fixture.started()).args).toEqual(["--resume"]);
    await fixture.nvim.lua("terminal.close()");
    fixture.forget();
    await fixture.nvim.lua("terminal.continue()");
    expect((await fixture.started()).args).toEqual(["--continue"]);
  });

  test("arguments for a running Claude Code show a message", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.lua("terminal.open()");
    await fixture.ready();
    fixture.forget();
    await fixture.nvim.lua('terminal.toggle("--resume")');
    expect(await fixture.nvim.messages()).toContain("Already running");
    expect(await fixture.isVisible()).toBe(true);
    expect(fixture.wasStarted).toBe(false);
  });

  test("a command as one line, with a program in the home directory", async () => {
    await using fixture = await Fixture.open("{ command = '~/my-claude --verbose \"a b\"' }");
    await fixture.nvim.lua(
      "vim.uv.fs_symlink(..., vim.env.HOME .. '/my-claude')",
      join(fixture.directory, "bin/claude"),
    );
    await fixture.nvim.lua('terminal.open("--continue")');
    expect((await fixture.started()).args).toEqual(["--verbose", "a b", "--continue"]);
  });

  test("finds the program on the PATH in terminal.env", async () => {
    await using fixture = await Fixture.open(
      '{ env = { PATH = vim.env.STAND_IN_FOLDER .. "/bin:/usr/bin:/bin" } }',
      'vim.env.PATH = "/usr/bin:/bin"',
    );
    await fixture.nvim.lua("terminal.open()");
    await fixture.started();
  });

  test.for([
    ["claude-that-is-not-there", "isn't on the PATH"],
    ["/nowhere/claude", "isn't executable"],
  ])("a missing program (%s) is reported, and nothing is opened", async ([program, words]) => {
    await using fixture = await Fixture.open(`{ command = { "${program}" } }`);
    const before = await fixture.layout();
    const buffers = await fixture.nvim.lua("return #vim.api.nvim_list_bufs()");
    for (const verb of ["open", "toggle", "focus"]) {
      const [ok, problem] = await fixture.nvim.lua<[boolean, string]>(`return { terminal.${verb}() }`);
      expect(ok).toBe(false);
      expect(problem).toMatch(new RegExp(`${program} ${words}.*terminal\\.command`));
    }
    expect(await fixture.nvim.messages()).toContain(words);
    expect(await fixture.layout()).toEqual(before);
    expect(await fixture.nvim.lua("return #vim.api.nvim_list_bufs()")).toBe(buffers);
  });

  test("no room for its window gives an error without a stack trace, and leaves no buffer", async () => {
    await using fixture = await Fixture.open('{ side = "bottom" }');
    await fixture.nvim.lua("vim.o.winheight = 3; vim.o.winminheight = 3; vim.o.lines = 6");
    const before = await fixture.nvim.lua("return { #vim.api.nvim_list_bufs(), vim.fn.winlayout() }");
    await fixture.nvim.lua("terminal.open()");
    await soon(() => fixture.nvim.messages()).toBe("Not enough room for Claude Code's window");
    expect(await fixture.nvim.lua("return { #vim.api.nvim_list_bufs(), vim.fn.winlayout() }")).toEqual(before);
    await fixture.nvim.lua("vim.o.lines = 24; terminal.open()");
    await fixture.started();
  });

  test("completes known arguments", async () => {
    await using fixture = await Fixture.open();
    expect(await fixture.nvim.lua("return require('tandem.terminal.command').complete('--re')")).toEqual(["--resume"]);
    expect(await fixture.nvim.lua("return require('tandem.terminal.command').complete('--c')")).toEqual(["--continue"]);
    expect(
      await fixture.nvim.lua(
        "return vim.tbl_contains(require('tandem.terminal.command').complete(''), '--permission-mode')",
      ),
    ).toBe(true);
  });
});

describe("the endpoint (a fake sidecar)", () => {
  test("if it fails, a message is shown and Claude Code starts anyway", async () => {
    await using fixture = await Fixture.open("{}", '_G.sidecar.problem = "there is no Node"');
    await fixture.nvim.lua("terminal.open()");
    const { env } = await fixture.started();
    expect(env.CLAUDE_CODE_SSE_PORT).toBeUndefined();
    expect(await fixture.nvim.messages()).toContain("Starting Claude Code without Tandem: there is no Node");
  });

  test("Claude Code and queued text wait for it", async () => {
    await using fixture = await Fixture.open("{}", "_G.sidecar.is_slow = true");
    await fixture.nvim.lua("terminal.open()");
    await fixture.nvim.lua('terminal.send("early")');
    expect(await fixture.isVisible()).toBe(false);
    expect(fixture.wasStarted).toBe(false);
    await fixture.nvim.lua("_G.sidecar.waiting[1]()");
    await fixture.started();
    await soon(() => fixture.input).toBe("early");
  });

  test("a user who has waited gets the focus in the terminal", async () => {
    await using fixture = await Fixture.open("{}", "_G.sidecar.is_slow = true");
    await fixture.nvim.keys("<F5>");
    await fixture.nvim.lua("_G.sidecar.waiting[1]()");
    await fixture.isIn("t");
  });

  test("terminal steals focus: a user who has typed in the meantime keeps the focus", async () => {
    await using fixture = await Fixture.open("{}", "_G.sidecar.is_slow = true");
    await fixture.nvim.keys("<F5>ihello");
    await fixture.nvim.lua("_G.sidecar.waiting[1]()");
    await fixture.ready();
    await fixture.nvim.keys(" world");
    expect(await fixture.mode()).toBe("i");
    expect(await fixture.nvim.lines()).toEqual(["hello world"]);
    expect(await fixture.isVisible()).toBe(true);
  });

  test("closing while waiting starts nothing", async () => {
    await using fixture = await Fixture.open("{}", "_G.sidecar.is_slow = true");
    await fixture.nvim.lua("terminal.open()");
    await fixture.nvim.lua("terminal.close()");
    await fixture.nvim.lua("_G.sidecar.waiting[1]()");
    await fixture.nvim.settled();
    expect(await fixture.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
    expect(fixture.wasStarted).toBe(false);
  });
});
