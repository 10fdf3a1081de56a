--- Detects texts that are too slow for Vim's diff mode.
local M = {}

--- Comparing a change of this size by characters takes Neovim 0.1 s after each key, and the time grows quadratically.
local max_compared_bytes = 100000

--- True if Neovim would hang. It compares changes by characters or words depending on 'diffopt', by default since 0.12.
---@param old string[]
---@param new string[]
function M.is_too_slow(old, new)
  if not vim.o.diffopt:find("inline:char") and not vim.o.diffopt:find("inline:word") then
    return false
  end
  local function bytes(lines, first, count)
    return #table.concat(lines, "", first, first + count - 1)
  end
  for _, change in ipairs(require("tandem.lines").differences(old, new)) do
    local old_first, old_count, new_first, new_count = unpack(change)
    local is_change = old_count > 0 and new_count > 0
    if is_change and bytes(old, old_first, old_count) + bytes(new, new_first, new_count) > max_compared_bytes then
      return true
    end
  end
  return false
end

return M
