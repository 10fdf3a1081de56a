--- Reviews whose view the user has closed. The sidecar rejects them after a few seconds, until which they can be reopened.
local ending = require("tandem.review.ending")
local feedback = require("tandem.review.feedback")
local hunks = require("tandem.review.hunks")
local notify = require("tandem.notify")
local origin = require("tandem.review.origin")
local registry = require("tandem.review.registry")
local text = require("tandem.review.text")

local M = {}

---@class tandem.review.Aside what is kept of a closed view
---@field number integer of the closing
---@field text tandem.review.Text
---@field comments { line: integer, text: string }[]

local last_number = 0

--- Call this while the buffers of a review are being wiped out.
---@param review tandem.review.Review
function M.closed(review)
  if review.is_closed or review.aside then
    return
  end
  local was_inside = ending.is_inside(review)
  local state = hunks.to_accept(review)
  local comments = feedback.comments(review)
  last_number = last_number + 1
  review.aside = {
    number = last_number,
    text = { lines = text.lines(review.result), eol = vim.bo[review.result].endofline },
    comments = comments,
  }
  local closed = { id = review.id, content = state.content, choices = state.choices, comments = comments }
  require("tandem.sidecar").send("view_closed", closed)
  require("tandem.review.winbar").update_all()
  ending.close_view(review, was_inside)
  notify.info(registry.message(review, "%s: rejecting in 5 seconds. :TandemReopen reopens it"))
end

--- Shows a review again, with the text as the user left it.
---@param review tandem.review.Review
---@param show fun(review: tandem.review.Review)
function M.reopen(review, show)
  local function reopen()
    local aside = review.aside
    if review.is_closed or not aside then
      return
    end
    review.aside, review.is_asking = nil, false
    review.left = aside.text
    require("tandem.sidecar").send("view_reopened", { id = review.id })
    origin.track("proposals", true)
    show(review)
    feedback.restore(review, aside.comments)
    -- The hunks may be older than the text.
    review.sent_tick = nil
    hunks.changed(review)
    require("tandem.review.winbar").update_all()
  end
  require("tandem.review.timing").when(function()
    return review.view == nil
  end, reopen)
end

--- Returns the review that was closed last.
---@return tandem.review.Review
function M.last()
  local last
  for _, review in ipairs(registry.all()) do
    if review.aside and (not last or review.aside.number > last.aside.number) then
      last = review
    end
  end
  return last or error("No review was closed in the last five seconds.", 0)
end

--- Handles the sidecar's message that it has rejected a closed review.
function M.rejected(params)
  local review = registry.by_id(params.id)
  if review and review.aside then
    ending.finish(review, "rejected")
    ending.stop_watching(review)
  elseif review then
    -- The user has reopened it too late.
    require("tandem.review").close(params.id, "rejected five seconds after you closed it")
  end
end

return M
