/** The question whether code may run, in a real Neovim with real keys. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Person } from "./question-person.js";
import { soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("answers", () => {
  test.for([
    ["y", "once"],
    ["a", "always"],
    ["n", "never"],
    ["q", "never"],
    ["<Esc>", "never"],
    [":q<CR>", "never"],
    ["<C-w>c", "never"],
    [":bdelete<CR>", "never"],
    ["ZQ", "never"],
  ])("%s answers %s once, and restores the windows", async ([keys = "", answer = ""]) => {
    await using person = await Person.start();
    await person.nvim.command("vsplit | split | vertical resize 13 | wincmd l");
    const layout = () =>
      person.nvim.lua(`return { vim.inspect(vim.fn.winlayout()), vim.fn.winrestcmd(), vim.fn.winnr(),
      vim.fn.winnr("#"), vim.fn.bufnr("#"), vim.fn.getreg('"'), #vim.api.nvim_list_bufs() }`);
    const before = await layout();
    await person.ask();
    await person.isAsked();
    await person.nvim.keys(keys);
    await person.isAnswered(["one", answer]);
    await soon(() => person.float()).toBeNull();
    expect(await person.mode()).toBe("n");
    if (keys.startsWith(":") || keys === "<C-w>c" || keys === "ZQ")
      expect(((await layout()) as unknown[]).slice(0, 3)).toEqual((before as unknown[]).slice(0, 3));
    else expect(await layout()).toEqual(before);
    expect(await person.nvim.lua("return #question.list()")).toBe(0);
    expect(await person.nvim.lua("return events")).toEqual(
      [
        ["TandemCodeAsked", "one", null],
        ["TandemCodeAnswered", "one", answer],
      ].map((event) => (event[2] === null ? event.slice(0, 2) : event)),
    );
  });

  test("Enter alone, and other keys, answer nothing", async () => {
    await using person = await Person.start();
    await person.ask("one", "a\nb\nc");
    await person.isAsked();
    await person.nvim.keys("<CR><CR>jjk<Space>x<C-d>i<Tab>");
    expect(await person.answers()).toEqual([]);
    expect((await person.float())?.isCurrent).toBe(true);
    expect((await person.float())?.lines).toEqual(["a", "b", "c"]);
  });

  test("the commands answer the visible question", async () => {
    await using person = await Person.start();
    for (const [command, answer] of [
      ["TandemAllow", "once"],
      ["TandemAllow!", "always"],
      ["TandemDeny", "never"],
    ]) {
      await person.nvim.lua("answers = {}");
      await person.ask();
      await person.isAsked();
      await person.nvim.keys(`:${command}<CR>`);
      await person.isAnswered(["one", answer as string]);
    }
  });

  test("an allow typed for withdrawn code does not run the next code", async () => {
    await using person = await Person.start();
    await person.ask("one", "harmless()");
    await person.isAsked();
    await person.nvim.keys(":TandemAllow");
    await person.nvim.lua('question.withdraw("one")');
    await person.ask("two", "evil()");
    await person.nvim.keys("<CR>");
    expect(await person.nvim.messages()).toContain("look at it first");
    expect(await person.answers()).toEqual([]);
    await person.isAsked();
    await person.nvim.keys(":TandemAllow<CR>");
    await person.isAnswered(["two", "once"]);
  });

  test("a mapped command does not run replaced code that has just appeared", async () => {
    await using person = await Person.start();
    await person.ask("one", "harmless()");
    await person.isAsked();
    // Time stands still, so the question stays new.
    await person.nvim.lua(
      'local now = vim.uv.hrtime() / 1e6; require("tandem.question.view").now = function() return now end',
    );
    await person.nvim.lua('question.withdraw("one")');
    await person.ask("two", "evil()");
    await soon(async () => (await person.float())?.lines).toEqual(["evil()"]);
    await person.nvim.command("redraw");
    expect(await person.nvim.lua('return select(2, pcall(question.answer, "once"))')).toContain("look at it first");
    expect(await person.answers()).toEqual([]);
  });

  test("a command without a question shows a message", async () => {
    await using person = await Person.start();
    await person.nvim.keys(":TandemAllow<CR>");
    expect(await person.nvim.messages()).toContain("No code is awaiting approval");
  });

  test("rejects an invalid answer", async () => {
    await using person = await Person.start();
    await person.ask();
    expect(await person.nvim.lua('return select(2, pcall(question.answer, "yes"))')).toContain("once");
    expect(await person.answers()).toEqual([]);
  });
});

describe("keys typed before the question appeared", () => {
  test("don't answer, and go to their window", async () => {
    await using person = await Person.start();
    await person.nvim.keys("ione<CR>two<Esc>gg");
    // All at once, so that the question is asked between the keys.
    await person.nvim.lua(
      'vim.keymap.set("n", "<F9>", function() ask({ id = "one", code = "print(1)", lines = { "print(1)" }, signs = {} }) end)',
    );
    await person.nvim.keys("<F9>yyp");
    expect(await person.answers()).toEqual([]);
    expect(await person.nvim.lines(1)).toEqual(["one", "one", "two"]);
    await person.isAsked();
    expect(await person.answers()).toEqual([]);
  });

  test("a user who continues in normal mode keeps the focus until they pause", async () => {
    // The test's clock counts how many times it is read.
    await using person = await Person.start(`
      _G.time, _G.asked = 0, 0
      require("tandem.question.view").now = function() _G.asked = _G.asked + 1 return _G.time end`);
    const passes = async (ms: number) => {
      const asked = await person.nvim.lua<number>("time = time + ... return asked", ms);
      await soon(() => person.nvim.lua<number>("return asked")).toBeGreaterThan(asked + 2);
    };
    await person.nvim.keys("ione two three<Esc>0");
    await person.ask();
    await passes(0);
    for (const key of ["w", "y", "y", "p"]) {
      await passes(490);
      expect((await person.float())?.isCurrent).toBe(false);
      await person.nvim.keys(key);
    }
    expect(await person.nvim.lines(1)).toEqual(["one two three", "one two three"]);
    await passes(490);
    await person.nvim.lua("time = time + 10");
    await person.isAsked();
    expect(await person.answers()).toEqual([]);
  });

  test("the second y of yy does not answer the next question", async () => {
    await using person = await Person.start();
    await person.ask("one");
    await person.ask("two");
    await person.isAsked();
    await person.nvim.keys("yy");
    await person.isAnswered(["one", "once"]);
    await soon(async () => (await person.float())?.isCurrent).toBe(false);
    // The first y has become an operator that is pending in the user's window, so the focus stays there.
    expect(await person.mode()).toBe("no");
    await person.nvim.keys("y<Esc>:TandemDeny<CR>");
    await person.isAnswered(["one", "once"], ["two", "never"]);
  });

  test("a macro does not answer", async () => {
    await using person = await Person.start();
    await person.ask();
    await person.isAsked();
    await person.nvim.lua('vim.fn.setreg("m", "y")');
    await person.nvim.keys("@m");
    expect(await person.answers()).toEqual([]);
  });

  test("a command meant for a withdrawn question does not answer the next one", async () => {
    await using person = await Person.start();
    await person.ask("one", "harmless()");
    await person.ask("two", "harmful()");
    await person.isAsked();
    await person.nvim.keys(":TandemAllow");
    await person.nvim.lua('question.withdraw("one")');
    await person.nvim.keys("<CR>");
    expect(await person.answers()).toEqual([]);
    await person.isAsked();
    expect((await person.float())?.lines).toEqual(["harmful()"]);
  });
});

describe("a user who is typing", () => {
  test.for([
    ["insert", "ihel", "i", "lo", ["hello"]],
    ["replace", "Rhel", "R", "lo", ["hello"]],
    ["visual", "ixhello<Esc>0v", "v", "d", ["hello"]],
    ["operator-pending", "ixhello<Esc>0d", "no", "l", ["hello"]],
  ] as const)("stays in %s mode, with the float and a message", async ([, first, mode, then, lines]) => {
    await using person = await Person.start();
    await person.nvim.keys(first);
    expect(await person.mode()).toBe(mode);
    await person.ask();
    await soon(() => person.float()).toMatchObject({
      isCurrent: false,
      footer: " :TandemAllow once · :TandemAllow! always · :TandemDeny no ",
    });
    expect(await person.mode()).toBe(mode);
    await person.nvim.keys(then);
    expect(await person.nvim.lines(1)).toEqual(lines);
    expect(await person.nvim.messages()).toContain("Claude Code wants to run code: :TandemAllow or :TandemDeny");
    expect(await person.answers()).toEqual([]);
    await person.nvim.keys("<Esc>:TandemAllow<CR>");
    await person.isAnswered(["one", "once"]);
    expect(await person.float()).toBeNull();
  });

  test("in a terminal keeps the focus", async () => {
    await using person = await Person.start();
    await person.nvim.command("terminal cat");
    await person.nvim.keys("i");
    await soon(() => person.mode()).toBe("t");
    await person.ask();
    await soon(async () => (await person.float())?.isCurrent).toBe(false);
    await person.nvim.keys("yyy");
    await soon(async () => (await person.nvim.lines()).join("")).toContain("yyy");
    expect(await person.mode()).toBe("t");
    expect(await person.answers()).toEqual([]);
  });

  test("in a terminal's normal mode is asked and returns to it", async () => {
    await using person = await Person.start();
    await person.nvim.command("terminal cat");
    await soon(() => person.mode()).toBe("nt");
    await person.ask();
    await person.isAsked();
    await person.nvim.keys("y");
    await person.isAnswered(["one", "once"]);
    expect(await person.mode()).toBe("nt");
  });

  test("on the command line is asked afterwards", async () => {
    await using person = await Person.start();
    await person.nvim.keys(":let g:x = 'a");
    await person.ask();
    expect(await person.float()).toBeNull();
    await person.nvim.keys("y'<CR>");
    expect(await person.nvim.lua("return vim.g.x")).toBe("ay");
    await person.isAsked();
    await person.nvim.keys("y");
    await person.isAnswered(["one", "once"]);
  });

  test("in the command-line window is asked when it is closed", async () => {
    await using person = await Person.start();
    await person.nvim.keys("q:");
    await person.ask();
    await person.nvim.keys("<Esc>:q<CR>");
    expect(await person.nvim.lua("return vim.fn.getcmdwintype()")).toBe("");
    await person.isAsked();
  });

  test("can enter the float and answer", async () => {
    await using person = await Person.start();
    await person.nvim.keys("ia");
    await person.ask();
    await soon(async () => (await person.float())?.isCurrent).toBe(false);
    await person.nvim.keys("<Esc><C-w>wy");
    expect(await person.answers()).toEqual([]);
    await person.isAsked();
    await person.nvim.keys("y");
    await person.isAnswered(["one", "once"]);
    expect(await person.nvim.lua("return vim.fn.winnr()")).toBe(1);
  });
});
