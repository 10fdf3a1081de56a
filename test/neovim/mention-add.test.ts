/** `:TandemAdd`, its messages, and the same for scripts. With a fake sidecar. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { type Fixture, openFixture } from "./stand-ins/mention-fixture.js";

const { test, describe } = needs("neovim");

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const open = (init = "", args: readonly string[] = []) => openFixture({ folder, args, init });

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-add-")));
  mkdirSync(at("src", "deep er"), { recursive: true });
  for (const name of ["a.txt", "b.txt", "my file", "my file 7", "src/c.txt", "src/deep er/d.txt"])
    writeFileSync(at(name), "text\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Types a command, as a user would. */
const type = (fixture: Fixture, command: string) => fixture.nvim.keys(`:${command.replaceAll("<", "<lt>")}<CR>`);

describe(":TandemAdd", () => {
  test.each([
    ["a file", "a.txt", "a.txt", undefined],
    ["a line, from 1", "a.txt 1", "a.txt", { start: 0, end: 0 }],
    ["lines, from 1", "a.txt 3 5", "a.txt", { start: 2, end: 4 }],
    ["more spaces", "  a.txt   3   5 ", "a.txt", { start: 2, end: 4 }],
    ["a folder", "src", "src", undefined],
    ["a folder with a slash", "src/", "src", undefined],
    ["a name with spaces", "my file", "my file", undefined],
    ["a name with spaces and a line", "my file 2", "my file", { start: 1, end: 1 }],
    ["a name that ends in a number", "my file 7", "my file 7", undefined],
    ["lines in a name that ends in a number", "my file 7 2 3", "my file 7", { start: 1, end: 2 }],
    [
      "a name with backslashes, as completion writes it",
      "src/deep\\ er/d.txt 4",
      "src/deep er/d.txt",
      { start: 3, end: 3 },
    ],
    ["dots", "src/../src/./c.txt", "src/c.txt", undefined],
    ["the current file", "%", "b.txt", undefined],
    ["the current file and lines", "% 1 2", "b.txt", { start: 0, end: 1 }],
    ["the alternate file", "#", "a.txt", undefined],
    ["a file next to the current one", "%:h/a.txt", "a.txt", undefined],
    ["a variable", "$PLACE/c.txt", "src/c.txt", undefined],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Neovim's, not a template's.
    ["a variable in braces", "${PLACE}/c.txt", "src/c.txt", undefined],
  ])("%s", async (_, text, name, lines) => {
    await using fixture = await openFixture({ folder, args: ["a.txt", "b.txt"], env: { PLACE: at("src") } });
    await fixture.nvim.command("next");
    await type(fixture, `TandemAdd ${text}`);
    await fixture.said();
    expect(await fixture.asked()).toEqual([lines ? { path: at(name), lines } : { path: at(name) }]);
  });

  test("the home directory", async () => {
    await using fixture = await open();
    writeFileSync(join(fixture.nvim.home, "in-home.txt"), "");
    await type(fixture, "TandemAdd ~/in-home.txt");
    await type(fixture, "TandemAdd ~");
    await fixture.said(2);
    expect((await fixture.asked()).map(({ path }) => path)).toEqual([
      join(fixture.nvim.home, "in-home.txt"),
      fixture.nvim.home,
    ]);
  });

  const odd = [
    "do$HOME.txt",
    "$HOME",
    "%",
    "#",
    "%:h",
    "ha#sh.txt",
    "br[ack].txt",
    `qu'o"te.txt`,
    "semi;`touch ran`.txt",
  ];
  test.each([...odd, "~tilde", "pi|pe.txt", "back\\slash.txt", "*.txt", "{a,b}.txt", "-x", "ümläut 😀", "<cfile>"])(
    "a file named %j, literally and escaped",
    async (name) => {
      writeFileSync(at(name), "text\n");
      await using fixture = await open("", ["a.txt"]);
      await type(fixture, `TandemAdd ${name}`);
      await fixture.said();
      await fixture.nvim.lua('vim.cmd("TandemAdd " .. vim.fn.fnameescape(...) .. " 2")', name);
      await fixture.said(2);
      expect(await fixture.asked()).toEqual([{ path: at(name) }, { path: at(name), lines: { start: 1, end: 1 } }]);
    },
  );

  test.each([
    ["no such file", "nothing.txt", /^nothing\.txt doesn't exist in \//],
    ["no such file with lines", "nothing.txt 1 2", /^nothing\.txt doesn't exist/],
    ["an end before the start", "a.txt 5 3", /^The last line 3 is before the first line 5/],
    ["not a number", "a.txt x", /^First line must be a whole number, not x\.$/],
    ["not a number at the end", "a.txt 1 x", /^Last line must be a whole number, not x\.$/],
    ["half a line", "a.txt 1.5", /whole number, not 1\.5/],
    ["line 0", "a.txt 0", /^Line numbers start at 1, so 0 isn't valid\.$/],
    ["a line before the first", "a.txt -3", /^Line numbers start at 1/],
    ["lines of a folder", "src 1 2", /^src is a folder, so you can't give line numbers\.$/],
    ["backticks start nothing", "`touch ran`", /doesn't exist/],
    ["a device", "/dev/null", /^\/dev\/null is neither a file nor a folder\.$/],
  ])("%s: shows a message and sends nothing", async (_, text, words) => {
    await using fixture = await open();
    await type(fixture, `TandemAdd ${text}`);
    expect(await fixture.said()).toEqual([{ message: expect.stringMatching(words), level: 3 }]);
    expect(await fixture.asked()).toEqual([]);
    expect(await fixture.nvim.lua("return vim.fn.filereadable('ran')")).toBe(0);
  });

  test("a file that is open but was never saved", async () => {
    await using fixture = await open("", ["fresh.txt"]);
    await type(fixture, "TandemAdd fresh.txt");
    expect((await fixture.said())[0]?.message).toBe("fresh.txt hasn't been saved yet. Use :w first.");
  });

  test("completes names, including names with spaces, and accepts the completions", async () => {
    writeFileSync(at("src", "$odd %.txt"), "");
    await using fixture = await open();
    const complete = (text: string) =>
      fixture.nvim.lua<string[]>('return vim.fn.getcompletion("TandemAdd " .. ..., "cmdline")', text);
    expect(await complete("")).toEqual(["a.txt", "b.txt", "my\\ file", "my\\ file\\ 7", "src/"]);
    expect(await complete("my\\ f")).toEqual(["my\\ file", "my\\ file\\ 7"]);
    expect(await complete("src/")).toEqual(["src/$odd\\ %.txt", "src/c.txt", "src/deep\\ er/"]);
    expect(await complete("~/")).toEqual([]);
    await fixture.nvim.keys(":TandemAdd src/deep<Tab><Tab><CR>");
    await fixture.nvim.keys(":TandemAdd src/$<Tab><CR>");
    await fixture.said(2);
    expect((await fixture.asked()).map(({ path }) => path)).toEqual([at("src/deep er/d.txt"), at("src/$odd %.txt")]);
  });
});

describe("messages", () => {
  const outcome = (name: string, lua: string) => `_G.outcomes["${name}"] = ${lua}\n`;
  const files = 'require("tandem.mention").files({ "a.txt", "b.txt", "src/c.txt" })';

  test.each([
    ["one was sent", "", "TandemAdd a.txt 2 3", "Sent a.txt:2-3 to Claude.", 2],
    [
      "to several",
      outcome("a.txt", '{ status = "sent", clients = 3 }'),
      "TandemAdd a.txt",
      "Sent a.txt to 3 Claude sessions.",
      2,
    ],
    [
      "no client is connected",
      outcome("a.txt", '{ status = "queued" }'),
      "TandemAdd a.txt",
      "Claude isn't connected yet; a.txt is queued.",
      2,
    ],
    [
      "hidden",
      outcome("a.txt", '{ status = "hidden", reason = "a rule" }'),
      "TandemAdd a.txt",
      "a.txt wasn't sent, because it is hidden from Claude: a rule",
      3,
    ],
    [
      "refused",
      outcome("a.txt", '{ status = "refused", reason = "closed" }'),
      "TandemAdd a.txt",
      "a.txt wasn't sent: closed",
      3,
    ],
    [
      "the sidecar has exited",
      outcome("a.txt", '{ problem = "it\\nended" }'),
      "TandemAdd a.txt",
      "a.txt wasn't sent: it ended",
      3,
    ],
    ["several in one message", "", `lua ${files}`, "Sent 3 files to Claude.", 2],
    [
      "several with different results",
      outcome("b.txt", '{ status = "hidden", reason = "a rule" }'),
      `lua ${files}`,
      "Sent 2 files to Claude. b.txt wasn't sent, because it is hidden from Claude: a rule",
      3,
    ],
  ])("%s", async (_, init, command, message, level) => {
    await using fixture = await open(init);
    await fixture.nvim.command(command);
    expect(await fixture.said()).toEqual([{ message, level }]);
  });

  test("does not repeat why the sidecar did not start", async () => {
    await using fixture = await open(outcome("a.txt", '{ problem = "no Node", is_reported = true }'));
    await fixture.nvim.lua(`require("tandem.mention").add("a.txt", nil, nil, function(problem, mentions)
      _G.result = { problem = problem, mentions = mentions }
    end)`);
    await expect
      .poll(() => fixture.nvim.lua("return _G.result"))
      .toMatchObject({
        mentions: [{ path: at("a.txt"), status: "failed", reason: "no Node" }],
      });
    expect(await fixture.nvim.lua("return _G.said")).toEqual([]);
  });
});

describe("Lua functions", () => {
  test("every function reports its result, in an event too", async () => {
    await using fixture = await open(
      `vim.api.nvim_create_autocmd("User", { pattern = "TandemMentioned", callback = function(event)
         _G.events = _G.events or {}
         table.insert(_G.events, #event.data.mentions)
       end })
       _G.outcomes["b.txt"] = { status = "hidden", reason = "a rule" }`,
      ["a.txt"],
    );
    await fixture.nvim.lua(`
      local mention = require("tandem.mention")
      _G.results = {}
      local function keep(name)
        return function(problem, mentions) _G.results[name] = { problem = problem, mentions = mentions } end
      end
      mention.send({ first = 1, last = 2 }, keep("range"))
      mention.send(nil, keep("whole"))
      mention.add("src/c.txt", 4, 6, keep("add"))
      mention.files({ "a.txt", "b.txt" }, keep("files"))
      mention.files({ "a.txt", "nothing" }, keep("missing"))
      mention.files({}, keep("none"))
      mention.add("", nil, nil, keep("empty"))
      mention.add("a.txt", nil, 3, keep("half"))`);
    await expect.poll(() => fixture.nvim.lua("return #_G.events")).toBe(4);
    const sent = { status: "sent", clients: 1 };
    expect(await fixture.nvim.lua("return _G.results")).toEqual({
      range: { mentions: [{ path: at("a.txt"), first: 1, last: 2, ...sent }] },
      whole: { mentions: [{ path: at("a.txt"), ...sent }] },
      add: { mentions: [{ path: at("src/c.txt"), first: 4, last: 6, ...sent }] },
      files: {
        mentions: [
          { path: at("a.txt"), ...sent },
          { path: at("b.txt"), status: "hidden", reason: "a rule" },
        ],
      },
      missing: { problem: "nothing doesn't exist. Nothing was sent." },
      none: { problem: "No file given." },
      empty: { problem: "No file given." },
      half: { problem: "A last line was given without a first line." },
    });
    expect(await fixture.nvim.lua("return _G.events")).toEqual([1, 1, 1, 2]);
    expect(await fixture.asked()).toHaveLength(5);
  });

  test("names in a list are not expanded", async () => {
    const names = ["$HOME", "%", "~", "new\nline", "*"];
    for (const name of names) writeFileSync(at(name), "");
    await using fixture = await open("", ["a.txt"]);
    await fixture.nvim.lua('require("tandem.mention").files(...)', names);
    await fixture.said();
    expect((await fixture.asked()).map(({ path }) => path)).toEqual(names.map((name) => at(name)));
  });
});

describe("the focus after sending", () => {
  const terminal = `package.loaded["tandem.terminal"] = { focus = function() _G.focused = (_G.focused or 0) + 1 end }\n`;
  const wanted = `${terminal}require("tandem.config").set({ mention = { focus_terminal = true } })\n`;
  const result = (fixture: Fixture) => fixture.nvim.lua("return _G.focused or 0");

  test("stays where it is by default", async () => {
    await using fixture = await open(terminal, ["a.txt"]);
    await fixture.nvim.command("TandemSend");
    await fixture.said();
    expect(await result(fixture)).toBe(0);
  });

  test("goes to the terminal once for several files, if the option is set", async () => {
    await using fixture = await open(wanted, ["a.txt"]);
    await fixture.nvim.lua('require("tandem.mention").files({ "a.txt", "b.txt" })');
    await fixture.said();
    expect(await result(fixture)).toBe(1);
  });

  test("stays when nothing was sent, and when the user has gone to another window", async () => {
    await using fixture = await open(`${wanted}_G.outcomes["b.txt"] = { status = "refused", reason = "no" }`, [
      "a.txt",
    ]);
    await fixture.nvim.command("TandemAdd b.txt");
    await fixture.said();
    await fixture.nvim.lua('vim.cmd("TandemSend") vim.cmd("split")');
    await fixture.said(2);
    expect(await result(fixture)).toBe(0);
  });
});
