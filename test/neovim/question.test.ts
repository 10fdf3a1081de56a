/** The question whether code may run, in a real Neovim with real keys. Who asks is the test. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Neovim, type NeovimOptions } from "./neovim.js";
import { soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const init = `
_G.question = require("tandem.question")
_G.answers, _G.events = {}, {}
vim.o.columns, vim.o.lines = 120, 40
vim.api.nvim_create_autocmd("User", { pattern = "TandemCode*", callback = function(event)
  table.insert(_G.events, { event.match, event.data.id, event.data.answer })
end })
function _G.ask(id, code, folder)
  question.ask({ id = id, code = code, folder = folder or "/work", client = { id = 1, name = "Claude Code" } },
    function(answer) table.insert(_G.answers, { id, answer }) end)
end
`;

class Person implements AsyncDisposable {
  readonly nvim: Neovim;

  constructor(nvim: Neovim) {
    this.nvim = nvim;
  }

  static async sit(more = "", options: NeovimOptions = {}): Promise<Person> {
    return new Person(await Neovim.start({ init: init + more, ...options }));
  }

  async ask(id = "one", code = "print(1)", folder?: string): Promise<void> {
    await this.nvim.lua("ask(...)", id, code, ...(folder ? [folder] : []));
  }

  async answers(): Promise<[string, string][]> {
    return await this.nvim.lua("return answers");
  }

  async isAnswered(...answers: [string, string][]): Promise<void> {
    await soon(() => this.answers()).toEqual(answers);
  }

  async mode(): Promise<string> {
    return await this.nvim.lua("return vim.api.nvim_get_mode().mode");
  }

  /** The float: what it says and where the keyboard is. */
  async float(): Promise<Float | null> {
    return await this.nvim.lua(`
      for _, win in ipairs(vim.api.nvim_list_wins()) do
        local buf = vim.api.nvim_win_get_buf(win)
        if vim.b[buf].tandem_question then
          local config = vim.api.nvim_win_get_config(win)
          local function words(chunks) return vim.iter(chunks):map(function(chunk) return chunk[1] end):join("") end
          return { title = words(config.title), footer = words(config.footer), win = win, buf = buf,
            isCurrent = win == vim.api.nvim_get_current_win(), lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false),
            isHere = vim.api.nvim_win_get_tabpage(win) == vim.api.nvim_get_current_tabpage() }
        end
      end
      return vim.NIL`);
  }

  /** Waits until the float has the keyboard and says which keys answer. */
  async isAsked(): Promise<void> {
    await soon(async () => {
      const float = await this.float();
      return [float?.isCurrent, float?.footer];
    }).toEqual([true, " y once · a always in this workspace · n no "]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nvim.stop();
  }
}

interface Float {
  readonly title: string;
  readonly footer: string;
  readonly win: number;
  readonly buf: number;
  readonly isCurrent: boolean;
  readonly isHere: boolean;
  readonly lines: string[];
}

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
