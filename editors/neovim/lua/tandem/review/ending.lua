--- Ends reviews: accepted, rejected or withdrawn.
local registry = require("tandem.review.registry")
local text = require("tandem.review.text")
local windows = require("tandem.review.windows")

local M = {}

--- The number of views that are about to be closed.
local closing = 0

--- Removes a review from the list.
---@param outcome "accepted"|"rejected"|"closed"
function M.finish(review, outcome)
  review.is_closed = true
  registry.remove(review)
  require("tandem.review.winbar").update_all()
  M.emit("ReviewClosed", review, outcome)
end

--- Emits an event. An error in the user's handler does not prevent the decision.
---@param name string
---@param outcome string?
function M.emit(name, review, outcome)
  local proposal = review.proposal
  local data = { id = proposal.id, path = proposal.path, tabName = proposal.tabName, outcome = outcome }
  local ok, problem = pcall(require("tandem.events").emit, name, data)
  if not ok then
    require("tandem.notify").error(tostring(problem))
  end
end

function M.is_inside(review)
  return review.view ~= nil and windows.is_inside(review)
end

--- Stops watching a review.
function M.stop_watching(review)
  require("tandem.review.writes").unwatch(review)
  require("tandem.review.watch").stop(review)
  if registry.count() == 0 and closing == 0 then
    require("tandem.review.origin").track("proposals", false)
  end
end

--- Shows another review, unless the user is typing in a terminal.
local function show_instead(review)
  if review.is_closed or vim.api.nvim_get_mode().mode == "t" then
    return false
  end
  require("tandem.review").show(review.id)
  return true
end

--- Closes the view when that is possible: not within the command that decided, which may close more windows (`:wq`), and
--- not while the user is typing a command line, which would then run in another window.
---@param review tandem.review.Shown
---@param was_inside boolean whether the user was in the view when the review ended
---@param closed fun() called afterwards
---@param next_review tandem.review.Review? the review to show instead of returning to where the user was
local function close_later(review, was_inside, closed, next_review)
  local timing = require("tandem.review.timing")
  closing = closing + 1
  vim.schedule(function()
    if was_inside and timing.is_inserting() then
      vim.cmd.stopinsert()
    end
    local is_ready = was_inside and timing.is_free or timing.can_close
    local has_waited = not is_ready()
    timing.when(is_ready, function()
      local ok, problem = pcall(function()
        local is_inside = was_inside and (not has_waited or M.is_inside(review))
        windows.close(review, is_inside and not (next_review and show_instead(next_review)))
      end)
      closing = closing - 1
      closed()
      if not ok then
        require("tandem.notify").error("Couldn't close a review: " .. tostring(problem))
      end
    end)
  end)
end

--- Closes the view of a review of changes on disk.
M.close_later = close_later

local function close_proposal(review, was_inside, next_review)
  close_later(review, was_inside, function()
    M.stop_watching(review)
  end, next_review)
end

--- Closes the view of a review that goes on.
function M.close_view(review, was_inside)
  close_proposal(review, was_inside)
end

local function decide(review, decision)
  if review.is_closed then
    return
  end
  local was_inside = M.is_inside(review)
  local next_review = require("tandem.config").get().review.open_next_review and registry.after(review) or nil
  M.finish(review, decision.accepted and "accepted" or "rejected")
  close_proposal(review, was_inside, next_review)
  review.on_decided(decision)
end

function M.accept(review)
  local state = review.view and require("tandem.review.hunks").to_accept(review) or { choices = {} }
  local comments = require("tandem.review.feedback").comments(review)
  decide(review, { accepted = true, content = state.content, choices = state.choices, comments = comments })
end

---@param reason string?
function M.reject(review, reason)
  local comments = require("tandem.review.feedback").comments(review)
  decide(review, { accepted = false, reason = reason, comments = comments })
end

--- Ends a review without a decision.
---@return integer? kept the buffer with the user's edits
function M.withdraw(review)
  local was_inside = M.is_inside(review)
  local buffers = require("tandem.review.buffers")
  M.finish(review, "closed")
  registry.mark_withdrawn(review)
  if not review.view then
    close_proposal(review, was_inside)
    return
  end
  -- The user is typing, and their keys would be commands in another window: let them continue here.
  if vim.api.nvim_get_current_buf() == review.result and require("tandem.review.timing").is_inserting() then
    M.stop_watching(review)
    local buf = buffers.keep_in_place(review)
    windows.leave_result(review)
    return buf
  end
  local is_edited = require("tandem.review.hunks").is_edited(review)
  local kept = is_edited and buffers.keep(review, text.lines(review.result))
  close_proposal(review, was_inside)
  return kept or nil
end

return M
