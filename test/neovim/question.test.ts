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
  ])("%s answers %s, once, and everything is as before", async ([keys = "", answer = ""]) => {
    await using person = await Person.sit();
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
    expect(await person.nvim.lua("return question.pending()")).toBe(0);
    expect(await person.nvim.lua("return events")).toEqual(
      [
        ["TandemCodeAsked", "one", null],
        ["TandemCodeAnswered", "one", answer],
      ].map((event) => (event[2] === null ? event.slice(0, 2) : event)),
    );
  });

  test("Enter alone, and other keys, answer nothing", async () => {
    await using person = await Person.sit();
    await person.ask("one", "a\nb\nc");
    await person.isAsked();
    await person.nvim.keys("<CR><CR>jjk<Space>x<C-d>i<Tab>");
    expect(await person.answers()).toEqual([]);
    expect((await person.float())?.isCurrent).toBe(true);
    expect((await person.float())?.lines).toEqual(["a", "b", "c"]);
  });

  test("the commands answer what is on the screen", async () => {
    await using person = await Person.sit();
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

  test("an allow that was being typed for code that was taken back does not run the code in its place", async () => {
    await using person = await Person.sit();
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

  test("a key that runs the command in the first moment of code that took the place of another runs nothing", async () => {
    await using person = await Person.sit();
    await person.ask("one", "harmless()");
    await person.isAsked();
    // Time stands still, so that it is the first moment for as long as this takes.
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

  test("a command without a question says so", async () => {
    await using person = await Person.sit();
    await person.nvim.keys(":TandemAllow<CR>");
    expect(await person.nvim.messages()).toContain("No code waits to be run");
  });

  test("an answer that there is not is refused, and nothing is answered", async () => {
    await using person = await Person.sit();
    await person.ask();
    expect(await person.nvim.lua('return select(2, pcall(question.answer, "yes"))')).toContain("once");
    expect(await person.answers()).toEqual([]);
  });
});

describe("keys in flight", () => {
  test("keys that were typed before the code was on the screen go where they were meant, and answer nothing", async () => {
    await using person = await Person.sit();
    await person.nvim.keys("ione<CR>two<Esc>gg");
    // All in one breath: the question is asked in the middle of the keys.
    await person.nvim.lua('vim.keymap.set("n", "<F9>", function() ask("one", "print(1)") end)');
    await person.nvim.keys("<F9>yyp");
    expect(await person.answers()).toEqual([]);
    expect(await person.nvim.lines(1)).toEqual(["one", "one", "two"]);
    await person.isAsked();
    expect(await person.answers()).toEqual([]);
  });

  test("somebody who goes on with commands of normal mode keeps the keyboard until they pause", async () => {
    // The clock is the test's, and counts how often it is asked.
    await using person = await Person.sit(`
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

  test("the second y of yy answers nothing of the question behind it", async () => {
    await using person = await Person.sit();
    await person.ask("one");
    await person.ask("two");
    await person.isAsked();
    await person.nvim.keys("yy");
    await person.isAnswered(["one", "once"]);
    await soon(async () => (await person.float())?.isCurrent).toBe(false);
    // It is an operator now that waits in the user's window, so the keyboard stays there.
    expect(await person.mode()).toBe("no");
    await person.nvim.keys("y<Esc>:TandemDeny<CR>");
    await person.isAnswered(["one", "once"], ["two", "never"]);
  });

  test("a macro answers nothing", async () => {
    await using person = await Person.sit();
    await person.ask();
    await person.isAsked();
    await person.nvim.lua('vim.fn.setreg("m", "y")');
    await person.nvim.keys("@m");
    expect(await person.answers()).toEqual([]);
  });

  test("a command that was meant for a question that is gone does not answer the next one unseen", async () => {
    await using person = await Person.sit();
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

describe("somebody who types", () => {
  test.for([
    ["insert", "ihel", "i", "lo", ["hello"]],
    ["replace", "Rhel", "R", "lo", ["hello"]],
    ["visual", "ixhello<Esc>0v", "v", "d", ["hello"]],
    ["operator-pending", "ixhello<Esc>0d", "no", "l", ["hello"]],
  ] as const)(
    "goes on in %s mode; the float is shown and a message says what to do",
    async ([, first, mode, then, lines]) => {
      await using person = await Person.sit();
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
    },
  );

  test("in a terminal goes on in it", async () => {
    await using person = await Person.sit();
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

  test("in a terminal's normal mode is asked as anywhere, and is back in it", async () => {
    await using person = await Person.sit();
    await person.nvim.command("terminal cat");
    await soon(() => person.mode()).toBe("nt");
    await person.ask();
    await person.isAsked();
    await person.nvim.keys("y");
    await person.isAnswered(["one", "once"]);
    expect(await person.mode()).toBe("nt");
  });

  test("on the command line goes on there, and is asked afterwards", async () => {
    await using person = await Person.sit();
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
    await using person = await Person.sit();
    await person.nvim.keys("q:");
    await person.ask();
    await person.nvim.keys("<Esc>:q<CR>");
    expect(await person.nvim.lua("return vim.fn.getcmdwintype()")).toBe("");
    await person.isAsked();
  });

  test("can go into the float by themselves, and its keys answer there", async () => {
    await using person = await Person.sit();
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
