--- The pending reviews, oldest first.
local M = {}

local reviews = {} ---@type tandem.review.Review[]
local last_number = 0
--- The review that was withdrawn last, until the next command: the command may have been meant for it.
local withdrawn ---@type tandem.review.Review?

function M.add(review)
  last_number = last_number + 1
  review.number = last_number
  table.insert(reviews, review)
end

function M.remove(review)
  reviews = vim.tbl_filter(function(each)
    return each ~= review
  end, reviews)
end

--- Remembers that a review was withdrawn.
function M.mark_withdrawn(review)
  withdrawn = review
end

---@return tandem.review.Review[] a copy of the list
function M.all()
  return vim.list_slice(reviews)
end

--- Those that the user has not closed.
local function waiting()
  return vim.tbl_filter(function(review)
    return not review.aside
  end, reviews)
end

function M.count()
  return #waiting()
end

---@return tandem.review.Review?
function M.by_id(id)
  for _, review in ipairs(reviews) do
    if review.id == id then
      return review
    end
  end
end

--- Returns the review of the current window, unless the user is closing it.
---@return tandem.review.Review?
function M.current()
  local review = M.by_id(vim.b.tandem_review or vim.w.tandem_review)
  return review and not review.aside and review or nil
end

--- Returns the end of the path, for a message.
---@param max_length integer?
function M.name(review, max_length)
  max_length = max_length or 30
  local name = vim.fn.strtrans(vim.fn.fnamemodify(review.path, ":~:."))
  local length = vim.fn.strchars(name)
  return length > max_length and "…" .. vim.fn.strcharpart(name, length - max_length + 1) or name
end

--- v:echospace with 80 columns. A longer message shows the hit-enter prompt, which takes the next typed key.
local message_columns = 68

--- Formats a one-line message with the name of the file.
---@param format string with one %s
function M.message(review, format)
  local max_length = message_columns - (vim.fn.strchars(format) - 2)
  return format:format(M.name(review, math.max(max_length, 8)))
end

--- Returns the review that a command refers to. Never one that has just replaced the review that the user saw.
---@param id string?
---@return tandem.review.Review
function M.resolve(id)
  if id ~= nil and id ~= "" then
    return M.by_id(id) or error(("No review with id %s."):format(id), 0)
  end
  if vim.b.tandem_change or vim.w.tandem_change then
    -- The command must not decide on a proposal in another window.
    error("This is a change on disk, not a proposal. Use :TandemKeep or :TandemUndo.", 0)
  end
  local current, gone = M.current(), withdrawn
  withdrawn = nil
  if current then
    return current
  end
  local pending = waiting()
  if gone and #pending > 0 then
    error(M.message(gone, "%s was withdrawn. See :TandemReview for others"), 0)
  end
  if #pending == 0 then
    error("No pending reviews.", 0)
  end
  if vim.b.tandem_review or vim.w.tandem_review then
    -- Its view is about to close, and the command was typed for it.
    error("This review has ended.", 0)
  end
  if #pending > 1 then
    local names = table.concat(vim.tbl_map(M.name, pending), ", ")
    error(("%d pending reviews (%s). Go to one with :TandemReview first."):format(#pending, names), 0)
  end
  return pending[1]
end

--- Returns the place of a review among several, such as "2 of 5".
---@return string?
function M.position(review)
  local pending = waiting()
  for i, each in ipairs(pending) do
    if each == review and #pending > 1 then
      return ("%d of %d"):format(i, #pending)
    end
  end
end

--- Returns the review to show after this one.
---@return tandem.review.Review?
function M.after(review)
  local pending = waiting()
  for i, each in ipairs(pending) do
    if each == review then
      local next_review = pending[i % #pending + 1]
      return next_review ~= review and next_review or nil
    end
  end
end

--- Returns the review after or before the current one.
---@param direction integer
---@return tandem.review.Review
function M.adjacent(direction)
  local pending = waiting()
  if #pending == 0 then
    error("No pending reviews.", 0)
  end
  local current = M.current()
  for i, review in ipairs(pending) do
    if review == current then
      return pending[(i - 1 + direction) % #pending + 1]
    end
  end
  return direction < 0 and pending[#pending] or pending[1]
end

return M
