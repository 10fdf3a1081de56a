--- Reviews: a proposal of Claude's is shown until the user decides.
---
--- There are two texts, the one before (base), which stays as it is, and the proposed one (result). The sidecar's review
--- model says what differs, and what was decided: rejecting a change puts the base's lines into the result. Accepting
--- answers the result.
local ending = require("tandem.review.ending")
local outside = require("tandem.review.outside")
local registry = require("tandem.review.registry")
local text = require("tandem.review.text")

local M = {}

---@class tandem.review.Proposal
---@field id string
---@field path string
---@field oldPath string
---@field tabName string
---@field old tandem.review.Told
---@field new tandem.review.Told
---@field hunks tandem.review.Hunk[]
---@field isNewFile boolean
---@field hasUnsavedChanges boolean
---@field client { id: any, name: string?, version: string?, pid: integer? }

---@class tandem.review.Decision
---@field accepted boolean
---@field told table? the text, where it was shown
---@field choices table[]? about hunks, not applied to that text yet

---@class tandem.review.Review
---@field proposal tandem.review.Proposal
---@field number integer
---@field old tandem.review.Text
---@field new tandem.review.Text
---@field layout "vertical"|"horizontal"|"inline"
---@field place "tab"|"here"
---@field focus "auto"|"always"|"never"
---@field tell fun(decision: tandem.review.Decision)
---@field is_over boolean decided or void: nothing is told any more
---@field view tandem.review.View? from when it is shown until it is gone
---@field result integer? the buffer of the proposed text
---@field base integer? the buffer of the text before; none in the layout "inline"
---@field result_win integer?
---@field base_win integer?
---@field hunks tandem.review.Hunk[] as the sidecar told them last
---@field eol boolean what 'endofline' is unless the user has set it
---@field is_edited boolean
---@field told_tick integer? of the text that the sidecar knows
---@field choices tandem.review.Choice[]

local group = vim.api.nvim_create_augroup("tandem.review", { clear = true })

local function windows()
  return require("tandem.review.windows")
end

--- A view that goes, in whatever way, is a rejection. Not when Neovim ends: then the question is in the terminal.
---@param review tandem.review.Review
local function reject_when_gone(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.api.nvim_create_autocmd("BufWipeout", {
      group = group,
      buffer = buf,
      callback = function()
        if vim.v.exiting == vim.NIL then
          ending.reject(review)
        end
      end,
    })
  end
end

---@param review tandem.review.Review
---@param focus boolean
local function show_first(review, focus)
  local is_native = review.layout ~= "inline"
  if is_native and require("tandem.review.native").is_too_long(review.old.lines, review.new.lines) then
    review.layout = "inline"
    require("tandem.notify").info("Review in one window: a change is too long for Neovim's diff.")
  end
  require("tandem.review.buffers").create(review)
  require("tandem.review.place").open(review, focus)
  reject_when_gone(review)
  require("tandem.review.writes").watch(review, ending.accept)
  require("tandem.review.keys").map(review)
  require("tandem.review.watch").start(review)
  if review.hunks[1] then
    local last = vim.api.nvim_buf_line_count(review.result)
    vim.api.nvim_win_set_cursor(review.result_win, { math.min(review.hunks[1].new, last), 0 })
  end
end

--- Shows it, or leaves nothing behind and throws.
---@param review tandem.review.Review
---@param focus boolean
local function build(review, focus)
  local ok, problem = pcall(show_first, review, focus)
  if ok then
    return
  end
  local was_in = ending.is_in(review)
  ending.finish(review, "closed")
  pcall(windows().close, review, was_in)
  ending.let_go(review)
  error(problem, 0)
end

--- Shows a proposal; `decided` is called once, when the user has decided, and never after `close`.
---@param proposal tandem.review.Proposal
---@param decided fun(decision: tandem.review.Decision)
function M.open(proposal, decided)
  local options = require("tandem.config").get().review
  local moments = require("tandem.review.moments")
  local review = {
    proposal = proposal,
    old = text.of(proposal.old),
    new = text.of(proposal.new),
    hunks = proposal.hunks,
    eol = proposal.new.eol,
    is_edited = false,
    choices = {},
    layout = options.layout,
    place = options.place,
    focus = options.focus,
    tell = decided,
    is_over = false,
  }
  if registry.by_id(proposal.id) then
    M.close(proposal.id, "another proposal has taken its place")
  end
  registry.add(review)
  outside.track(true)
  local focus = options.focus == "always" or (options.focus == "auto" and not moments.is_typing())
  if options.focus == "always" then
    moments.end_typing()
  end
  local is_time = options.place == "here" and not focus and moments.is_free_beside or moments.is_free
  moments.when(is_time, function()
    if not review.is_over and not review.view then
      build(review, focus)
    end
  end)
  local is_in_front = review.view and review.view.tab == vim.api.nvim_get_current_tabpage()
  if not is_in_front and not focus then
    require("tandem.notify").info(registry.message(review, "Claude proposes to change %s: see :TandemReview"))
  end
  ending.emit("ReviewOpened", review)
end

--- The proposal is void: its view closes, and nothing is told.
---@param id string
---@param reason string words
function M.close(id, reason)
  local review = registry.by_id(id)
  local kept = review and ending.void(review)
  if kept then
    local words = ("%%s: %s; kept in :buffer %d"):format(reason:gsub("%%", "%%%%"), kept)
    require("tandem.notify").warn(registry.message(review, words))
  end
end

--- Nobody is there any more to be told.
function M.sidecar_lost()
  local all = registry.all()
  if #all == 0 or vim.v.exiting ~= vim.NIL then
    return
  end
  local kept = {}
  for _, review in ipairs(all) do
    kept[#kept + 1] = ending.void(review)
  end
  local words = "Decide on %s in Claude Code's terminal"
  if #kept > 0 then
    words = ("%s; kept: :buffer %s"):format(words, table.concat(kept, ", "))
  end
  local what = #all == 1 and registry.message(all[1], words) or words:format(#all .. " proposals")
  require("tandem.notify").warn(what)
end

---@param id string?
function M.accept(id)
  ending.accept(registry.meant(id))
end

---@param id string?
function M.reject(id)
  ending.reject(registry.meant(id))
end

---@param decision "accepted"|"rejected"
local function on_hunk(decision, first, last)
  local review = registry.current()
  if not review or not review.view or not vim.b.tandem_review then
    error("This is done in a window of a review: :TandemReview goes to one.", 0)
  end
  require("tandem.review.hunks").decide(review, decision, first and { first, last or first })
end

--- Accepts the change under the cursor, or takes that back; or those that are undecided in a range of lines.
---@param first integer?
---@param last integer?
function M.accept_hunk(first, last)
  on_hunk("accepted", first, last)
end

--- Rejects it or them in the same way: the lines before come back.
---@param first integer?
---@param last integer?
function M.reject_hunk(first, last)
  on_hunk("rejected", first, last)
end

--- Goes to a review.
---@param id string?
function M.show(id)
  local review = id == nil and not registry.current() and registry.all()[1] or registry.meant(id)
  if not review.view then
    build(review, true)
  end
  windows().enter(review)
end

--- Goes to the next review that waits, or to the one before.
---@param direction integer?
function M.next(direction)
  M.show(registry.beside(direction or 1).proposal.id)
end

function M.pending()
  return registry.count()
end

---@return { id: string, tabName: string, path: string, client: table }[]
function M.list()
  return vim.tbl_map(function(review)
    local proposal = review.proposal
    return { id = proposal.id, tabName = proposal.tabName, path = proposal.path, client = proposal.client }
  end, registry.all())
end

return M
