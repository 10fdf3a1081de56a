--- Hunks in Vim's own diff. What is decided is what is drawn; but not by `:diffget`, which in Neovim 0.10 takes a text
--- of one empty line for none, and finds lines that are missing at the start only where 'diffopt' has "filler".
local hunks = require("tandem.review.hunks")
local text = require("tandem.review.text")

local M = {}

local function tick(review)
  return vim.api.nvim_buf_get_changedtick(review.result) + vim.api.nvim_buf_get_changedtick(review.base)
end

--- Brings the lines of one side to the other.
---@param review tandem.review.Review
---@param to "old"|"new"
---@param range { [1]: integer, [2]: integer }?
---@return boolean done
local function bring(review, to, range)
  local here = vim.api.nvim_get_current_buf() == review.base and "old" or "new"
  local old, new = text.lines(review.base), text.lines(review.result)
  local these = hunks.touched(hunks.drawn(old, new), here, range)
  local before = tick(review)
  if #these > 0 and to == "old" then
    hunks.bring(review.base, these, "old", new)
  elseif #these > 0 then
    hunks.bring(review.result, these, "new", old)
  elseif not range then
    -- Whatever else is drawn here, by 'diffexpr' for instance.
    local other = here == "old" and review.result or review.base
    vim.cmd(("%s %d"):format(to == here and "diffget" or "diffput", other))
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
  local old, new = text.lines(review.base), text.lines(review.result)
  -- Between no line and an empty one Neovim draws no difference.
  if #old + #new == 1 and (old[1] or new[1]) == "" then
    vim.api.nvim_buf_set_lines(review.result, 0, -1, false, old)
    return true
  end
  return done
end

return M
