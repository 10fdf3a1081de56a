--- The hunks of a review. What they are, and what a decision does, is said by the sidecar's review model. It is told the
--- text as it changes, and asked for decisions; what it answers is applied if the text is still the one that it was asked
--- about. Nothing here waits for it.
local text = require("tandem.review.text")

local M = {}

---@class tandem.review.Hunk lines count from 1; with a count of 0 it is the line that what is missing comes before
---@field decision "undecided"|"accepted"|"rejected"
---@field old integer
---@field oldCount integer
---@field new integer
---@field newCount integer

---@class tandem.review.Choice a decision that is not applied yet
---@field decision "accepted"|"rejected"
---@field side "old"|"new"
---@field is_range boolean
---@field lines integer[] first and last; on the side "new" they are marks, which follow the text

local namespace = vim.api.nvim_create_namespace("tandem.review.choices")

--- What is typed is told so soon. With the sidecar's own pause a draft is less than a second old.
local pause_ms = 30

local function tick(review)
  return vim.api.nvim_buf_get_changedtick(review.result)
end

local function is_gone(review)
  return review.is_over or not vim.api.nvim_buf_is_valid(review.result)
end

--- The text as it is now.
---@param review tandem.review.Review
local function told(review)
  local lines, eol = text.lines(review.result), vim.bo[review.result].endofline
  local whole = { text = table.concat(lines, "\n"), isEmpty = #lines == 0 }
  -- `:set noendofline` is how a last newline is taken away in Vim.
  if eol ~= review.eol then
    whole.eol = eol
  end
  return whole
end

--- The choices that are not applied yet, with the lines where they are now.
---@param review tandem.review.Review
local function choices_of(review)
  return vim.tbl_map(function(choice)
    local first, last = unpack(vim.tbl_map(function(line)
      local mark = choice.side == "new" and vim.api.nvim_buf_get_extmark_by_id(review.result, namespace, line, {})
      return mark and mark[1] + 1 or line
    end, choice.lines))
    return { decision = choice.decision, side = choice.side, isRange = choice.is_range, first = first, last = last }
  end, review.choices)
end

---@param review tandem.review.Review
---@param count integer
local function drop(review, count)
  for _ = 1, count do
    local choice = table.remove(review.choices, 1)
    for _, mark in ipairs(choice.side == "new" and choice.lines or {}) do
      vim.api.nvim_buf_del_extmark(review.result, namespace, mark)
    end
  end
end

--- What is undone at once ends here.
local function break_undo(buf)
  vim.bo[buf].undolevels = vim.bo[buf].undolevels
end

---@param review tandem.review.Review
---@param edits { first: integer, last: integer, lines: string[] }[] one after the other
local function apply(review, edits)
  local buf = review.result
  if #edits == 0 then
    return
  end
  break_undo(buf)
  for _, edit in ipairs(edits) do
    vim.api.nvim_buf_set_lines(buf, edit.first, text.is_empty(buf) and -1 or edit.last, false, edit.lines)
  end
  break_undo(buf)
end

local function ms_since(began)
  return (vim.uv.hrtime() - began) / 1e6
end

--- Draws what is known.
---@param review tandem.review.Review
local function draw(review)
  local began = vim.uv.hrtime()
  if review.layout == "inline" then
    require("tandem.review.inline").draw(review)
  end
  require("tandem.review.marks").draw(review)
  require("tandem.review.winbar").update(review)
  review.drawing_ms = ms_since(began)
end

local ask

---@param review tandem.review.Review
---@param answer table
---@param asked { tick: integer, choices: integer, eol: boolean }
local function answered(review, answer, asked)
  if tick(review) ~= asked.tick then
    -- Somebody typed meanwhile.
    (#review.choices > 0 and ask or M.changed)(review)
    return
  end
  apply(review, answer.edits)
  if vim.bo[review.result].endofline == asked.eol then
    vim.bo[review.result].endofline = answer.eol
  end
  review.hunks, review.eol, review.is_edited, review.told_tick = answer.hunks, answer.eol, answer.isEdited, tick(review)
  if asked.choices > 0 then
    require("tandem.sidecar").tell("review_updated", { id = review.proposal.id })
    drop(review, asked.choices)
  end
  draw(review)
  if answer.isMissed then
    require("tandem.notify").warn("There is no undecided change here. ]c goes to the next one.")
  end
  ask(review)
end

--- One question at a time, with all that is to be said by then.
---@param review tandem.review.Review
function ask(review)
  if review.is_asking or is_gone(review) or (#review.choices == 0 and tick(review) == review.told_tick) then
    return
  end
  local began = vim.uv.hrtime()
  local asked = { tick = tick(review), choices = #review.choices, eol = vim.bo[review.result].endofline }
  local params = {
    id = review.proposal.id,
    told = told(review),
    choices = choices_of(review),
    isReset = review.is_reset,
  }
  review.is_asking, review.is_reset = true, false
  require("tandem.sidecar").request("update_review", params, function(problem, answer)
    review.is_asking = false
    if is_gone(review) then
      -- Where the sidecar is gone, so is the review, and that has been said.
      return
    end
    if not problem then
      answered(review, answer, asked)
    elseif asked.choices > 0 then
      drop(review, asked.choices)
      require("tandem.notify").error("Not decided: " .. problem)
    end
  end)
  -- Where putting the text together and drawing take long, at most a tenth of the time goes there.
  review.pause = math.max(pause_ms, math.floor((ms_since(began) + review.drawing_ms) * 10))
end

--- The text of a review that is shown from now on.
---@param review tandem.review.Review
function M.start(review)
  review.choices, review.is_reset, review.told_tick = {}, false, tick(review)
  draw(review)
end

--- The text has changed: the sidecar is told soon.
---@param review tandem.review.Review
function M.changed(review)
  if not review.is_due then
    review.is_due = true
    vim.defer_fn(function()
      review.is_due = false
      ask(review)
    end, review.pause or pause_ms)
  end
end

--- The text is the proposed one again, and nothing is decided.
---@param review tandem.review.Review
function M.reset(review)
  drop(review, #review.choices)
  review.is_reset, review.eol, review.told_tick = true, review.new.eol, nil
  ask(review)
end

--- In a window of the review: decides about the change at the cursor, or those in a range of lines.
---@param review tandem.review.Review
---@param decision "accepted"|"rejected"
---@param range { [1]: integer, [2]: integer }?
function M.decide(review, decision, range)
  local side = vim.api.nvim_get_current_buf() == review.base and "old" or "new"
  local lines = range or { vim.fn.line("."), vim.fn.line(".") }
  if side == "new" then
    local last = vim.api.nvim_buf_line_count(review.result)
    lines = vim.tbl_map(function(line)
      return vim.api.nvim_buf_set_extmark(review.result, namespace, math.max(1, math.min(line, last)) - 1, 0, {})
    end, lines)
  end
  table.insert(review.choices, { decision = decision, side = side, is_range = range ~= nil, lines = lines })
  ask(review)
end

--- The text to accept, with the decisions that are not applied to it yet; the sidecar does that then.
---@param review tandem.review.Review
function M.to_accept(review)
  local choices = choices_of(review)
  review.choices = {}
  return { told = told(review), choices = choices }
end

--- Has the user written something of their own into it?
---@param review tandem.review.Review
function M.is_edited(review)
  if tick(review) == review.told_tick then
    return review.is_edited
  end
  local now = text.lines(review.result)
  return not vim.deep_equal(now, review.new.lines) and not vim.deep_equal(now, review.old.lines)
end

--- To the next undecided change, or the one before: `]c` and `[c`.
---@param review tandem.review.Review
---@param direction 1|-1
function M.jump(review, direction)
  local side = vim.api.nvim_get_current_buf() == review.base and "old" or "new"
  local line, target = vim.fn.line("."), nil
  for _, hunk in ipairs(review.hunks) do
    local start = math.min(hunk[side], vim.fn.line("$"))
    local is_ahead = (start - line) * direction > 0
    if hunk.decision == "undecided" and is_ahead and (direction < 0 or not target) then
      target = start
    end
  end
  if target then
    vim.cmd("normal! m'")
    vim.api.nvim_win_set_cursor(0, { target, 0 })
    -- Vim's diff may hide in a fold what 'diffopt' ignores.
    vim.cmd("normal! zv")
  end
end

return M
