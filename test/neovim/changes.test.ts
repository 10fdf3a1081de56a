/** Changes on disk, in a real Neovim with a connected client and the real recorder. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { ChangesFixture } from "./changes-fixture.js";

const { test } = needs("neovim");

/** With the line endings of Windows, and without one at the end. */
const before = "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\nseven\r\neight\r\nnine\r\nten";
const after = "ONE\r\ntwo\r\nthree\r\nfour\r\nnew\r\nmore\r\nfive\r\nsix\r\neight\r\nnine\r\nTEN";

/** A change is listed after half a second, on a busy machine later. */
const soon = { timeout: 10_000 };

/** Answers every question with this choice, and remembers the questions. */
const answering = (choice: number) => `
_G.asked = {}
function vim.ui.select(items, options, done)
  table.insert(_G.asked, options.prompt)
  done(items[${choice}], ${choice})
end`;

test("the list is live, keeps the cursor, and never takes the focus; a user's own :w is not in it", async () => {
  await using changes = await ChangesFixture.start({ files: { "a.txt": "a\n", "b.txt": "b\n" }, open: "b.txt" });
  const { neovim } = changes;
  await neovim.command("TandemChanges");
  await expect.poll(() => changes.list(), soon).toEqual(["Nothing has changed outside Neovim."]);
  await neovim.command("wincmd p");
  const window = await neovim.lua("return vim.api.nvim_get_current_win()");
  changes.write("a.txt", "A\nB\n");
  await neovim.keys("ccmine<Esc>:w<CR>");
  const first = ["▾ while claude-code was connected  1 file  +2  −1", "    a.txt  +2  −1"];
  await expect.poll(() => changes.list(), soon).toEqual(first);
  expect(changes.read("b.txt")).toBe("mine\n");
  expect(await neovim.lua("return vim.api.nvim_get_current_win()")).toBe(window);
  await expect
    .poll(() => changes.said(), soon)
    .toEqual(["Files changed outside Neovim. Review them with :TandemChanges"]);

  await neovim.command("TandemChanges");
  await neovim.keys("j");
  await changes.prompt();
  changes.write("src/new.txt", "n\n");
  await expect
    .poll(() => changes.list(), soon)
    .toEqual(["▾ while claude-code was connected  1 file  +1", "    src/new.txt  created  +1", ...first]);
  expect(await neovim.lua("return vim.api.nvim_get_current_line()")).toContain("a.txt");
});

test("signs mark a file's changes; one hunk is undone, and cursor, marks and undo history stay", async () => {
  await using changes = await ChangesFixture.start({ files: { "a.txt": before }, open: "a.txt" });
  const { neovim } = changes;
  await neovim.keys("8Gma9G2l");
  changes.write("a.txt", after);
  const all = ["1 Changed", "5 Added", "6 Added", "8 Removed", "11 Changed"];
  await expect.poll(() => changes.signs(), soon).toEqual(all);
  const place = "return { vim.fn.getline('.'), vim.fn.col('.'), vim.fn.getline(\"'a\"), vim.bo.modified }";
  expect(await neovim.lua(place)).toEqual(["nine", 3, "eight", false]);
  await neovim.keys("gg]v");
  expect(await changes.line()).toBe(5);
  await neovim.keys("2]v");
  expect(await changes.line()).toBe(11);
  await neovim.keys("[v[v[v");
  expect(await changes.line()).toBe(1);

  await neovim.keys("10G2l");
  // What the user undoes is reloaded anyway.
  await neovim.command("setlocal noautoread | 6TandemUndo");
  await expect.poll(() => changes.signs(), soon).toEqual(["1 Changed", "6 Removed", "9 Changed"]);
  expect(changes.read("a.txt")).toBe(after.replace("new\r\nmore\r\n", ""));
  expect(await neovim.lua(place)).toEqual(["nine", 3, "eight", false]);
  expect(await changes.said()).toContain("Undid 1 change in a.txt (:TandemRestore)");
  await neovim.keys("u");
  expect((await neovim.lines()).slice(4, 6)).toEqual(["new", "more"]);
  await neovim.keys("<C-r>");

  await neovim.command("1TandemKeep");
  await expect.poll(() => changes.signs(), soon).toEqual(["6 Removed", "9 Changed"]);
  await neovim.command("TandemRestore");
  await expect.poll(() => changes.read("a.txt"), soon).toBe(after);
});

test("the review has the keys of a proposal, and closes when all changes are kept or undone", async () => {
  await using changes = await ChangesFixture.start({ files: { "a.txt": before } });
  const { neovim } = changes;
  changes.write("a.txt", after);
  await neovim.command("TandemChanges");
  await expect.poll(async () => (await changes.list()).length, soon).toBe(2);
  await neovim.keys("j<CR>");
  await neovim.until("return vim.b.tandem_change ~= nil");
  const bars = await neovim.lua<string[]>(`
    return vim.tbl_map(function(win)
      return vim.api.nvim_eval_statusline(vim.wo[win].winbar, { winid = win, maxwidth = 500, use_winbar = true }).str
    end, vim.api.nvim_tabpage_list_wins(0))`);
  expect(bars[0]).toContain("Before a.txt");
  expect(bars[1]).toMatch(/4 changes · do undo · dp keep/);
  const hunks = () => neovim.lua("return #require('tandem.changes.review').current().hunks");

  await neovim.keys("]c]cdo");
  await expect.poll(hunks, soon).toBe(3);
  expect(changes.read("a.txt")).toBe(after.replace("six\r\n", "six\r\nseven\r\n"));
  await neovim.keys("ggdp");
  await expect.poll(hunks, soon).toBe(2);
  expect(changes.read("a.txt")).toBe(after.replace("six\r\n", "six\r\nseven\r\n"));
  await expect(neovim.command("TandemAccept")).resolves.toBeUndefined();
  expect(await changes.said()).toContain("This is a change on disk, not a proposal. Use :TandemKeep or :TandemUndo.");
  // In the window of the text before, it is the other way round.
  await neovim.keys("<C-w>hGdp");
  await expect.poll(hunks, soon).toBe(1);
  await neovim.command("TandemUndo!");
  await neovim.until("return vim.fn.tabpagenr('$') == 1");
  expect(changes.read("a.txt")).toBe(before.replace("one", "ONE"));
  expect(await neovim.lua("return vim.bo.filetype")).toBe("tandem-changes");
  await expect
    .poll(async () => (await changes.list()).map((line) => line.slice(0, 7)))
    .toEqual(["undone:", "undone:", "undone:"]);
});

test("an undo asks before it replaces a file with unsaved text, and the text stays", async () => {
  await using changes = await ChangesFixture.start({ files: { "a.txt": before }, open: "a.txt", init: answering(2) });
  const { neovim } = changes;
  changes.write("a.txt", after);
  await expect.poll(() => changes.signs(), soon).toHaveLength(5);
  await neovim.keys("ggOmine<Esc>");
  expect(await changes.signs()).toEqual(["2 Changed", "6 Added", "7 Added", "9 Removed", "12 Changed"]);
  await neovim.command("6TandemKeep");
  await expect.poll(() => changes.signs(), soon).toEqual(["2 Changed", "9 Removed", "12 Changed"]);
  await neovim.command("2TandemUndo");
  const question = "a.txt has unsaved changes in the editor. Undo on disk anyway?";
  await expect.poll(() => neovim.lua("return _G.asked"), soon).toEqual([question]);
  expect(changes.read("a.txt")).toBe(after);
  await neovim.lua(answering(1));
  await neovim.command("2TandemUndo");
  await expect.poll(() => changes.read("a.txt"), soon).toBe(after.replace("ONE", "one"));
  expect((await neovim.lines()).slice(0, 2)).toEqual(["mine", "ONE"]);
  expect(await neovim.lua("return vim.bo.modified")).toBe(true);
});

test("what the user deletes, renames and saves under another name is not listed", async () => {
  const files = { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n", "e.txt": "e\n" };
  const init = 'vim.uv.fs_symlink("copy.txt", "link.txt")';
  await using changes = await ChangesFixture.start({ files, open: "a.txt", init });
  const { neovim } = changes;
  await neovim.command("saveas copy.txt");
  await neovim.command("edit link.txt | call setline(1, 'through a link') | write | 1write part.txt");
  await neovim.command("edit b.txt | call delete('b.txt') | bdelete");
  await neovim.command("edit c.txt | call rename('c.txt', 'moved.txt') | file moved.txt | write! | edit e.txt");
  changes.remove("e.txt");
  await neovim.command("TandemChanges");
  const deleted = "    e.txt  deleted  −1";
  const heading = (files: string) => `▾ while claude-code was connected  ${files}`;
  await expect.poll(() => changes.list(), soon).toEqual([heading("1 file  −1"), deleted]);

  // It was not the user who deleted this file.
  await neovim.command("bdelete e.txt");
  changes.write("d.txt", "D\n");
  const both = [heading("2 files  +1  −2"), "    d.txt  +1  −1", deleted];
  await expect.poll(() => changes.list(), soon).toEqual(both);

  await neovim.keys("ggdo");
  await expect.poll(() => changes.list(), soon).toEqual(["undone: d.txt, e.txt"]);
  expect(changes.read("d.txt") + changes.read("e.txt")).toBe("d\ne\n");
  await neovim.keys("R");
  await expect.poll(() => changes.list(), soon).toEqual(both);
  await neovim.keys("ggjVjdp");
  await expect.poll(() => changes.list(), soon).toEqual(["Nothing has changed outside Neovim."]);
  expect(changes.read("d.txt")).toBe("D\n");
  expect(changes.has("e.txt")).toBe(false);
  expect(await changes.said()).toContain("Kept e.txt, and 1 more");
});

test("changes are recorded only if the option says so", async () => {
  await using changes = await ChangesFixture.start({ files: { "a.txt": "a\n" }, changes: "{ enabled = false }" });
  await changes.neovim.command("TandemChanges");
  const message = "Changes are turned off by the option changes.enabled";
  await expect.poll(() => changes.said(), soon).toContain(message);
  expect(changes.hasStore()).toBe(false);
});
