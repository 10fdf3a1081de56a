--- Shows a proposal until the user decides.
---
--- The base is the text on disk and is read-only. The result starts as the proposed text; rejecting a hunk restores the
--- lines of the base. Accepting returns the result. The review model in the sidecar computes the hunks.
local ending = require("tandem.review.ending")
local origin = require("tandem.review.origin")
local registry = require("tandem.review.registry")
local text = require("tandem.review.text")
local windows = require("tandem.review.windows")

local M = {}

---@class tandem.review.Proposal
---@field id string
---@field path string
---@field oldPath string
---@field tabName string
---@field old tandem.review.Content
---@field new tandem.review.Content
---@field hunks tandem.review.Hunk[]
---@field counts string
---@field isNewFile boolean
---@field hasUnsavedChanges boolean
---@field isHidden boolean
---@field client { id: any, name: string?, version: string?, pid: integer? }

---@class tandem.review.Decision
---@field accepted boolean
---@field content table? the text, if it was shown
---@field choices table[]? decisions about hunks that have not been applied to the text
---@field reason string?
---@field comments { line: integer, text: string }[]

---@class tandem.review.Shown what the views of proposals and of changes on disk have in common
---@field kind "proposal"|"change"
---@field variable "tandem_review"|"tandem_change" the variable of its buffers that contains its id
---@field id string
---@field path string
---@field old_path string?
---@field number integer
---@field old tandem.review.Text
---@field new tandem.review.Text
---@field layout "vertical"|"horizontal"|"inline"
---@field place "tab"|"here"
---@field focus "auto"|"always"|"never"
---@field is_closed boolean decided or withdrawn
---@field view tandem.review.View? while it is shown
---@field result integer? the buffer of the proposed text, or of that on disk
---@field base integer? the buffer of the old text; none in the layout "inline"
---@field result_win integer?
---@field base_win integer?
---@field hunks tandem.review.Hunk[] from the last response of the sidecar
---@field winbar { result: fun(review, width: integer): string, base: fun(review, width: integer): string }
---@field actions table<string, fun(first: integer?, last: integer?)> what its keys do
---@field words table<string, string> describes these actions

---@class tandem.review.Review: tandem.review.Shown
---@field proposal tandem.review.Proposal
---@field on_decided fun(decision: tandem.review.Decision)
---@field eol boolean 'endofline', unless the user has set it
---@field counts string describes the decisions and the changed lines
---@field is_edited boolean
---@field is_outdated boolean? the file on disk is not the original any more
---@field sent_tick integer? changedtick of the text that the sidecar has
---@field choices tandem.review.Choice[]
---@field comments tandem.review.Comment[]
---@field aside tandem.review.Aside? while its view is closed
---@field left tandem.review.Text? the proposed text as the user left it when they closed the view

local group = vim.api.nvim_create_augroup("tandem.review", { clear = true })

--- Closing the view rejects the proposal after a moment, except when Neovim exits: then the user can decide in the terminal.
local function reject_when_gone(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.api.nvim_create_autocmd("BufWipeout", {
      group = group,
      buffer = buf,
      callback = function()
        if vim.v.exiting == vim.NIL then
          require("tandem.review.closing").closed(review)
        end
      end,
    })
  end
end

local function show_first(review, focus)
  local view = require("tandem.review.view")
  view.open(review, focus)
  reject_when_gone(review)
  require("tandem.review.writes").watch(review, ending.accept)
  require("tandem.review.keys").map(review)
  require("tandem.review.watch").start(review)
  view.go_to_first_hunk(review)
end

--- Shows the review. If that fails, cleans up and raises the error.
local function build(review, focus)
  local ok, problem = pcall(show_first, review, focus)
  if ok then
    return
  end
  local was_inside = ending.is_inside(review)
  ending.finish(review, "closed")
  pcall(windows.close, review, was_inside)
  ending.stop_watching(review)
  error(problem, 0)
end

--- Shows a proposal. `decided` is called when the user has decided, but never after `close`.
---@param proposal tandem.review.Proposal
---@param decided fun(decision: tandem.review.Decision)
function M.open(proposal, decided)
  local options = require("tandem.config").get().review
  local timing = require("tandem.review.timing")
  local review = {
    kind = "proposal",
    variable = "tandem_review",
    id = proposal.id,
    path = proposal.path,
    old_path = proposal.oldPath,
    proposal = proposal,
    old = text.of(proposal.old),
    new = text.of(proposal.new),
    hunks = proposal.hunks,
    counts = proposal.counts,
    eol = proposal.new.eol,
    is_edited = false,
    choices = {},
    comments = {},
    layout = options.layout,
    place = options.place,
    focus = options.focus,
    winbar = require("tandem.review.winbar"),
    actions = {
      accept = function()
        M.accept(proposal.id)
      end,
      reject = function()
        M.reject(proposal.id)
      end,
      accept_hunk = M.accept_hunk,
      reject_hunk = M.reject_hunk,
      explain_base = require("tandem.review.writes").explain_base,
    },
    words = {
      accept = "accept the proposal",
      reject = "reject the proposal",
      accept_hunk = "accept this hunk, or undo the decision",
      reject_hunk = "reject this hunk, or undo the decision",
    },
    on_decided = decided,
    is_closed = false,
  }
  if registry.by_id(proposal.id) then
    M.close(proposal.id, "replaced by another proposal")
  end
  registry.add(review)
  require("tandem.review.winbar").update_all()
  origin.track("proposals", true)
  local focus = options.focus == "always" or (options.focus == "auto" and not timing.is_typing())
  if options.focus == "always" then
    timing.stop_typing()
  end
  local is_ready = options.place == "here" and not focus and timing.can_split or timing.is_free
  timing.when(is_ready, function()
    if not review.is_closed and not review.view then
      build(review, focus)
    end
  end)
  local is_in_front = review.view and review.view.tab == vim.api.nvim_get_current_tabpage()
  if not is_in_front and not focus then
    require("tandem.notify").info(registry.message(review, "Claude wants to edit %s. Review with :TandemReview"))
  end
  ending.emit("ReviewOpened", review)
end

--- Closes a review that was withdrawn.
---@param id string
---@param reason string
function M.close(id, reason)
  local review = registry.by_id(id)
  local kept = review and ending.withdraw(review)
  if kept then
    local format = ("%%s: %s; kept in :buffer %d"):format(reason:gsub("%%", "%%%%"), kept)
    require("tandem.notify").warn(registry.message(review, format))
  end
end

--- Handles the sidecar's message that the file has changed on disk, or is as before again.
---@param params { id: string, isOutdated: boolean }
function M.outdated(params)
  local review = registry.by_id(params.id)
  if not review then
    return
  end
  review.is_outdated = params.isOutdated
  require("tandem.review.winbar").update_all()
  if params.isOutdated then
    require("tandem.notify").warn(registry.message(review, "%s changed on disk: accepting may fail or overwrite it"))
  end
end

--- Closes all reviews because the sidecar has stopped.
function M.sidecar_lost()
  local all = registry.all()
  if #all == 0 or vim.v.exiting ~= vim.NIL then
    return
  end
  local kept = {}
  for _, review in ipairs(all) do
    kept[#kept + 1] = ending.withdraw(review)
  end
  local format = "Decide on %s in Claude Code's terminal"
  if #kept > 0 then
    format = ("%s; kept in :buffer %s"):format(format, table.concat(kept, ", "))
  end
  local message = #all == 1 and registry.message(all[1], format) or format:format(#all .. " proposals")
  require("tandem.notify").warn(message)
end

---@param id string?
function M.accept(id)
  ending.accept(registry.resolve(id))
end

---@param id string?
---@param reason string? for the agent
function M.reject(id, reason)
  ending.reject(registry.resolve(id), reason)
end

local function on_hunk(decision, first, last)
  local review = registry.current()
  if not review or not review.view or not vim.b.tandem_review then
    error("Not in a review window. Go to one with :TandemReview.", 0)
  end
  require("tandem.review.hunks").decide(review, decision, first and { first, last or first })
end

--- Accepts the hunk under the cursor, or the undecided hunks in a range of lines. Repeating it undoes the decision.
---@param first integer?
---@param last integer?
function M.accept_hunk(first, last)
  on_hunk("accepted", first, last)
end

--- Rejects hunks in the same way, which restores the old lines.
---@param first integer?
---@param last integer?
function M.reject_hunk(first, last)
  on_hunk("rejected", first, last)
end

--- Shows a review.
---@param id string?
function M.show(id)
  local is_outside = id == nil and not registry.current() and registry.count() > 0
  local review = is_outside and registry.adjacent(1) or registry.resolve(id)
  local function enter()
    if not review.view then
      build(review, true)
    end
    windows.enter(review)
  end
  if review.aside then
    require("tandem.review.closing").reopen(review, enter)
  else
    enter()
  end
end

--- Shows the review again that the user closed last.
function M.reopen()
  M.show(require("tandem.review.closing").last().id)
end

--- Shows the next or previous pending review.
---@param direction integer?
function M.next(direction)
  M.show(registry.adjacent(direction or 1).id)
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
