--- Reviews: a proposal of Claude's is shown until the user decides.
---
--- There are two texts, the one before (base) and the proposed one (result). What differs is undecided: refusing a change puts
--- the base's lines into the result, taking it puts the result's lines into the base. Accepting answers the result.
local registry = require("tandem.review.registry")
local text = require("tandem.review.text")

local M = {}

---@class tandem.review.Proposal
---@field id string
---@field path string
---@field oldPath string
---@field tabName string
---@field oldText string
---@field newText string
---@field isNewFile boolean
---@field hasUnsavedChanges boolean
---@field client { id: any, name: string?, version: string?, pid: integer? }

---@class tandem.review.Review
---@field proposal tandem.review.Proposal
---@field number integer
---@field old tandem.review.Text
---@field new tandem.review.Text
---@field layout "vertical"|"horizontal"|"inline"
---@field place "tab"|"here"
---@field focus "auto"|"always"|"never"
---@field tell fun(decision: table)
---@field is_over boolean decided or void: nothing is told any more
---@field view tandem.review.View? from when it is shown until it is gone
---@field result integer? the buffer of the proposed text
---@field base integer? the buffer of the text before; none in the layout "inline"
---@field base_lines string[] the text before, in the layout "inline"
---@field result_win integer?
---@field base_win integer?
---@field undecided integer? how many changes
---@field hides boolean? are there others that 'diffopt' does not show?

local group = vim.api.nvim_create_augroup("tandem.review", { clear = true })

local function windows()
  return require("tandem.review.windows")
end

---@param review tandem.review.Review
---@param outcome "accepted"|"rejected"|"closed"
local function finish(review, outcome)
  review.is_over = true
  registry.remove(review)
  require("tandem.events").emit("ReviewClosed", {
    id = review.proposal.id,
    path = review.proposal.path,
    tabName = review.proposal.tabName,
    outcome = outcome,
  })
end

local function is_in(review)
  return review.view ~= nil and windows().is_in(review)
end

--- Closes the view when that is possible: never inside the command that decided, which may have more to close (`:wq`), and not
--- under a command line that is being typed, which would then be run in another window.
---@param review tandem.review.Review
---@param was_in boolean was the user in the view when it ended?
local function close_later(review, was_in)
  local moments = require("tandem.review.moments")
  vim.schedule(function()
    if was_in and moments.is_inserting() then
      vim.cmd.stopinsert()
    end
    local is_time = was_in and moments.is_free or moments.is_quiet
    local has_waited = not is_time()
    moments.when(is_time, function()
      local ok, problem = pcall(windows().close, review, was_in and (not has_waited or is_in(review)))
      require("tandem.review.writes").unwatch(review)
      if registry.count() == 0 then
        windows().track(false)
      end
      if not ok then
        require("tandem.notify").error("The view of a review could not be closed: " .. tostring(problem))
      end
    end)
  end)
end

---@param review tandem.review.Review
---@param decision { accepted: boolean, text: string? }
local function decide(review, decision)
  if review.is_over then
    return
  end
  local was_in = is_in(review)
  finish(review, decision.accepted and "accepted" or "rejected")
  close_later(review, was_in)
  review.tell(decision)
end

local function accept(review)
  local lines = review.view and text.lines(review.result) or review.new.lines
  decide(review, { accepted = true, text = text.result(lines, review.old, review.new) })
end

local function reject(review)
  decide(review, { accepted = false })
end

--- A view that goes, in whatever way, is a rejection. Not when all of Neovim ends: then the question is in the terminal.
---@param review tandem.review.Review
local function reject_when_gone(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.api.nvim_create_autocmd("BufWipeout", {
      group = group,
      buffer = buf,
      callback = function()
        if vim.v.exiting == vim.NIL then
          reject(review)
        end
      end,
    })
  end
end

---@param review tandem.review.Review
---@param focus boolean
local function show_first(review, focus)
  require("tandem.review.buffers").create(review)
  windows().open(review, focus)
  reject_when_gone(review)
  require("tandem.review.writes").watch(review, accept)
  require("tandem.review.keys").map(review)
  local hunks = require("tandem.review.watch").start(review)
  if hunks and hunks[1] then
    local last = vim.api.nvim_buf_line_count(review.result)
    vim.api.nvim_win_set_cursor(review.result_win, { math.min(hunks[1].new, last), 0 })
  end
end

--- Errors of Neovim that say "not now": a text lock, the command-line window, a layout that is being changed.
local function is_lock(problem)
  return tostring(problem):find("E565:") or tostring(problem):find("E11:") or tostring(problem):find("E1312:")
end

--- Shows it, or leaves nothing behind: answers false when this is not the moment, and throws when it cannot be done.
---@param review tandem.review.Review
---@param focus boolean
local function build(review, focus)
  local ok, problem = pcall(show_first, review, focus)
  if ok then
    return true
  end
  local was_in = is_in(review)
  local is_over_now = not is_lock(problem)
  review.is_over = true
  review.view = review.view or {}
  pcall(windows().close, review, was_in)
  require("tandem.review.writes").unwatch(review)
  if not is_over_now then
    review.is_over = false
    return false
  end
  finish(review, "closed")
  error(problem, 0)
end

--- Shows a proposal; `decided` is called once, when the user has decided, and never after `close`.
---@param proposal tandem.review.Proposal
---@param decided fun(decision: { accepted: boolean, text: string? })
function M.open(proposal, decided)
  local options = require("tandem.config").get().review
  local moments = require("tandem.review.moments")
  local old = text.split(proposal.oldText)
  local review = {
    proposal = proposal,
    old = old,
    new = text.split(proposal.newText),
    base_lines = old.lines,
    layout = options.layout,
    place = options.place,
    focus = options.focus,
    tell = decided,
    is_over = false,
  }
  registry.add(review)
  windows().track(true)
  local focus = options.focus == "always" or (options.focus == "auto" and not moments.is_typing())
  local is_behind = not focus and not (options.focus == "auto" and moments.in_terminal_mode()) and options.place == "tab"
  if options.focus == "always" and moments.is_inserting() then
    vim.cmd.stopinsert()
  end
  moments.when(moments.is_free, function()
    return review.is_over or review.view ~= nil or build(review, focus)
  end)
  if is_behind then
    require("tandem.notify").info(("Claude proposes a change of %s. :TandemReview shows it."):format(registry.name(review)))
  end
  require("tandem.events").emit("ReviewOpened", { id = proposal.id, path = proposal.path, tabName = proposal.tabName })
end

--- Ends a review without a decision.
---@param review tandem.review.Review
---@return string? kept what was done with a text that the user had edited, in words
local function void(review)
  local was_in = is_in(review)
  local buffers = require("tandem.review.buffers")
  finish(review, "closed")
  if not review.view then
    close_later(review, was_in)
    return
  end
  -- Keys that are on their way would land somewhere else as commands: whoever types goes on in the same place.
  if vim.api.nvim_get_current_buf() == review.result and require("tandem.review.moments").is_inserting() then
    require("tandem.review.writes").unwatch(review)
    local buf = buffers.keep_in_place(review)
    windows().leave_result(review)
    return ("What you are editing is kept as it is, in the scratch buffer %d."):format(buf)
  end
  local lines = text.lines(review.result)
  local kept = text.is_edited(lines, review.old, review.new) and buffers.keep(review, lines)
  close_later(review, was_in)
  return kept and ("Your edited text is kept in a scratch buffer: :buffer %d shows it."):format(kept) or nil
end

--- The proposal is void: its view closes, and nothing is told.
---@param id string
---@param reason string words
function M.close(id, reason)
  local review = registry.by_id(id)
  local kept = review and void(review)
  if kept then
    require("tandem.notify").warn(("The review of %s has ended: %s. %s"):format(registry.name(review), reason, kept))
  end
end

--- Nobody is there any more to be told.
function M.sidecar_lost()
  local all = registry.all()
  if #all == 0 then
    return
  end
  local lines = {}
  for _, review in ipairs(all) do
    local kept = void(review)
    if kept then
      table.insert(lines, ("%s: %s"):format(registry.name(review), kept))
    end
  end
  local what = #all == 1 and ("the proposal for " .. registry.name(all[1])) or (#all .. " proposals")
  table.insert(lines, 1, ("Tandem has lost its sidecar: you decide on %s in the terminal where Claude Code runs."):format(what))
  require("tandem.notify").warn(table.concat(lines, "\n"))
end

---@param id string?
function M.accept(id)
  accept(registry.meant(id))
end

---@param id string?
function M.reject(id)
  reject(registry.meant(id))
end

---@param name "accept_hunk"|"reject_hunk"
local function on_hunk(name, first, last)
  local review = registry.current()
  if not review or not review.view or not vim.b.tandem_review then
    error("This is done in a window of a review: :TandemReview goes to one.", 0)
  end
  local layout = require(review.layout == "inline" and "tandem.review.inline" or "tandem.review.native")
  if not layout[name](review, first and { first, last or first }) then
    error("There is no undecided change here. ]c goes to the next one.", 0)
  end
  require("tandem.review.watch").refresh(review)
end

--- Takes the change under the cursor, or those in a range of lines: it is no longer undecided.
---@param first integer?
---@param last integer?
function M.accept_hunk(first, last)
  on_hunk("accept_hunk", first, last)
end

--- Refuses the change under the cursor, or those in a range of lines: the lines before come back.
---@param first integer?
---@param last integer?
function M.reject_hunk(first, last)
  on_hunk("reject_hunk", first, last)
end

--- Goes to a review.
---@param id string?
function M.show(id)
  local review = id == nil and not registry.current() and registry.all()[1] or registry.meant(id)
  if not review.view and not build(review, true) then
    error("The review cannot be shown from here. Try again in an ordinary window.", 0)
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
