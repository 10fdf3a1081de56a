/** The selections that Neovim sends, in every mode. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { needs } from "../parts.js";
import { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const text = "first line\n\tsecond 😀 line\n汉字 wide\n\ne\u0301 combined\nlast";

describe("the selection", () => {
  let neovim: Neovim;
  let file: string;
  beforeAll(async () => {
    neovim = await Neovim.start({ init: "" });
    file = join(neovim.folder, "a.txt");
    writeFileSync(file, text);
  });
  afterAll(() => neovim.stop());
  beforeEach(async () => {
    await neovim.keys("<C-\\><C-n>");
    await neovim.command("set selection=inclusive | silent! tabonly! | silent! only!");
    await neovim.lua('vim.cmd({ cmd = "edit", args = { ... }, bang = true })', file);
    await neovim.keys("gg0");
  });

  const current = () =>
    neovim.lua<{ text: string; path: string; range: unknown } | null>('return require("tandem.selection").current()');
  const range = (...[line, character, endLine, endCharacter]: [number, number, number, number]) => ({
    start: { line, character },
    end: { line: endLine, character: endCharacter },
  });

  test("charwise includes both ends", async () => {
    await neovim.keys("wviw");
    expect(await current()).toMatchObject({ path: file, text: "line", range: range(0, 6, 0, 10) });
  });

  test("charwise backwards is the same range", async () => {
    await neovim.keys("$vbb");
    expect(await current()).toMatchObject({
      text: "first line",
      range: range(0, 0, 0, 10),
      cursor: range(0, 0, 0, 0).start,
    });
  });

  test("an emoji has two UTF-16 units and is selected as a whole", async () => {
    await neovim.keys("jf😀v");
    expect(await current()).toMatchObject({ text: "😀", range: range(1, 8, 1, 10) });
  });

  test("wide characters are one unit each", async () => {
    await neovim.keys("2jvl");
    expect(await current()).toMatchObject({ text: "汉字", range: range(2, 0, 2, 2) });
  });

  test("a combining character belongs to the one before it", async () => {
    await neovim.keys("4jv");
    expect(await current()).toMatchObject({ text: "e\u0301", range: range(4, 0, 4, 2) });
  });

  test("v$ includes the line break", async () => {
    await neovim.keys("v$");
    expect(await current()).toMatchObject({ text: "first line\n", range: range(0, 0, 1, 0) });
  });

  test("v$ in the last line ends with the text", async () => {
    await neovim.keys("G0v$");
    expect(await current()).toMatchObject({ text: "last", range: range(5, 0, 5, 4) });
  });

  test("selecting an empty line selects its line break", async () => {
    await neovim.keys("3jv");
    expect(await current()).toMatchObject({ text: "\n", range: range(3, 0, 4, 0) });
  });

  test("linewise selects whole lines", async () => {
    await neovim.keys("jllVj");
    expect(await current()).toMatchObject({ text: "\tsecond 😀 line\n汉字 wide", range: range(1, 0, 2, 7) });
  });

  test("linewise upwards is the same range", async () => {
    await neovim.keys("2jVkk");
    expect(await current()).toMatchObject({ range: range(0, 0, 2, 7) });
  });

  test("blockwise is the text of the block, from its first corner to its last", async () => {
    await neovim.lua('vim.api.nvim_buf_set_lines(0, 0, 3, false, { "abcdef", "ghijkl", "mnopqr" })');
    await neovim.keys("ggl<C-v>jjl");
    expect(await current()).toMatchObject({ text: "bc\nhi\nno", range: range(0, 1, 2, 3) });
  });

  test("blockwise from the lower left to the upper right is the same block", async () => {
    await neovim.lua('vim.api.nvim_buf_set_lines(0, 0, 3, false, { "abcdef", "ghijkl", "mnopqr" })');
    await neovim.keys("gg2jl<C-v>kkl");
    expect(await current()).toMatchObject({ text: "bc\nhi\nno", range: range(0, 1, 2, 3) });
  });

  test("blockwise with $ extends to the line ends", async () => {
    await neovim.lua('vim.api.nvim_buf_set_lines(0, 0, 3, false, { "abc", "defghi", "jk" })');
    await neovim.keys("ggl<C-v>jj$");
    expect(await current()).toMatchObject({ text: "bc\nefghi\nk", range: range(0, 1, 2, 2) });
  });

  test("blockwise past wide characters and tabs counts columns of the screen", async () => {
    await neovim.lua('vim.api.nvim_buf_set_lines(0, 0, 3, false, { "汉字汉字", "abcdefgh" })');
    await neovim.keys("gg0l<C-v>jl");
    expect(await current()).toMatchObject({ text: "字\ncd", range: range(0, 1, 1, 4) });
  });

  test("with selection=exclusive the last character is not part of it", async () => {
    await neovim.command("set selection=exclusive");
    await neovim.keys("vw");
    expect(await current()).toMatchObject({ text: "first ", range: range(0, 0, 0, 6) });
  });

  test("select mode works too", async () => {
    await neovim.keys("gh<S-Right><S-Right>");
    expect(await current()).toMatchObject({ text: expect.stringMatching(/^fi/) });
  });

  test("without a selection it is the cursor, even in insert mode after the last character", async () => {
    await neovim.keys("A");
    expect(await current()).toMatchObject({ text: "", range: range(0, 10, 0, 10) });
  });

  test("a visual selection stays while the user is in a terminal", async () => {
    await neovim.keys("viw");
    expect(await current()).toMatchObject({ text: "first" });
    await neovim.keys("<Cmd>new | terminal<CR>");
    expect(await current()).toMatchObject({ path: file, text: "first" });
  });

  test.for([
    ["help", "silent! help"],
    ["a scratch buffer", "new | setlocal buftype=nofile"],
    ["a file tree", "Explore"],
    ["the command-line window", ""],
    ["a terminal", "new | terminal"],
  ] as const)("%s is not a file: the last file stays selected", async ([, command]) => {
    await current();
    if (command) await neovim.command(command);
    else await neovim.keys("q:");
    expect(await current()).toMatchObject({ path: file, text: "" });
    if (!command) await neovim.keys(":q<CR>");
  });

  test("a file that was closed while in a terminal is no longer the selection", async () => {
    await neovim.keys("viw");
    await current();
    await neovim.command("new | terminal");
    await neovim.lua(
      'vim.cmd.bdelete({ args = { tostring(require("tandem.buffers").find(...)) }, bang = true })',
      file,
    );
    expect(await current()).toBeNull();
  });

  test("an empty buffer without a name is not a file", async () => {
    await neovim.command("enew!");
    expect(await current()).toBeNull();
  });

  test("text that changed while in a terminal is no longer selected", async () => {
    await neovim.keys("viw");
    await current();
    await neovim.keys("<Cmd>new | terminal<CR>");
    await neovim.lua('vim.api.nvim_buf_set_lines(require("tandem.buffers").find(...), 0, 1, false, { "other" })', file);
    expect(await current()).toMatchObject({ path: file, text: "" });
  });
});
