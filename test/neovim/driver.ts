/** Acts as the user in Neovim, with keys and typed commands. */
import type { Driver, Finding } from "@tandem-ide/conformance";
import type { Neovim } from "./neovim.js";

type Range = Parameters<Driver["select"]>[1];

/** Severities as numbered by `vim.diagnostic`. */
const severities = { Error: 1, Warning: 2, Info: 3, Hint: 4 } as const;

const selectInLua = `
  local positions = require("tandem.positions")
  local range = ...
  local from_row, from_byte = positions.row_and_byte(0, range.start)
  local to_row, to_byte = positions.row_and_byte(0, range["end"])
  return { from = { from_row + 1, from_byte }, to = { to_row + 1, to_byte } }`;

/** The first lines of the undecided changes in the active review. */
const undecided = `
  local review = require("tandem.review.registry").current()
  local last = vim.api.nvim_buf_line_count(review.result)
  return vim.iter(review.hunks):filter(function(hunk)
    return hunk.decision == "undecided"
  end):map(function(hunk)
    return math.min(hunk.new, last)
  end):totable()`;

export class NeovimDriver implements Driver {
  readonly #neovim: Neovim;

  constructor(neovim: Neovim) {
    this.#neovim = neovim;
  }

  /** A typed command with its argument, which may contain any characters. */
  async #ex(command: string, ...args: string[]): Promise<void> {
    await this.#neovim.lua(
      "local cmd, args = ...; vim.cmd({ cmd = cmd, args = args, magic = { file = false } })",
      command,
      args,
    );
  }

  async #normal(): Promise<void> {
    await this.#neovim.keys("<C-\\><C-n>");
  }

  async openFile(path: string): Promise<void> {
    await this.#normal();
    await this.#ex("edit", path);
  }

  async closeFile(path: string): Promise<void> {
    await this.#normal();
    await this.#neovim.lua(
      `local buf = require("tandem.buffers").find(...)
       if buf then vim.cmd({ cmd = "bdelete", args = { tostring(buf) }, bang = true }) end`,
      path,
    );
  }

  /**
   * With keys: to the start, `v`, to the last character. If the end is at the start of a line, it includes the line
   * break before it.
   */
  async select(path: string, range: Range): Promise<void> {
    await this.#normal();
    const isFront = await this.#neovim.lua(
      'return require("tandem.buffers").find(...) == vim.api.nvim_get_current_buf()',
      path,
    );
    if (!isFront) await this.#ex("edit", path);
    const isEmpty = range.start.line === range.end.line && range.start.character === range.end.character;
    const { from, to } = await this.#neovim.lua<{ from: [number, number]; to: [number, number] }>(selectInLua, range);
    await this.#neovim.keys(`<Cmd>call cursor(${from[0]}, ${from[1] + 1})<CR>`);
    if (isEmpty) return;
    const target = to[1] === 0 ? `${to[0] - 1}G$` : `<Cmd>call cursor(${to[0]}, ${to[1]})<CR>`;
    await this.#neovim.keys(`v${target}`);
  }

  async mention(path: string, lines?: { readonly start: number; readonly end: number }): Promise<void> {
    await this.#normal();
    const numbers = lines ? [lines.start + 1, lines.end + 1] : [];
    await this.#neovim.lua('require("tandem.mention").add(...)', path, ...numbers);
  }

  async type(text: string): Promise<void> {
    const isSelecting = (await this.#neovim.lua<string>("return vim.fn.mode()")) !== "n";
    const keys = text.replaceAll("<", "<lt>").replaceAll("\n", "<CR>");
    if (isSelecting) await this.#neovim.keys("c");
    else {
      const atEnd = await this.#neovim.lua('return vim.fn.col(".") >= vim.fn.col("$")');
      await this.#neovim.keys(atEnd ? "a" : "i");
    }
    // Stays in insert mode, where the cursor is after the typed text.
    await this.#neovim.keys(keys);
  }

  async save(path: string): Promise<void> {
    await this.#normal();
    await this.#neovim.lua(
      `vim.api.nvim_buf_call(require("tandem.buffers").find(...), function() vim.cmd("silent write") end)`,
      path,
    );
  }

  async pendingReviews(): Promise<readonly string[]> {
    return await this.#neovim.lua(
      'return vim.tbl_map(function(each) return each.tabName end, require("tandem.review").list())',
    );
  }

  async #show(tabName: string): Promise<void> {
    await this.#normal();
    await this.#neovim.lua(
      `local name = ...
       for _, each in ipairs(require("tandem.review").list()) do
         if each.tabName == name then return require("tandem.review").show(each.id) end
       end
       error("No review with id " .. name, 0)`,
      tabName,
    );
  }

  async accept(tabName: string): Promise<void> {
    await this.#show(tabName);
    await this.#neovim.keys(":w<CR>");
  }

  async reject(tabName: string): Promise<void> {
    await this.#show(tabName);
    await this.#neovim.keys(":TandemReject<CR>");
  }

  async editAndAccept(tabName: string, text: string): Promise<void> {
    await this.#show(tabName);
    await this.#neovim.lua(
      `local text = ...
       local lines = vim.split(text, "\\n", { plain = true })
       local ends = lines[#lines] == ""
       if ends then table.remove(lines) end
       vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
       vim.bo.endofline = ends`,
      text,
    );
    await this.#neovim.keys(":w<CR>");
  }

  async acceptHunks(tabName: string, indexes: readonly number[]): Promise<void> {
    await this.#show(tabName);
    const lines = await this.#neovim.lua<number[]>(undecided);
    // From the last one to the first, because each decision moves those below it.
    for (const [index, line] of [...lines.entries()].reverse()) {
      await this.#neovim.keys(`${line}G${indexes.includes(index) ? "dp" : "do"}`);
    }
    await this.#neovim.keys(":w<CR>");
  }

  async closeReview(tabName: string): Promise<void> {
    await this.#show(tabName);
    await this.#neovim.keys(":q<CR>");
  }

  async diagnose(path: string, findings: readonly Finding[]): Promise<void> {
    await this.#neovim.lua(
      `local path, findings = ...
       local positions = require("tandem.positions")
       local buf = require("tandem.buffers").find(path)
       vim.diagnostic.set(vim.api.nvim_create_namespace("contract"), buf, vim.tbl_map(function(each)
         local row, byte = positions.row_and_byte(buf, each.range.start)
         local end_row, end_byte = positions.row_and_byte(buf, each.range["end"])
         return { lnum = row, col = byte, end_lnum = end_row, end_col = end_byte, message = each.message,
           severity = each.severity, source = each.source }
       end, findings))`,
      path,
      findings.map((finding) => ({ ...finding, severity: severities[finding.severity] })),
    );
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#normal();
    if (isPaused === (await this.#neovim.lua('return require("tandem.status").get().is_paused'))) return;
    await this.#neovim.keys(":TandemPause<CR>");
    await this.#neovim.until(`return require("tandem.status").get().is_paused == ${isPaused}`);
  }

  /** Sets the first one with `:cd`, and the others with `:tcd` in a tab page each. */
  async setFolders(folders: readonly string[]): Promise<void> {
    const [first = "/", ...others] = folders;
    await this.#normal();
    await this.#neovim.command("silent! tabonly!");
    await this.#ex("cd", first);
    for (const folder of others) {
      await this.#neovim.command("tabnew");
      await this.#ex("tcd", folder);
    }
    if (others.length > 0) await this.#neovim.command("tabfirst");
  }

  async restartEndpoint(): Promise<void> {
    await this.#neovim.lua(`
      local info = require("tandem.sidecar").info()
      vim.uv.kill(info.pid, "sigkill")`);
    // It exits and is restarted.
    await this.#neovim.until('return require("tandem.sidecar").status() ~= "running"');
    await this.#neovim.until('return require("tandem.sidecar").status() == "running"');
  }

  async quit(): Promise<void> {
    await this.#neovim.quit();
  }

  async kill(): Promise<void> {
    await this.#neovim.kill();
  }
}
