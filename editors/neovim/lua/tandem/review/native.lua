--- Hunks in Vim's own diff. Its commands do the work, so what is decided is what is drawn.
local text = require("tandem.review.text")

local M = {}

local function tick(review)
  return vim.api.nvim_buf_get_changedtick(review.result) + vim.api.nvim_buf_get_changedtick(review.base)
end

--- The changes in a range of lines, with what is deleted above its first and below its last line. Neovim 0.10 reaches what is
--- above line 1 only from the cursor.
---@param command string
---@param other integer
local function on_range(command, other, first, last)
  if first == 1 and vim.fn.diff_filler(1) > 0 then
    local view, count = vim.fn.winsaveview(), vim.fn.line("$")
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    vim.cmd(("%s %d"):format(command, other))
    last = last + vim.fn.line("$") - count
    view.lnum = view.lnum + vim.fn.line("$") - count
    vim.fn.winrestview(view)
  end
  local function run(to)
    vim.cmd(("%d,%d%s %d"):format(first, to, command, other))
  end
  if last < vim.fn.line("$") or not pcall(run, last + 1) then
    run(math.min(last, vim.fn.line("$")))
  end
end

---@param review tandem.review.Review
---@param command "diffget"|"diffput"
---@param range { [1]: integer, [2]: integer }?
local function run(review, command, range)
  local other = vim.api.nvim_get_current_buf() == review.base and review.result or review.base
  local before = tick(review)
  if range then
    on_range(command, other, range[1], range[2])
  else
    -- As `do` and `dp`: the change that the cursor is in or below.
    vim.cmd(("%s %d"):format(command, other))
  end
  return tick(review) ~= before
end

--- In a window of the review: puts the proposed lines into the text before.
---@return boolean done was there something to decide?
function M.accept_hunk(review, range)
  return run(review, vim.api.nvim_get_current_buf() == review.base and "diffget" or "diffput", range)
end

--- In a window of the review: puts the lines before into the proposed text.
---@return boolean done
function M.reject_hunk(review, range)
  local done = run(review, vim.api.nvim_get_current_buf() == review.base and "diffput" or "diffget", range)
  -- To Neovim 0.10 an empty buffer is one with an empty line.
  if text.is_one_empty_line(text.lines(review.result)) and #text.lines(review.base) == 0 then
    vim.api.nvim_buf_set_lines(review.result, 0, -1, false, {})
    return true
  end
  return done
end

return M
