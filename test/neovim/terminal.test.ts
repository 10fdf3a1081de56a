/** Claude Code's terminal in a real Neovim. What runs in it is a stand-in; the real client is run elsewhere. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Stage, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("what is started (a stand-in for claude)", () => {
  test("it has the environment by which Claude Code finds this Neovim, and the user's own", async () => {
    await using stage = await Stage.open('{ env = { MY_OWN = "a $HOME \\"b\\"", NUMBER = 7 } }', "", {
      env: { FROM_OUTSIDE: "kept" },
    });
    await stage.nvim.lua("terminal.open()");
    const { env, args, folder } = await stage.started();
    expect(env).toMatchObject({
      CLAUDE_CODE_SSE_PORT: "12345",
      ENABLE_IDE_INTEGRATION: "true",
      MY_OWN: 'a $HOME "b"',
      NUMBER: "7",
      FROM_OUTSIDE: "kept",
      HOME: stage.nvim.home,
    });
    expect(env.NVIM).toBeTruthy();
    expect(args).toEqual([]);
    expect(folder).toBe(stage.nvim.folder);
  });

  test("environment lost: it is there again after Claude Code was closed and started anew", async () => {
    await using stage = await Stage.open();
    await stage.nvim.lua("terminal.open()");
    await stage.started();
    await stage.nvim.lua("terminal.close()");
    stage.forget();
    await stage.nvim.lua("terminal.open()");
    expect((await stage.started()).env.CLAUDE_CODE_SSE_PORT).toBe("12345");
  });

  test("http_proxy swallows loopback: a NO_PROXY of the user's own gets loopback too", async () => {
    await using stage = await Stage.open(
      '{ env = { http_proxy = "http://127.0.0.1:9", NO_PROXY = "corp.example, localhost" } }',
    );
    await stage.nvim.lua("terminal.open()");
    const { env } = await stage.started();
    expect(env).toMatchObject({
      http_proxy: "http://127.0.0.1:9",
      NO_PROXY: "corp.example,localhost,127.0.0.1,::1",
      no_proxy: "127.0.0.1,localhost,::1",
    });
  });

  test("$, spaces and quotes in arguments arrive as they are", async () => {
    await using stage = await Stage.open();
    const odd = ["--model", "a b", "$HOME", "'", '"', "`id`", "; exit", "*", "%", "#", "\\", "é"];
    await stage.nvim.lua("terminal.open(...)", odd);
    expect((await stage.started()).args).toEqual(odd);
  });

  test("$, spaces and quotes on the command line are parted as in a shell, and nothing is expanded", async () => {
    await using stage = await Stage.open();
    await stage.nvim.command(String.raw`TandemOpen --resume "a $HOME \"b\"" 'c "d" \' e\ f $PATH --x="1 2" ''`);
    expect((await stage.started()).args).toEqual([
      "--resume",
      'a $HOME "b"',
      'c "d" \\',
      "e f",
      "$PATH",
      "--x=1 2",
      "",
    ]);
  });

  test("a quote without its partner is said, and nothing is started", async () => {
    await using stage = await Stage.open();
    const result = await stage.nvim.lua<[boolean, string]>(`return { terminal.open('--resume "abc') }`);
    expect(result).toEqual([false, 'A " is missing its partner in: --resume "abc']);
    expect(await stage.nvim.messages()).toContain("is missing its partner");
    expect(await stage.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
  });

  test("$, spaces and quotes in the working directory", async () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-odd-")));
    try {
      const odd = join(directory, `a $HOME 'b' "c" %d #e [f]`);
      await using stage = await Stage.open("{}", "", { folder: odd });
      await stage.nvim.lua("terminal.open()");
      expect((await stage.started()).folder).toBe(odd);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test("the working directory is the window's, not Neovim's", async () => {
    await using stage = await Stage.open();
    const own = join(stage.directory, "own");
    mkdirSync(own);
    await stage.nvim.command(`lcd ${own}`);
    await stage.nvim.lua("terminal.open()");
    expect((await stage.started()).folder).toBe(own);
  });

  test("resume and continue", async () => {
    await using stage = await Stage.open();
    await stage.nvim.lua("terminal.resume()");
    expect((await stage.started()).args).toEqual(["--resume"]);
    await stage.nvim.lua("terminal.close()");
    stage.forget();
    await stage.nvim.lua("terminal.continue()");
    expect((await stage.started()).args).toEqual(["--continue"]);
  });

  test("arguments for a Claude Code that runs already are said to come too late", async () => {
    await using stage = await Stage.open();
    await stage.nvim.lua("terminal.open()");
    await stage.ready();
    stage.forget();
    await stage.nvim.lua('terminal.toggle("--resume")');
    expect(await stage.nvim.messages()).toContain("runs already");
    expect(await stage.isVisible()).toBe(true);
    expect(stage.wasStarted).toBe(false);
  });

  test("a command that is set as one line, with a program of the home directory", async () => {
    await using stage = await Stage.open("{ command = '~/my-claude --verbose \"a b\"' }");
    await stage.nvim.lua("vim.uv.fs_symlink(..., vim.env.HOME .. '/my-claude')", join(stage.directory, "bin/claude"));
    await stage.nvim.lua('terminal.open("--continue")');
    expect((await stage.started()).args).toEqual(["--verbose", "a b", "--continue"]);
  });

  test("a PATH of the terminal's own is where the program is looked for", async () => {
    await using stage = await Stage.open(
      '{ env = { PATH = vim.env.STAND_IN_FOLDER .. "/bin:/usr/bin:/bin" } }',
      'vim.env.PATH = "/usr/bin:/bin"',
    );
    await stage.nvim.lua("terminal.open()");
    await stage.started();
  });

  test.for([
    ["claude-that-is-not-there", "is not on the PATH"],
    ["/nowhere/claude", "is no program that can be run"],
  ])("a program that is not there (%s) is named, and nothing is opened", async ([program, words]) => {
    await using stage = await Stage.open(`{ command = { "${program}" } }`);
    const before = await stage.layout();
    const buffers = await stage.nvim.lua("return #vim.api.nvim_list_bufs()");
    for (const verb of ["open", "toggle", "focus"]) {
      const [ok, problem] = await stage.nvim.lua<[boolean, string]>(`return { terminal.${verb}() }`);
      expect(ok).toBe(false);
      expect(problem).toMatch(new RegExp(`${program} ${words}.*terminal\\.command`));
    }
    expect(await stage.nvim.messages()).toContain(words);
    expect(await stage.layout()).toEqual(before);
    expect(await stage.nvim.lua("return #vim.api.nvim_list_bufs()")).toBe(buffers);
  });

  test("no room for its window was an error with the place in our code, and left a buffer behind", async () => {
    await using stage = await Stage.open('{ side = "bottom" }');
    await stage.nvim.lua("vim.o.winheight = 3; vim.o.winminheight = 3; vim.o.lines = 6");
    const before = await stage.nvim.lua("return { #vim.api.nvim_list_bufs(), vim.fn.winlayout() }");
    await stage.nvim.lua("terminal.open()");
    await soon(() => stage.nvim.messages()).toBe("There is no room for the window of Claude Code");
    expect(await stage.nvim.lua("return { #vim.api.nvim_list_bufs(), vim.fn.winlayout() }")).toEqual(before);
    await stage.nvim.lua("vim.o.lines = 24; terminal.open()");
    await stage.started();
  });

  test("completion offers the arguments that are known", async () => {
    await using stage = await Stage.open();
    expect(await stage.nvim.lua('return terminal.complete("--re")')).toEqual(["--resume"]);
    expect(await stage.nvim.lua('return terminal.complete("--c")')).toEqual(["--continue"]);
    expect(await stage.nvim.lua('return vim.tbl_contains(terminal.complete(""), "--permission-mode")')).toBe(true);
  });
});

describe("the endpoint (a stand-in for the sidecar)", () => {
  test("when it cannot serve that is said, and Claude Code starts all the same", async () => {
    await using stage = await Stage.open("{}", '_G.sidecar.problem = "there is no Node"');
    await stage.nvim.lua("terminal.open()");
    const { env } = await stage.started();
    expect(env.CLAUDE_CODE_SSE_PORT).toBeUndefined();
    expect(await stage.nvim.messages()).toContain("Claude Code starts without Tandem: there is no Node");
  });

  test("Claude Code waits for it, and what was to be typed waits too", async () => {
    await using stage = await Stage.open("{}", "_G.sidecar.is_slow = true");
    await stage.nvim.lua("terminal.open()");
    await stage.nvim.lua('terminal.send("early")');
    expect(await stage.isVisible()).toBe(false);
    expect(stage.wasStarted).toBe(false);
    await stage.nvim.lua("_G.sidecar.waiting[1]()");
    await stage.started();
    await soon(() => stage.input).toBe("early");
  });

  test("who waited for it without a key gets the keyboard into the terminal", async () => {
    await using stage = await Stage.open("{}", "_G.sidecar.is_slow = true");
    await stage.nvim.keys("<F5>");
    await stage.nvim.lua("_G.sidecar.waiting[1]()");
    await stage.isIn("t");
  });

  test("terminal steals focus: who typed something meanwhile stays where they are", async () => {
    await using stage = await Stage.open("{}", "_G.sidecar.is_slow = true");
    await stage.nvim.keys("<F5>ihello");
    await stage.nvim.lua("_G.sidecar.waiting[1]()");
    await stage.ready();
    await stage.nvim.keys(" world");
    expect(await stage.mode()).toBe("i");
    expect(await stage.nvim.lines()).toEqual(["hello world"]);
    expect(await stage.isVisible()).toBe(true);
  });

  test("closing while it is waited for means that nothing is started", async () => {
    await using stage = await Stage.open("{}", "_G.sidecar.is_slow = true");
    await stage.nvim.lua("terminal.open()");
    await stage.nvim.lua("terminal.close()");
    await stage.nvim.lua("_G.sidecar.waiting[1]()");
    await stage.nvim.settled();
    expect(await stage.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
    expect(stage.wasStarted).toBe(false);
  });
});
