--- The reviews that wait for a decision, the oldest first.
local M = {}

local reviews = {} ---@type tandem.review.Review[]
local last_number = 0
--- Was taken back, and the user has not been at another review since: a command may have been typed for it.
local taken_back ---@type tandem.review.Review?

---@param review tandem.review.Review
function M.add(review)
  last_number = last_number + 1
  review.number = last_number
  table.insert(reviews, review)
end

---@param review tandem.review.Review
function M.remove(review)
  for i, each in ipairs(reviews) do
    if each == review then
      table.remove(reviews, i)
      return
    end
  end
end

--- The client took it back: nobody decided it.
---@param review tandem.review.Review
function M.take_back(review)
  taken_back = review
end

---@return tandem.review.Review[] in a list that stays as it is
function M.all()
  return vim.list_slice(reviews)
end

function M.count()
  return #reviews
end

---@return tandem.review.Review?
function M.by_id(id)
  for _, review in ipairs(reviews) do
    if review.proposal.id == id then
      return review
    end
  end
end

--- The review that the current window belongs to.
---@return tandem.review.Review?
function M.current()
  return M.by_id(vim.b.tandem_review or vim.w.tandem_review)
end

--- The path, for people: as much of its end as there is room for.
---@param review tandem.review.Review
---@param room integer?
function M.name(review, room)
  room = room or 30
  local name = vim.fn.strtrans(vim.fn.fnamemodify(review.proposal.path, ":~:."))
  local length = vim.fn.strchars(name)
  return length > room and "…" .. vim.fn.strcharpart(name, length - room + 1) or name
end

--- How much of a line of 80 columns Neovim gives to a message (v:echospace). A longer one waits for a key, and takes one
--- that somebody types elsewhere.
local message_columns = 68

--- A message of one line that names the file.
---@param review tandem.review.Review
---@param format string with one %s
function M.message(review, format)
  local room = message_columns - (vim.fn.strchars(format) - 2)
  return format:format(M.name(review, math.max(room, 8)))
end

--- The review that a command means: never another one that took the place of what the user saw.
---@param id string?
---@return tandem.review.Review
function M.meant(id)
  if id ~= nil and id ~= "" then
    return M.by_id(id) or error(("No review is called %s."):format(id), 0)
  end
  local current, gone = M.current(), taken_back
  taken_back = nil
  if current then
    return current
  end
  if gone and #reviews > 0 then
    error(M.message(gone, "%s is over. Nothing decided: see :TandemReview"), 0)
  end
  if #reviews == 0 then
    error("No proposal is waiting for a review.", 0)
  end
  if #reviews > 1 then
    local names = table.concat(vim.tbl_map(M.name, reviews), ", ")
    error(("%d proposals wait (%s): go to the one that you mean with :TandemReview first."):format(#reviews, names), 0)
  end
  return reviews[1]
end

--- The one after, or before, the current one.
---@param direction integer
---@return tandem.review.Review
function M.beside(direction)
  if #reviews == 0 then
    error("No proposal is waiting for a review.", 0)
  end
  local current = M.current()
  for i, review in ipairs(reviews) do
    if review == current then
      return reviews[(i - 1 + direction) % #reviews + 1]
    end
  end
  return direction < 0 and reviews[#reviews] or reviews[1]
end

return M
