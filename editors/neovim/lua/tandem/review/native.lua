--- Hunks in Vim's own diff. Its commands do the work, so what is decided is what is drawn.
local hunks = require("tandem.review.hunks")
local text = require("tandem.review.text")

local M = {}

local function tick(review)
  return vim.api.nvim_buf_get_changedtick(review.result) + vim.api.nvim_buf_get_changedtick(review.base)
end

--- Gets what differs from one line to another. To Neovim, lines that are missing are between the line before them and
--- the line after them, so these may be 0 and one more than there are. Neovim 0.10 reaches line 0 only from the cursor.
---@param from integer the other buffer
local function get(from, first, last)
  vim.cmd(("%d,%ddiffget %d"):format(first, math.min(last, vim.fn.line("$") + 1), from))
  if first < 1 and vim.fn.diff_filler(1) > 0 then
    local view, count = vim.fn.winsaveview(), vim.fn.line("$")
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    vim.cmd(("diffget %d"):format(from))
    view.lnum = view.lnum + vim.fn.line("$") - count
    vim.fn.winrestview(view)
  end
end

--- Brings the lines of one side to the other. Always by getting: `:diffput` cannot name what is missing at the end.
---@param review tandem.review.Review
---@param to "old"|"new"
---@param range { [1]: integer, [2]: integer }?
---@return boolean done
local function bring(review, to, range)
  local here = vim.api.nvim_get_current_buf() == review.base and "old" or "new"
  local into, from = review.result, review.base
  if to == "old" then
    into, from = from, into
  end
  local line = vim.fn.line(".")
  local drawn = hunks.drawn(text.lines(review.base), text.lines(review.result))
  local these = hunks.touched(drawn, here, range and range[1] or line, range and range[2] or line)
  local before = tick(review)
  if #these > 0 then
    table.sort(these, function(a, b)
      return a[to] < b[to]
    end)
    local last = these[#these]
    vim.api.nvim_win_call(vim.fn.win_findbuf(into)[1], function()
      -- With the lines around them, which are the same on both sides: Neovim may have split a change (linematch).
      get(from, these[1][to] - 1, last[to] + last[to .. "_count"])
    end)
  elseif not range then
    -- Whatever else is drawn here, by 'diffexpr' for instance.
    vim.cmd(to == here and "diffget " .. from or "diffput " .. into)
  end
  return tick(review) ~= before
end

--- In a window of the review: puts the proposed lines into the text before.
---@return boolean done was there something to decide?
function M.accept_hunk(review, range)
  return bring(review, "old", range)
end

--- In a window of the review: puts the lines before into the proposed text.
---@return boolean done
function M.reject_hunk(review, range)
  local done = bring(review, "new", range)
  -- To Neovim 0.10 an empty buffer is one with an empty line.
  if text.is_one_empty_line(text.lines(review.result)) and #text.lines(review.base) == 0 then
    vim.api.nvim_buf_set_lines(review.result, 0, -1, false, {})
    return true
  end
  return done
end

return M
