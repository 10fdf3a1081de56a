/** Clients' requests about files while the user is busy or the file is unusual. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client } from "@tandem-ide/client";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

describe("files", () => {
  let neovim: Neovim;
  let client: Client;
  let count = 0;
  beforeAll(async () => {
    neovim = await started();
    client = await connectTo(neovim);
  });
  afterAll(async () => {
    await client.close();
    await neovim.stop();
  });
  beforeEach(async () => {
    await neovim.keys("<C-\\><C-n>");
    await neovim.command(
      "silent! tabonly! | silent! only! | set hidden nowinfixbuf | enew! | %bwipeout! | messages clear",
    );
  });

  function write(text: string, name = `${count++}.txt`): string {
    const path = join(neovim.folder, name);
    writeFileSync(path, text);
    return path;
  }
  const edit = async (path: string) => {
    await neovim.lua('vim.cmd({ cmd = "edit", args = { ... }, magic = { file = false } })', path);
    return path;
  };
  const opening = (filePath: string, text: string, makeFrontmost: boolean) => ({
    filePath,
    preview: false,
    startText: text,
    endText: "",
    selectToEndOfLine: false,
    makeFrontmost,
  });
  const front = () => neovim.lua<string>("return vim.api.nvim_buf_get_name(0)");
  const mode = () => neovim.lua<string>("return vim.api.nvim_get_mode().mode");

  test("getDiagnostics works for a file that was deleted on disk, and doesn't stop Neovim for a second", async () => {
    const [gone, kept] = [write("gone\n"), write("kept\n")];
    await edit(gone);
    await edit(kept);
    await neovim.lua(`vim.diagnostic.set(vim.api.nvim_create_namespace("linter"), 0, {
      { lnum = 0, col = 0, message = "Found", severity = 1 } })`);
    rmSync(gone);
    await neovim.keys("i");
    // The fastest of three, because the machine may be busy during the others.
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const before = performance.now();
      expect(await client.call("getDiagnostics", {})).toMatchObject([{ diagnostics: [{ message: "Found" }] }]);
      times.push(performance.now() - before);
    }
    expect(Math.min(...times)).toBeLessThan(900);
    expect(await client.call("getDiagnostics", { uri: pathToFileURL(gone).href })).toBeDefined();
    expect(await neovim.messages()).not.toMatch(/\bE\d+:/);
  });

  test("respects the user's noautoread in a buffer", async () => {
    await neovim.command("set noautoread");
    const path = await edit(write("old\n"));
    writeFileSync(path, "new\n");
    await client.call("getDiagnostics", { uri: pathToFileURL(path).href });
    expect(await neovim.lines()).toEqual(["new"]);
    expect(await neovim.lua("return vim.o.autoread")).toBe(false);
    await neovim.lua("vim.go.autoread = true");
    expect(await neovim.lua("return vim.o.autoread")).toBe(true);
  });

  test("doesn't send diagnostics of a buffer without a file", async () => {
    await edit(write("text\n"));
    await neovim.command("enew | file jdt://contents/String.class");
    await neovim.lua(`vim.diagnostic.set(vim.api.nvim_create_namespace("linter"), 0, {
      { lnum = 0, col = 0, message = "Found", severity = 1 } })`);
    expect(await client.call("getDiagnostics", {})).toEqual([]);
  });

  test("with nohidden, opens a file even if the current one has changes", async () => {
    await neovim.command("set nohidden");
    const mine = await edit(write("mine\n"));
    await neovim.keys("ochanged<Esc>");
    const other = write("other\n");
    await client.call("openFile", opening(other, "", true));
    expect(await front()).toBe(other);
    expect(await neovim.lua("return vim.bo[vim.fn.bufnr(...)].modified", mine)).toBe(true);
    await neovim.command("silent! bwipeout!");
  });

  test("close_tab works on a window with winfixbuf", async () => {
    const path = await edit(write("fixed\n"));
    await neovim.command("split | set winfixbuf | wincmd p");
    expect(await client.call("close_tab", { tab_name: basename(path) })).toBeDefined();
    const open = await neovim.lua("return require('tandem.buffers').find(...)", path);
    expect(open).toBeNull();
  });

  const save = (path: string) => client.call("saveDocument", { filePath: path });

  test("saveDocument of a file that has changed on disk doesn't wait for the user or report a false success", async () => {
    const path = await edit(write("old\n"));
    await neovim.keys("omine<Esc>");
    writeFileSync(path, "theirs, and longer\n");
    for (let again = 0; again < 2; again++) {
      const message = expect.stringContaining(`Neovim couldn't save ${path}: the file has changed on disk.`);
      expect(await save(path)).toMatchObject({ saved: false, message });
    }
    expect(readFileSync(path, "utf8")).toBe("theirs, and longer\n");
    // The user overwrites the file, and everything works again.
    await neovim.command("write!");
    await neovim.keys("omore<Esc>");
    expect(await save(path)).toMatchObject({ saved: true });
    expect(readFileSync(path, "utf8")).toBe("old\nmine\nmore\n");
  });

  test.for(["autoread", "noautoread"])(
    "with %s, Claude's own write does not count as a change on disk",
    async (option) => {
      await neovim.command(`set ${option}`);
      const path = await edit(write("old\n"));
      writeFileSync(path, "written by Claude\n");
      await neovim.lua('require("tandem.files").reload({ path = ... })', path);
      await neovim.keys("omine<Esc>");
      expect(await save(path)).toMatchObject({ saved: true });
      expect(readFileSync(path, "utf8")).toBe("written by Claude\nmine\n");
      await neovim.command("set autoread");
    },
  );

  test.for([
    ["autocmd BufWritePre <buffer> throw 'formatter broke'", "formatter broke"],
    ["autocmd BufWritePre <buffer> lua error('lua broke')", "lua broke"],
    ["setlocal readonly", "E45: 'readonly' option is set"],
    ["setlocal buftype= | autocmd BufWriteCmd <buffer> let g:nothing = 1", "it still has unsaved changes"],
  ] as const)("saveDocument after %s returned a Lua stack trace", async ([command, why]) => {
    const path = await edit(write("old\n"));
    await neovim.keys("omine<Esc>");
    await neovim.command(command);
    const { saved, message } = (await save(path)) as { saved: boolean; message: string };
    expect(saved).toBe(false);
    expect(message).toContain(why);
    expect(message).not.toContain("traceback");
    expect(readFileSync(path, "utf8")).toBe("old\n");
  });

  test("detects unsaved changes in a file by the name of a link to it", async () => {
    const path = await edit(write("old\n"));
    const link = join(neovim.folder, `link-${count++}.txt`);
    symlinkSync(path, link);
    await neovim.keys("omine<Esc>");
    expect(await client.call("checkDocumentDirty", { filePath: link })).toMatchObject({ isDirty: true });
  });

  test("openFile in the background doesn't move the cursor of a user who is typing", async () => {
    const path = await edit(write("one\ntwo\nthree\n"));
    await neovim.keys("ggA!");
    await client.call("openFile", opening(path, "three", false));
    await neovim.keys("?");
    expect(await neovim.lines()).toEqual(["one!?", "two", "three"]);
  });

  const ways = ["i", "R", "a<C-x><C-n>", "v", "<C-v>j", "gh", "d", "g@", "i<C-o>", ":echo 1", "<Cmd>terminal<CR>i"];
  test.for(ways)("openFile to the front after %s doesn't continue that in the other file", async (keys) => {
    const mine = await edit(write("mine mind\n"));
    await neovim.client.input(keys);
    const other = write("other words here\n");
    await client.call("openFile", opening(other, "words", true));
    expect(await front()).toBe(other);
    expect(await mode()).toBe("v");
    // Exactly two more characters.
    await neovim.keys("ll");
    expect(await neovim.lua('return require("tandem.selection").current().text')).toBe("words h");
    await neovim.keys("<Esc>");
    expect(await mode()).toBe("n");
    expect(await neovim.lines()).toEqual(["other words here"]);
    const [line] = await neovim.lua<string[]>(
      "return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, false)",
      mine,
    );
    expect(line).toMatch(/^m(ine|ind|mine)?ine mind$/);
  });

  test.for([
    ["inside of a line", "a\rb\nfind me\n", 1],
    ["at the ends of some lines", "a\r\nb\nfind me\r\n", 2],
  ] as const)("doesn't count a carriage return %s as a line", async ([, text, line]) => {
    await client.call("openFile", opening(write(text), "find", true));
    const selection = { start: { line, character: 0 }, end: { line, character: 4 }, isEmpty: false };
    expect(await client.call("getCurrentSelection")).toMatchObject({ text: "find", selection });
    await neovim.keys("<Esc>ggVG");
    expect(await client.call("getCurrentSelection")).toMatchObject({
      text: text.replaceAll("\r\n", "\n").replace("\r", " ").trim(),
    });
  });

  test.for(["BufReadPost", "FileType", "BufEnter", "BufWinEnter"])(
    "opens a file despite an error in the user's autocommand for %s",
    async (event) => {
      await neovim.command(`augroup mine | execute "autocmd ${event} * throw 'mine is broken'" | augroup END`);
      const path = write("words\n", `${count++}.py`);
      try {
        await client.call("openFile", opening(path, "words", true));
      } finally {
        await neovim.command("autocmd! mine");
      }
      expect(await front()).toBe(path);
      expect(await neovim.lua('return require("tandem.selection").current().text')).toBe("words");
    },
  );

  test("openFile in the command-line window fails with a message and changes nothing", async () => {
    const mine = await edit(write("mine\n"));
    await neovim.keys("q:");
    const other = write("other\n");
    await expect(client.call("openFile", opening(other, "", true))).rejects.toThrow(
      "E11: Invalid in command-line window",
    );
    expect(await neovim.lua("return { vim.fn.getcmdwintype(), vim.bo.bufhidden }")).toEqual([":", "wipe"]);
    await neovim.keys(":q<CR>");
    expect(await front()).toBe(mine);
    expect(await neovim.lua("return vim.bo.bufhidden")).toBe("");
  });

  test("openFile opens a single window if there is only a terminal", async () => {
    await neovim.command("terminal");
    const path = write("words\n");
    await client.call("openFile", opening(path, "words", true));
    expect(await front()).toBe(path);
    expect(await neovim.lua("return vim.fn.winnr('$')")).toBe(2);
    expect(await neovim.lua("return #vim.api.nvim_list_bufs()")).toBe(2);
  });

  test("openFile has no effect after its client got a timeout", async () => {
    await edit(write("mine\n"));
    // Neovim waits for the name of a register and handles nothing else.
    await neovim.client.input('"');
    const other = write("other\n");
    await expect(client.call("openFile", opening(other, "", true))).rejects.toThrow("did not answer within 10 s");
    await neovim.keys("a<Esc>");
    expect(await front()).not.toBe(other);
    expect(await neovim.lua("return vim.fn.bufexists(...)", other)).toBe(0);
  });
});
