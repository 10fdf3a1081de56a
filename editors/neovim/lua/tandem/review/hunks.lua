--- The hunks of a review. The review model in the sidecar computes them, and the edits for each decision. It gets the
--- text whenever it changes; its response is applied if the text has not changed in the meantime.
local navigation = require("tandem.review.navigation")
local text = require("tandem.review.text")

local M = {}

---@class tandem.review.Hunk lines are counted from 1; with a count of 0 it is the line before which the missing lines belong
---@field decision "undecided"|"accepted"|"rejected"
---@field old integer
---@field oldCount integer
---@field new integer
---@field newCount integer
---@field rejected string[]? the lines that a rejection left out
---@field own integer[]? the lines that the user wrote
---@field note string? shown beside it

---@class tandem.review.Choice a decision that has not been applied yet
---@field decision "accepted"|"rejected"
---@field side "old"|"new"
---@field is_range boolean
---@field lines integer[] first and last; on the side "new" they are extmarks, which move with the text

local namespace = vim.api.nvim_create_namespace("tandem.review.choices")

--- The delay after a change. The sidecar adds its own; together, a draft is less than a second old.
local delay_ms = 30

local function tick(review)
  return vim.api.nvim_buf_get_changedtick(review.result)
end

local function is_gone(review)
  return review.is_closed or not vim.api.nvim_buf_is_valid(review.result)
end

---@return table content the current text, as the sidecar expects it
local function content(review)
  local lines, eol = text.lines(review.result), vim.bo[review.result].endofline
  local whole = { text = table.concat(lines, "\n"), isEmpty = #lines == 0 }
  -- The user can remove the last newline with `:set noendofline`.
  if eol ~= review.eol then
    whole.eol = eol
  end
  return whole
end

--- Returns the pending choices with their current line numbers.
local function choices_of(review)
  return vim.tbl_map(function(choice)
    local first, last = unpack(vim.tbl_map(function(line)
      local mark = choice.side == "new" and vim.api.nvim_buf_get_extmark_by_id(review.result, namespace, line, {})
      return mark and mark[1] + 1 or line
    end, choice.lines))
    return { decision = choice.decision, side = choice.side, isRange = choice.is_range, first = first, last = last }
  end, review.choices)
end

local function drop(review, count)
  for _ = 1, count do
    local choice = table.remove(review.choices, 1)
    for _, mark in ipairs(choice.side == "new" and choice.lines or {}) do
      vim.api.nvim_buf_del_extmark(review.result, namespace, mark)
    end
  end
end

--- Starts a new undo block.
local function break_undo(buf)
  vim.bo[buf].undolevels = vim.bo[buf].undolevels
end

---@param edits { first: integer, last: integer, lines: string[] }[] to be applied in order
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

--- Draws what depends on the hunks.
function M.draw(review)
  local began = vim.uv.hrtime()
  if review.layout == "inline" then
    require("tandem.review.inline").draw(review)
  else
    require("tandem.review.folds").draw(review)
  end
  require("tandem.review.marks").draw(review)
  require("tandem.review.winbar").update(review)
  review.drawing_ms = ms_since(began)
end

local update

---@param sent { tick: integer, choices: integer, eol: boolean }
local function on_answer(review, answer, sent)
  if tick(review) ~= sent.tick then
    -- The text has changed in the meantime.
    (#review.choices > 0 and update or M.changed)(review)
    return
  end
  apply(review, answer.edits)
  if vim.bo[review.result].endofline == sent.eol then
    vim.bo[review.result].endofline = answer.eol
  end
  review.hunks, review.counts, review.eol = answer.hunks, answer.counts, answer.eol
  review.is_edited, review.sent_tick = answer.isEdited, tick(review)
  if sent.choices > 0 then
    require("tandem.sidecar").send("review_updated", { id = review.id })
    drop(review, sent.choices)
  end
  M.draw(review)
  if answer.isMissed then
    require("tandem.notify").warn("No undecided hunk here. ]c goes to the next one.")
  end
  update(review)
end

--- Sends the text and the pending choices, unless a request is in progress.
function update(review)
  if review.is_asking or is_gone(review) or (#review.choices == 0 and tick(review) == review.sent_tick) then
    return
  end
  local began, buf = vim.uv.hrtime(), review.result
  local sent = { tick = tick(review), choices = #review.choices, eol = vim.bo[review.result].endofline }
  local params = {
    id = review.id,
    content = content(review),
    choices = choices_of(review),
    isReset = review.is_reset,
  }
  review.is_asking, review.is_reset = true, false
  require("tandem.sidecar").request("update_review", params, function(problem, answer)
    -- The user may have closed the view and opened it again.
    if is_gone(review) or review.result ~= buf then
      return
    end
    review.is_asking = false
    if not problem then
      on_answer(review, answer, sent)
    elseif sent.choices > 0 then
      drop(review, sent.choices)
      -- Its hunks are marked as decided.
      review.sent_tick = nil
      M.changed(review)
      require("tandem.notify").error("Couldn't apply the decision: " .. problem)
    end
  end)
  -- Spend at most a tenth of the time on large texts.
  review.delay = math.max(delay_ms, math.floor((ms_since(began) + review.drawing_ms) * 10))
end

--- Call this when the review is shown.
function M.start(review)
  review.choices, review.is_reset, review.sent_tick = {}, false, tick(review)
  M.draw(review)
end

--- Schedules an update after a change of the text.
function M.changed(review)
  if not review.is_due then
    review.is_due = true
    vim.defer_fn(function()
      review.is_due = false
      update(review)
    end, review.delay or delay_ms)
  end
end

--- Discards all decisions, after the proposed text was restored.
function M.reset(review)
  drop(review, #review.choices)
  review.is_reset, review.eol, review.sent_tick = true, review.new.eol, nil
  update(review)
end

--- Moves to the next undecided hunk, unless the choice changes a decision. Doesn't wait for the sidecar, so that the user can
--- decide on several hunks quickly. The cursor stays while the text is newer than the hunks.
local function go_on(review, choice, first, last)
  if tick(review) ~= review.sent_tick then
    return
  end
  local is_new = false
  for _, index in ipairs(navigation.find(review.hunks, choice.side, first, last, choice.is_range)) do
    local hunk = review.hunks[index]
    if hunk.decision == "undecided" then
      hunk.decision, is_new = choice.decision, true
    end
  end
  if is_new then
    navigation.go_on(review.hunks, choice.side, last)
  end
end

--- Accepts or rejects the hunk under the cursor, or the hunks in a range. The current window must belong to the review.
---@param decision "accepted"|"rejected"
---@param range { [1]: integer, [2]: integer }?
function M.decide(review, decision, range)
  local side = vim.api.nvim_get_current_buf() == review.base and "old" or "new"
  local lines = range or { vim.fn.line("."), vim.fn.line(".") }
  local first, last = unpack(lines)
  if side == "new" then
    local count = vim.api.nvim_buf_line_count(review.result)
    lines = vim.tbl_map(function(line)
      return vim.api.nvim_buf_set_extmark(review.result, namespace, math.max(1, math.min(line, count)) - 1, 0, {})
    end, lines)
  end
  local choice = { decision = decision, side = side, is_range = range ~= nil, lines = lines }
  table.insert(review.choices, choice)
  go_on(review, choice, first, last)
  update(review)
end

--- Returns the text to accept, and the pending choices, which the sidecar still has to apply.
function M.to_accept(review)
  local choices = choices_of(review)
  review.choices = {}
  return { content = content(review), choices = choices }
end

--- True if the user has edited the text.
function M.is_edited(review)
  if tick(review) == review.sent_tick then
    return review.is_edited
  end
  local now = text.lines(review.result)
  return not vim.deep_equal(now, review.new.lines) and not vim.deep_equal(now, review.old.lines)
end

--- Moves to the next or previous undecided hunk: `]c` and `[c`.
---@param review tandem.review.Shown
---@param direction 1|-1
function M.jump(review, direction)
  local side = vim.api.nvim_get_current_buf() == review.base and "old" or "new"
  navigation.jump(review.hunks, side, direction)
end

return M
