--- Compares two lists of lines, and follows a line from one to the other.
local M = {}

-- Moved in Neovim 0.12.
local diff = vim.text and vim.text.diff or vim.diff

local function joined(lines)
  return #lines == 0 and "" or table.concat(lines, "\n") .. "\n"
end

--- Returns the differences as `{ old_first, old_count, new_first, new_count }`. With a count of 0, the first line is the one
--- before.
---@param old string[]
---@param new string[]
---@return integer[][]
function M.differences(old, new)
  return diff(joined(old), joined(new), { result_type = "indices" })
end

--- Returns the new number of a line.
---@param differences integer[][]
---@param line integer from 1
---@return integer
function M.follow(differences, line)
  local offset = 0
  for _, each in ipairs(differences) do
    local old_first, old_count, new_first, new_count = unpack(each)
    local old_last = old_first + math.max(old_count, 1) - 1
    if old_count == 0 and line <= old_first or old_count > 0 and line < old_first then
      break
    end
    if old_count > 0 and line <= old_last then
      return new_count == 0 and new_first + 1 or new_first + math.min(line - old_first, new_count - 1)
    end
    offset = offset + new_count - old_count
  end
  return line + offset
end

--- Replaces the text of a buffer by edits of the lines that differ, so that cursors stay at their text.
---@param buf integer
---@param lines string[]
function M.replace(buf, lines)
  local text = require("tandem.review.text")
  local now = text.lines(buf)
  if #now == 0 or #lines == 0 then
    text.fill(buf, lines)
    return
  end
  local differences = M.differences(now, lines)
  text.edit(buf, function()
    for index = #differences, 1, -1 do
      local old_first, old_count, new_first, new_count = unpack(differences[index])
      local first = old_count == 0 and old_first or old_first - 1
      local replacement = vim.list_slice(lines, new_first, new_first + new_count - 1)
      vim.api.nvim_buf_set_lines(buf, first, first + old_count, false, new_count == 0 and {} or replacement)
    end
  end)
end

return M
