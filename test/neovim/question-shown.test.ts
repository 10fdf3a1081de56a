/** The question whether code may run: what is shown of it, and several of them, in a real Neovim with real keys. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Person } from "./question-person.js";
import { soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("what is shown", () => {
  test("all of the code, with its number of lines, and who wants to run it where", async () => {
    await using person = await Person.sit();
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

  test("hidden, bidirectional and control characters are written out and marked", async () => {
    await using person = await Person.sit();
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
    // The last line is text that only looks like such a sign: it has no mark.
    expect(marks).toEqual(hidden.map((each, index) => [index + 1, 1, name(each).length - 1]));
  });

  test("every character that Unicode calls a control, a format, a separator or ignorable is written out", async () => {
    await using person = await Person.sit();
    const pattern = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
    const codes: number[] = [];
    for (let code = 0; code <= 0x10ffff; code++)
      if ((code < 0xd800 || code > 0xdfff) && pattern.test(String.fromCodePoint(code))) codes.push(code);
    const seen = await person.nvim.lua<number[]>(
      `local visible, seen = require("tandem.question.visible"), {}
       for _, code in ipairs(...) do
         local text = code == 0 and "\\0" or vim.fn.nr2char(code, 1)
         if visible.line(text) ~= ("<U+%04X>"):format(code) then table.insert(seen, code) end
       end
       return seen`,
      codes,
    );
    expect(codes.length).toBeGreaterThan(4000);
    expect(seen.map((code) => code.toString(16))).toEqual([]);
  });

  test("bytes that are no text are written out too", async () => {
    await using person = await Person.sit();
    const shown = await person.nvim.lua(
      `return require("tandem.question.visible").line("a\\255b\\192\\128c\\237\\160\\128d\\226\\128")`,
    );
    expect(shown).toBe("a<byte FF>b<byte C0><byte 80>c<byte ED><byte A0><byte 80>d<byte E2><byte 80>");
  });

  test("nothing of the user's settings hides a part of it: folds, conceal, no wrap, right to left", async () => {
    await using person = await Person.sit(
      'vim.o.wrap = false; vim.o.foldmethod = "indent"; vim.o.foldlevel = 0; vim.o.conceallevel = 3; vim.o.rightleft = true',
    );
    await person.ask("one", `if x:\n    y()\n    z()\n${"long ".repeat(100)}`);
    await person.isAsked();
    const facts =
      "return { vim.wo.wrap, vim.fn.foldclosed(2), vim.wo.conceallevel, vim.wo.rightleft, vim.fn.line('w$') }";
    expect(await person.nvim.lua(facts)).toEqual([true, -1, 0, false, 4]);
  });

  test("it is coloured as Python without the file type", async () => {
    await using person = await Person.sit(
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

  test("a megabyte of code is shown soon", async () => {
    await using person = await Person.sit();
    const started = Date.now();
    await person.ask("one", "x = 'é'\n".repeat(120_000));
    expect((await person.float())?.title).toContain("120000 lines");
    expect(Date.now() - started).toBeLessThan(5000);
  });
});

describe("several questions, and those that are over", () => {
  test("they queue, and each says how many wait", async () => {
    await using person = await Person.sit();
    for (const id of ["one", "two", "three"]) await person.ask(id, id, `/${id}`);
    expect((await person.float())?.title).toContain("2 more after this");
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

  test("always is also for what waits in the same folder", async () => {
    await using person = await Person.sit();
    await person.ask("one", "1", "/here");
    await person.ask("two", "2", "/there");
    await person.ask("three", "3", "/here");
    await person.isAsked();
    await person.nvim.keys("a");
    await person.isAnswered(["one", "always"], ["three", "always"]);
    await person.isAsked();
    expect((await person.float())?.lines).toEqual(["2"]);
  });

  test("one that is withdrawn goes, is not answered, and the keyboard goes back", async () => {
    await using person = await Person.sit();
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

  test("all go when the sidecar is lost, and that is said once", async () => {
    await using person = await Person.sit();
    await person.ask("one");
    await person.ask("two");
    await person.isAsked();
    await person.nvim.lua("question.sidecar_lost()");
    expect(await person.float()).toBeNull();
    expect(await person.nvim.lua("return question.pending()")).toBe(0);
    const said = await person.nvim.messages();
    expect(said.match(/was not run/g)).toHaveLength(1);
    // A longer one waits for a key.
    expect(said.trim().length).toBeLessThanOrEqual(await person.nvim.lua<number>("return vim.v.echospace"));
    await person.nvim.keys("yyn");
    expect(await person.answers()).toEqual([]);
    await person.ask("three");
    await person.isAsked();
    await person.nvim.keys("y");
    await person.isAnswered(["three", "once"]);
  });

  test("it goes with the user to another tab page, and the end of a tab page is no answer", async () => {
    await using person = await Person.sit();
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

  test("quitting Neovim is not stopped by a question", async () => {
    await using person = await Person.sit();
    await person.ask();
    await person.isAsked();
    await person.nvim.client.input(":qall<CR>");
    await soon(() => person.nvim.isRunning).toBe(false);
  });
});
