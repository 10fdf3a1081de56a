/** What the tests of reviews share: a Neovim with the review part alone, proposals, and what was decided of them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { Neovim } from "./neovim.js";

export interface Proposal {
  readonly id: string;
  readonly path: string;
  readonly oldPath: string;
  readonly tabName: string;
  readonly oldText: string;
  readonly newText: string;
  readonly isNewFile: boolean;
  readonly hasUnsavedChanges: boolean;
  readonly client: { readonly id: string; readonly name: string; readonly version: string; readonly pid: number };
}

/** Texts cross the border as base64, so that no character of them is lost on the way to the test. */
export interface Decision {
  readonly id: string;
  readonly accepted: boolean;
  readonly text?: string;
}

const init = (review: string, more: string) => `
_G.decisions, _G.said, _G.events = {}, {}, {}
vim.notify = function(message) table.insert(_G.said, message) end
package.loaded["tandem.sidecar"] = { info = function() return nil, _G.live end, tell = function() end }
require("tandem.config").set({ review = ${review} })
function _G.propose(proposal)
  local began = vim.uv.hrtime()
  require("tandem.review").open(proposal, function(decision)
    table.insert(_G.decisions, { id = proposal.id, accepted = decision.accepted, text = decision.text and vim.base64.encode(decision.text) })
  end)
  _G.took = (vim.uv.hrtime() - began) / 1e6
end
vim.api.nvim_create_autocmd("User", { pattern = "TandemReview*", callback = function(event)
  table.insert(_G.events, { event.match, event.data.id, event.data.outcome or "" })
end })
local review = require("tandem.review")
vim.api.nvim_create_user_command("TandemAccept", function(command) review.accept(command.args) end, { nargs = "?" })
vim.api.nvim_create_user_command("TandemReview", function(command) review.show(command.args ~= "" and command.args or nil) end, { nargs = "?" })
vim.api.nvim_create_user_command("TandemAcceptHunk", function(command)
  if command.range > 0 then review.accept_hunk(command.line1, command.line2) else review.accept_hunk() end
end, { range = true })
vim.api.nvim_create_user_command("TandemRejectHunk", function(command)
  if command.range > 0 then review.reject_hunk(command.line1, command.line2) else review.reject_hunk() end
end, { range = true })
vim.api.nvim_create_user_command("TandemReject", function(command) review.reject(command.args) end, { nargs = "?" })
${more}
`;

export class ReviewNeovim {
  readonly neovim: Neovim;
  #last = 0;

  private constructor(neovim: Neovim) {
    this.neovim = neovim;
  }

  /** `review` is the section of the options, in Lua; `more` is run after it. */
  static async start(
    review = "{}",
    more = "",
    files: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ) {
    const neovim = await Neovim.start({ init: init(review, more) });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(neovim.folder, name), text);
    for (const arg of args) await neovim.command(arg);
    return new ReviewNeovim(neovim);
  }

  path(name: string): string {
    return join(this.neovim.folder, name);
  }

  /** Has Claude propose a text, and answers the id of the proposal. */
  async propose(oldText: string, newText: string, more: Partial<Proposal> = {}): Promise<string> {
    this.#last++;
    const id = more.id ?? `proposal-${this.#last}`;
    const path = more.path ?? this.path("greeting.txt");
    const whole: Proposal = {
      id,
      path,
      oldPath: path,
      tabName: `tab of ${id}`,
      oldText: "",
      newText: "",
      isNewFile: false,
      hasUnsavedChanges: false,
      client: { id: "1", name: "claude-code", version: "2.0.0", pid: 4711 },
      ...more,
    };
    await this.neovim.lua(
      `local proposal, old, new = ...
       proposal.oldText, proposal.newText = vim.base64.decode(old), vim.base64.decode(new)
       _G.propose(proposal)`,
      whole,
      Buffer.from(oldText).toString("base64"),
      Buffer.from(newText).toString("base64"),
    );
    return id;
  }

  /** What was told, in order. */
  async decisions(): Promise<Decision[]> {
    const told = await this.neovim.lua<Decision[]>("return _G.decisions");
    return told.map(({ id, accepted, text }) =>
      text === undefined ? { id, accepted } : { id, accepted, text: Buffer.from(text, "base64").toString() },
    );
  }

  async said(): Promise<string> {
    return (await this.neovim.lua<string[]>("return _G.said")).join("\n");
  }

  /** Types keys that accept, and answers the text that was told. */
  async accepted(keys = ":w<CR>"): Promise<string | undefined> {
    const before = (await this.decisions()).length;
    await this.neovim.keys(keys);
    await vi.waitFor(async () => expect(await this.decisions()).toHaveLength(before + 1), 10_000);
    const last = (await this.decisions()).at(-1);
    return last?.accepted ? last.text : undefined;
  }

  /** How many changes the view says are undecided. */
  async undecided(): Promise<number> {
    const bar = await this.neovim.lua<string>("return vim.wo.winbar");
    return Number(/(\d+) undecided/.exec(bar)?.[1] ?? Number.NaN);
  }

  async close(id: string, reason = "Claude Code closed it"): Promise<void> {
    await this.neovim.lua('require("tandem.review").close(...)', id, reason);
    await this.neovim.settled();
  }

  async mode(): Promise<string> {
    return (await this.neovim.client.mode).mode;
  }

  /** The buffers of reviews that there are, and the number of tab pages. */
  async leftovers(): Promise<{ buffers: string[]; tabs: number }> {
    return await this.neovim.lua(`
      local buffers = {}
      for _, buf in ipairs(vim.api.nvim_list_bufs()) do
        local name = vim.api.nvim_buf_get_name(buf)
        if name:find("^tandem://review") then table.insert(buffers, name) end
      end
      return { buffers = buffers, tabs = vim.fn.tabpagenr("$") }`);
  }

  /** Everything that a review must leave as it was. */
  async surroundings(): Promise<Record<string, unknown>> {
    return await this.neovim.lua(`
      local windows = {}
      for _, win in ipairs(vim.api.nvim_list_wins()) do
        table.insert(windows, vim.api.nvim_win_call(win, function()
          return { win = win, buf = vim.fn.bufname("%"), alternate = vim.fn.bufname("#"), jumps = vim.fn.getjumplist(),
            view = vim.fn.winsaveview(), diff = vim.wo.diff, scrollbind = vim.wo.scrollbind, winbar = vim.wo.winbar,
            foldmethod = vim.wo.foldmethod, wrap = vim.wo.wrap, width = vim.fn.winwidth(0), height = vim.fn.winheight(0) }
        end))
      end
      local registers = {}
      for register in ('"0123456789abcxyz-*+/.'):gmatch(".") do registers[register] = vim.fn.getreginfo(register) end
      local undo = {}
      for _, info in ipairs(vim.fn.getbufinfo({ buflisted = 1 })) do
        undo[info.name == "" and "none" or info.name] = vim.api.nvim_buf_call(info.bufnr, function()
          return { vim.fn.undotree().seq_last, vim.bo.modified, vim.api.nvim_buf_line_count(0) }
        end)
      end
      return { layout = vim.fn.winlayout(), sizes = vim.fn.winrestcmd(), current = vim.api.nvim_get_current_win(),
        tab = vim.fn.tabpagenr(), tabs = vim.fn.tabpagenr("$"), previous = vim.fn.winnr("#"), windows = windows, registers = registers, undo = undo,
        search = vim.fn.getreg("/"), listed = #vim.fn.getbufinfo({ buflisted = 1 }), diffopt = vim.o.diffopt,
        hidden = vim.o.hidden, equalalways = vim.o.equalalways, cmdheight = vim.o.cmdheight, eventignore = vim.o.eventignore,
        mode = vim.api.nvim_get_mode().mode }`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.neovim.stop();
  }
}
