--- Folds unchanged lines as diff mode does, but never a hunk: diff mode would fold a rejected one, which equals the original,
--- and those that 'diffopt' ignores.
local M = {}

local expression = "v:lua.require'tandem.review.folds'.level()"

---@alias tandem.review.Range { [1]: integer, [2]: integer } first and last line

--- The lines that are never folded, by buffer.
local open = {} ---@type table<integer, tandem.review.Range[]>

--- For 'foldexpr'.
function M.level()
  local ranges, line = open[vim.api.nvim_get_current_buf()] or {}, vim.v.lnum
  local low, high = 1, #ranges
  while low <= high do
    local middle = math.floor((low + high) / 2)
    local range = ranges[middle]
    if line < range[1] then
      high = middle - 1
    elseif line > range[2] then
      low = middle + 1
    else
      return 0
    end
  end
  return 1
end

---@param side "old"|"new"
---@return tandem.review.Range[]
local function ranges_of(hunks, side)
  local context = tonumber(vim.o.diffopt:match("context:(%d+)")) or 6
  return vim.tbl_map(function(hunk)
    local first = hunk[side]
    return { first - context, first + hunk[side .. "Count"] - 1 + context }
  end, hunks)
end

--- Windows whose folds the user has set otherwise are left alone.
local function apply(buf, is_changed)
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    local method = vim.wo[win].foldmethod
    local is_ours = method == "expr" and vim.wo[win].foldexpr == expression
    if method == "diff" or (is_ours and is_changed) then
      vim.api.nvim_set_option_value("foldexpr", expression, { scope = "local", win = win })
      -- Also updates the folds if it is already set.
      vim.api.nvim_set_option_value("foldmethod", "expr", { scope = "local", win = win })
    end
  end
end

---@param review tandem.review.Shown
function M.draw(review)
  for side, buf in pairs({ old = review.base, new = review.result }) do
    local before = open[buf]
    open[buf] = ranges_of(review.hunks, side)
    apply(buf, not vim.deep_equal(before, open[buf]))
  end
end

---@param review tandem.review.Shown
function M.stop(review)
  for _, buf in pairs({ review.base, review.result }) do
    open[buf] = nil
  end
end

return M
