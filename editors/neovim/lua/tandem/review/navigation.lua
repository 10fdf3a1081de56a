--- Finds hunks by lines, and moves between them.
local M = {}

--- Returns the indexes of the hunks in a range of lines, or of the one at the cursor.
---@param hunks tandem.review.Hunk[]
---@param side "old"|"new"
---@param first integer
---@param last integer
---@param is_range boolean
---@return integer[] indexes from 1
function M.find(hunks, side, first, last, is_range)
  local inside, beside = {}, {}
  for index, hunk in ipairs(hunks) do
    local start, count = hunk[side], hunk[side .. "Count"]
    if count > 0 and start <= last and start + count > first then
      table.insert(inside, index)
    elseif count == 0 and start <= last + 1 and start >= first then
      table.insert(beside, index)
    end
  end
  if is_range then
    local all = vim.list_extend(inside, beside)
    table.sort(all)
    return all
  end
  if #inside > 0 then
    return inside
  end
  for _, index in ipairs(beside) do
    if hunks[index].decision == "undecided" then
      return { index }
    end
  end
  return { beside[1] }
end

--- Returns the first line of the next or previous undecided hunk.
local function next_line(hunks, side, line, direction)
  local last, target = vim.fn.line("$"), nil
  for _, hunk in ipairs(hunks) do
    local start = math.max(1, math.min(hunk[side], last))
    local is_ahead = (start - line) * direction > 0
    if hunk.decision == "undecided" and is_ahead and (direction < 0 or not target) then
      target = start
    end
  end
  return target
end

local function go_to(line)
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  -- The hunk can be in a fold that the user closed.
  vim.cmd("normal! zv")
end

--- Moves to the undecided hunk after this line, or to the first one.
---@param hunks tandem.review.Hunk[]
---@param side "old"|"new"
---@param line integer
function M.go_on(hunks, side, line)
  local target = next_line(hunks, side, line, 1) or next_line(hunks, side, 0, 1)
  if target then
    go_to(target)
  end
end

--- Moves to the next or previous undecided hunk. Returns false if there is none.
---@param hunks tandem.review.Hunk[]
---@param side "old"|"new"
---@param direction 1|-1
---@return boolean
function M.jump(hunks, side, direction)
  local target = next_line(hunks, side, vim.fn.line("."), direction)
  if not target then
    return false
  end
  go_to(target)
  return true
end

return M
