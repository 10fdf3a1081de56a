--- How a review ends: accepted, rejected, or void.
local registry = require("tandem.review.registry")
local text = require("tandem.review.text")

local M = {}

local function windows()
  return require("tandem.review.windows")
end

--- How many views are about to be closed.
local closing = 0

--- Takes a review from the list. From here on nothing is told any more.
---@param review tandem.review.Review
---@param outcome "accepted"|"rejected"|"closed"
function M.finish(review, outcome)
  review.is_over = true
  registry.remove(review)
  M.emit("ReviewClosed", review, outcome)
end

--- Tells the user's scripts. One that fails is no reason not to decide.
---@param name string
---@param review tandem.review.Review
---@param outcome string?
function M.emit(name, review, outcome)
  local proposal = review.proposal
  local data = { id = proposal.id, path = proposal.path, tabName = proposal.tabName, outcome = outcome }
  local ok, problem = pcall(require("tandem.events").emit, name, data)
  if not ok then
    require("tandem.notify").error(tostring(problem))
  end
end

function M.is_in(review)
  return review.view ~= nil and windows().is_in(review)
end

--- Stops listening for what happens to a review.
---@param review tandem.review.Review
function M.let_go(review)
  require("tandem.review.writes").unwatch(review)
  require("tandem.review.watch").stop(review)
  if registry.count() == 0 and closing == 0 then
    require("tandem.review.outside").track(false)
  end
end

--- Closes the view when that is possible: never inside the command that decided, which may have more to close (`:wq`),
--- and not under a command line that is being typed, which would then be run in another window.
---@param review tandem.review.Review
---@param was_in boolean was the user in the view when it ended?
local function close_later(review, was_in)
  local moments = require("tandem.review.moments")
  closing = closing + 1
  vim.schedule(function()
    if was_in and moments.is_inserting() then
      vim.cmd.stopinsert()
    end
    local is_time = was_in and moments.is_free or moments.is_quiet
    local has_waited = not is_time()
    moments.when(is_time, function()
      local ok, problem = pcall(windows().close, review, was_in and (not has_waited or M.is_in(review)))
      closing = closing - 1
      M.let_go(review)
      if not ok then
        require("tandem.notify").error("The view of a review could not be closed: " .. tostring(problem))
      end
    end)
  end)
end

---@param review tandem.review.Review
---@param decision tandem.review.Decision
local function decide(review, decision)
  if review.is_over then
    return
  end
  local was_in = M.is_in(review)
  M.finish(review, decision.accepted and "accepted" or "rejected")
  close_later(review, was_in)
  review.tell(decision)
end

function M.accept(review)
  local as_it_is = review.view and require("tandem.review.hunks").to_accept(review) or { choices = {} }
  decide(review, { accepted = true, told = as_it_is.told, choices = as_it_is.choices })
end

function M.reject(review)
  decide(review, { accepted = false })
end

--- Ends a review without a decision.
---@param review tandem.review.Review
---@return integer? kept the buffer of a text that the user had edited
function M.void(review)
  local was_in = M.is_in(review)
  local buffers = require("tandem.review.buffers")
  M.finish(review, "closed")
  registry.take_back(review)
  if not review.view then
    close_later(review, was_in)
    return
  end
  -- Keys that are on their way would be commands somewhere else: whoever types goes on in the same place.
  if vim.api.nvim_get_current_buf() == review.result and require("tandem.review.moments").is_inserting() then
    M.let_go(review)
    local buf = buffers.keep_in_place(review)
    windows().leave_result(review)
    return buf
  end
  local is_edited = require("tandem.review.hunks").is_edited(review)
  local kept = is_edited and buffers.keep(review, text.lines(review.result))
  close_later(review, was_in)
  return kept or nil
end

return M
