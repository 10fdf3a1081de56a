/** How one or several questions whether code may run are shown, in a real Neovim with real keys. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Person } from "./question-person.js";
import { soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("display", () => {
  test("shows all code, the number of lines and the folder", async () => {
    await using person = await Person.start();
    const lines = Array.from({ length: 1000 }, (_, index) => `x${index} = ${index}`);
    await person.ask("one", lines.join("\n"), "/a 100% odd/folder");
    await person.isAsked();
    const float = await person.float();
    expect(float?.lines).toEqual(lines);
    expect(float?.title).toBe(" Claude Code wants to run 1000 lines of Python · scroll to see all ");
    await person.nvim.keys("G");
    expect(await person.nvim.lua("return vim.fn.line('w$')")).toBe(1000);
    expect(await person.nvim.lua("return vim.api.nvim_eval_statusline(vim.wo.winbar, { use_winbar = true }).str")).toBe(
      " in /a 100% odd/folder",
    );
  });

  test("replaces and highlights invisible, bidirectional and control characters", async () => {
    await using person = await Person.start();
    const hidden = [
      0, 8, 0xb, 0xd, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200f, 0x2028, 0x202e,
      0x2066, 0x3164, 0xfe0f, 0xfeff, 0xfffb, 0xe0041, 0xe0101,
    ];
    const code = `a = 1 # é 漢字 😀\ttab\n${hidden.map((each) => `x${String.fromCodePoint(each)}y`).join("\n")}\n<U+202E>`;
    await person.ask("one", code);
    const float = await person.float();
    const name = (each: number) => `x<U+${each.toString(16).toUpperCase().padStart(4, "0")}>y`;
    expect(float?.lines).toEqual(["a = 1 # é 漢字 😀\ttab", ...hidden.map(name), "<U+202E>"]);
    const marks = await person.nvim.lua<[number, number, number][]>(
      `return vim.iter(vim.api.nvim_buf_get_extmarks(..., vim.api.nvim_get_namespaces().tandem_question, 0, -1, { details = true }))
        :map(function(mark) return { mark[2], mark[3], mark[4].end_col } end):totable()`,
      float?.buf,
    );
    // The last line only looks like such a symbol, so it isn't highlighted.
    expect(marks).toEqual(hidden.map((each, index) => [index + 1, 1, name(each).length - 1]));
  });

  test("the user's settings don't hide a part of it: folds, conceal, no wrap, right to left", async () => {
    await using person = await Person.start(
      'vim.o.wrap = false; vim.o.foldmethod = "indent"; vim.o.foldlevel = 0; vim.o.conceallevel = 3; vim.o.rightleft = true',
    );
    await person.ask("one", `if x:\n    y()\n    z()\n${"long ".repeat(100)}`);
    await person.isAsked();
    const facts =
      "return { vim.wo.wrap, vim.fn.foldclosed(2), vim.wo.conceallevel, vim.wo.rightleft, vim.fn.line('w$') }";
    expect(await person.nvim.lua(facts)).toEqual([true, -1, 0, false, 4]);
  });

  test("highlights Python without setting the filetype", async () => {
    await using person = await Person.start(
      '_G.types = {}; vim.api.nvim_create_autocmd("FileType", { callback = function(event) table.insert(types, event.match) end })',
    );
    await person.ask("one", "def f(): pass");
    const float = await person.float();
    expect(
      await person.nvim.lua("local buf = ... return { vim.bo[buf].filetype, vim.bo[buf].modifiable }", float?.buf),
    ).toEqual(["", false]);
    const isColoured = `local buf = ...
      return vim.bo[buf].syntax == "python" or vim.treesitter.highlighter.active[buf] ~= nil`;
    expect(await person.nvim.lua(isColoured, float?.buf)).toBe(true);
    expect(await person.nvim.lua("return types")).toEqual([]);
  });

  test("shows a megabyte of code quickly", async () => {
    await using person = await Person.start();
    const started = Date.now();
    await person.ask("one", "x = 'é'\n".repeat(120_000));
    expect((await person.float())?.title).toContain("120000 lines");
    expect(Date.now() - started).toBeLessThan(5000);
  });
});

describe("several questions, and withdrawn ones", () => {
  test("questions are queued and show how many follow", async () => {
    await using person = await Person.start();
    for (const id of ["one", "two", "three"]) await person.ask(id, id, `/${id}`);
    expect((await person.float())?.title).toContain("2 more");
    expect(await person.nvim.lua("return vim.tbl_map(function(q) return q.id end, question.list())")).toEqual([
      "one",
      "two",
      "three",
    ]);
    for (const [id, key] of [
      ["one", "n"],
      ["two", "y"],
      ["three", "a"],
    ]) {
      await person.isAsked();
      expect((await person.float())?.lines).toEqual([id]);
      await person.nvim.keys(key as string);
      await soon(async () => (await person.answers()).at(-1)?.[0]).toBe(id);
    }
    await person.isAnswered(["one", "never"], ["two", "once"], ["three", "always"]);
  });

  test("always also answers queued questions of the same folder", async () => {
    await using person = await Person.start();
    await person.ask("one", "1", "/here");
    await person.ask("two", "2", "/there");
    await person.ask("three", "3", "/here");
    await person.isAsked();
    await person.nvim.keys("a");
    await person.isAnswered(["one", "always"], ["three", "always"]);
    await person.isAsked();
    expect((await person.float())?.lines).toEqual(["2"]);
  });

  test("a withdrawn question is closed without an answer and returns the focus", async () => {
    await using person = await Person.start();
    await person.nvim.command("split");
    await person.ask("one");
    await person.ask("two");
    await person.isAsked();
    await person.nvim.lua('question.withdraw("two")');
    expect((await person.float())?.title).not.toContain("more");
    await person.nvim.lua('question.withdraw("one")');
    expect(await person.float()).toBeNull();
    expect(await person.nvim.lua("return vim.fn.winnr()")).toBe(1);
    await person.nvim.lua('question.withdraw("one")');
    expect(await person.answers()).toEqual([]);
    expect(await person.nvim.lua("return vim.iter(events):map(function(e) return e[3] or '-' end):join(' ')")).toBe(
      "- - withdrawn withdrawn",
    );
  });

  test("all questions are closed when the sidecar stops, with one message", async () => {
    await using person = await Person.start();
    await person.ask("one");
    await person.ask("two");
    await person.isAsked();
    await person.nvim.lua("question.sidecar_lost()");
    expect(await person.float()).toBeNull();
    expect(await person.nvim.lua("return #question.list()")).toBe(0);
    const said = await person.nvim.messages();
    expect(said.match(/wasn't run/g)).toHaveLength(1);
    // A longer one waits for a key.
    expect(said.trim().length).toBeLessThanOrEqual(await person.nvim.lua<number>("return vim.v.echospace"));
    await person.nvim.keys("yyn");
    expect(await person.answers()).toEqual([]);
    await person.ask("three");
    await person.isAsked();
    await person.nvim.keys("y");
    await person.isAnswered(["three", "once"]);
  });

  test("follows the user to another tab page; closing a tab page is not an answer", async () => {
    await using person = await Person.start();
    await person.ask();
    await person.isAsked();
    await person.nvim.command("tabnew");
    await person.isAsked();
    expect((await person.float())?.isHere).toBe(true);
    await person.nvim.keys(":tabclose<CR>");
    await person.isAsked();
    expect((await person.float())?.isHere).toBe(true);
    expect(await person.answers()).toEqual([]);
    await person.nvim.keys("y");
    await person.isAnswered(["one", "once"]);
  });

  test("a question does not prevent quitting", async () => {
    await using person = await Person.start();
    await person.ask();
    await person.isAsked();
    await person.nvim.client.input(":qall<CR>");
    await soon(() => person.nvim.isRunning).toBe(false);
  });
});
