/**
 * Shared by the tests of reviews: a Neovim with only the review part, proposals, and their decisions. The test
 * takes the place of the sidecar's process: it has the sidecar's reviews and the hub's, but no endpoint.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { expect, vi } from "vitest";
import { type EventParams, eventSchemas, requestSchemas } from "../../editors/neovim/src/messages.js";
import { Reviews } from "../../editors/neovim/src/reviews.js";
import { PendingReview } from "../../packages/server/src/hub/reviews/review.js";
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

/** The outcome of a proposal, with its result text. */
export interface Decision {
  readonly id: string;
  readonly accepted: boolean;
  readonly text?: string;
}

const init = (review: string, more: string) => `
_G.said, _G.events = {}, {}
vim.notify = function(message) table.insert(_G.said, message) end
package.loaded["tandem.sidecar"] = {
  info = function() return nil, _G.live end,
  is_current = function() return true end,
  send = function(method, params) vim.rpcnotify(1, method, params) end,
  request = function(method, params, callback)
    vim.rpcnotify(1, "request", require("tandem.requests").add(callback), method, params)
  end,
}
require("tandem.config").set({ review = ${review} })
function _G.call(method, params)
  local answer = require("tandem.bridge").call(method, params, 1)
  return answer.problem and error(answer.problem, 0) or answer.value
end
vim.api.nvim_create_autocmd("User", { pattern = "TandemReview*", callback = function(event)
  table.insert(_G.events, { event.match, event.data.id, event.data.outcome or "" })
end })
local review = require("tandem.review")
local open = review.open
function review.open(...)
  local began = vim.uv.hrtime()
  open(...)
  _G.took = (vim.uv.hrtime() - began) / 1e6
end
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

export class ReviewFixture {
  readonly neovim: Neovim;
  /** Resolves when the sidecar has answered Neovim's requests. */
  #released: Promise<void> = Promise.resolve();
  /** The sidecar's clock. */
  readonly clock = new FakeClock();
  readonly #reviews: Reviews;
  readonly #pending = new Map<string, PendingReview>();
  readonly #decisions: Decision[] = [];
  #opened: unknown;
  #last = 0;

  private constructor(neovim: Neovim) {
    this.neovim = neovim;
    this.#reviews = new Reviews({
      bridge: {
        call: async (_method, params) => {
          this.#opened = params;
          return undefined as never;
        },
        notify: (method, params) => void neovim.lua("_G.call(...)", method, params).catch(() => {}),
      },
      clock: this.clock,
      isHidden: (path) => path.endsWith(".env"),
      accepted: () => {},
    });
    neovim.client.on("notification", (method: string, args: readonly unknown[]) => {
      if (method === "request") void this.#answer(Number(args[0]), args[2]);
      else if (method === "review_updated") this.#applied(eventSchemas.review_updated.parse(args[0]).id);
      else if (method === "decided") this.#decided(args[0]);
      else if (method === "view_closed") this.#viewClosed(eventSchemas.view_closed.parse(args[0]));
      else if (method === "view_reopened") this.#viewReopened(eventSchemas.view_reopened.parse(args[0]).id);
    });
  }

  async #answer(request: number, params: unknown): Promise<void> {
    const { id, ...update } = requestSchemas.update_review.parse(params);
    const review = this.#pending.get(id);
    await this.#released;
    const answer = review ? { result: this.#reviews.update(review, update) } : { problem: "it is over" };
    await this.neovim.lua("_G.call(...)", "answered", { id: request, ...answer }).catch(() => {});
  }

  #applied(id: string): void {
    const review = this.#pending.get(id);
    if (review) this.#reviews.applied(review);
  }

  #viewClosed(closed: EventParams<"view_closed">): void {
    const { id } = closed;
    const review = this.#pending.get(id);
    if (!review) return;
    this.#reviews.viewClosed(review, closed);
    void review.decided.then(() => {
      if (review.outcome === "rejected" && this.#pending.delete(id)) this.#decisions.push({ id, accepted: false });
    });
  }

  #viewReopened(id: string): void {
    const review = this.#pending.get(id);
    if (review) this.#reviews.viewReopened(review);
  }

  #decided(params: unknown): void {
    const decision = eventSchemas.decided.parse(params);
    const { id, accepted } = decision;
    const review = this.#pending.get(id);
    if (!review) return;
    this.#pending.delete(id);
    // Like `decided` of the sidecar's reviews, except for carriage returns, which aren't line endings yet.
    if (decision.accepted && decision.content) {
      this.#reviews.update(review, { content: decision.content, choices: decision.choices, isReset: false });
      this.#reviews.applied(review);
    }
    this.#decisions.push(accepted ? { id, accepted, text: review.result } : { id, accepted });
    review.end({ accepted: false });
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
    return new ReviewFixture(neovim);
  }

  path(name: string): string {
    return join(this.neovim.folder, name);
  }

  /** Called by the sidecar when Claude proposes a text. */
  prepare(oldText: string, newText: string, more: Partial<Proposal> = {}): { readonly id: string } {
    this.#last++;
    const id = more.id ?? `proposal-${this.#last}`;
    const path = more.path ?? this.path("greeting.txt");
    const whole: Proposal = {
      id,
      path,
      oldPath: path,
      tabName: `tab of ${id}`,
      oldText,
      newText,
      isNewFile: false,
      hasUnsavedChanges: false,
      client: { id: "1", name: "claude-code", version: "2.0.0", pid: 4711 },
      ...more,
    };
    const review = new PendingReview(whole, "text", () => {});
    this.#pending.set(id, review);
    void this.#reviews.review(review);
    return this.#opened as { id: string };
  }

  /** Makes Claude propose a text, and returns the proposal's id. */
  async propose(oldText: string, newText: string, more: Partial<Proposal> = {}): Promise<string> {
    const opened = this.prepare(oldText, newText, more);
    await this.neovim.lua("_G.call(...)", "open_review", opened);
    return opened.id;
  }

  /** The received events, in order. */
  async decisions(): Promise<Decision[]> {
    // All earlier events have arrived once this is answered.
    await this.neovim.lua("return 1");
    return [...this.#decisions];
  }

  /** Stops answering Neovim's requests until the returned function is called. */
  hold(): () => void {
    let go = () => {};
    this.#released = new Promise((resolve) => {
      go = resolve;
    });
    return () => {
      this.#released = Promise.resolve();
      go();
    };
  }

  /** Ends a review in the hub without notifying Neovim. */
  forget(id: string): void {
    this.#pending.delete(id);
  }

  /** The data for the answer to the client. */
  review(id: string): PendingReview | undefined {
    return this.#pending.get(id);
  }

  async said(): Promise<string> {
    return (await this.neovim.lua<string[]>("return _G.said")).join("\n");
  }

  /** Types keys that accept, and returns the accepted text. */
  async accepted(keys = ":w<CR>"): Promise<string | undefined> {
    const before = (await this.decisions()).length;
    await this.neovim.keys(keys);
    await vi.waitFor(async () => expect(await this.decisions()).toHaveLength(before + 1), 10_000);
    const last = (await this.decisions()).at(-1);
    return last?.accepted ? last.text : undefined;
  }

  /** Lets the five seconds pass after which a review that the user has closed is rejected. */
  async passClosed(): Promise<void> {
    await vi.waitFor(() => expect(this.clock.pending).toBeGreaterThan(0), 10_000);
    this.clock.advance(5_000);
  }

  /** The number of undecided changes that the view shows. */
  async undecided(): Promise<number> {
    const bar = await this.neovim.lua<string>("return vim.wo.winbar");
    return Number(/(\d+) (?:left|changes?),/.exec(bar)?.[1] ?? Number.NaN);
  }

  async close(id: string, reason = "Claude Code closed it"): Promise<void> {
    await this.neovim.lua('require("tandem.review").close(...)', id, reason);
    await this.neovim.settled();
  }

  async mode(): Promise<string> {
    return (await this.neovim.client.mode).mode;
  }

  /** The existing buffers of reviews, and the number of tab pages. */
  async leftovers(): Promise<{ buffers: string[]; tabs: number }> {
    return await this.neovim.lua(`
      local buffers = {}
      for _, buf in ipairs(vim.api.nvim_list_bufs()) do
        local name = vim.api.nvim_buf_get_name(buf)
        if name:find("^tandem://review") then table.insert(buffers, name) end
      end
      return { buffers = buffers, tabs = vim.fn.tabpagenr("$") }`);
  }

  /** Everything that a review must not change. */
  async state(): Promise<Record<string, unknown>> {
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
