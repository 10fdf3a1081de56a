--- Vim's own diff, which draws a review in two windows. What is decided is the sidecar's to say, whatever is drawn.
local M = {}

-- Neovim 0.12 has moved it.
local diff = vim.text and vim.text.diff or vim.diff

--- A change of more bytes than this takes Neovim a tenth of a second for each key when it compares it by characters,
--- and four times that for twice as many.
local max_compared_bytes = 100000

---@param lines string[]
local function joined(lines)
  return #lines == 0 and "" or table.concat(lines, "\n") .. "\n"
end

--- Would it make Neovim hang? It compares all of a change by characters or words if 'diffopt' says so, as it does from
--- Neovim 0.12 on.
---@param old string[]
---@param new string[]
function M.is_too_long(old, new)
  if not vim.o.diffopt:find("inline:char") and not vim.o.diffopt:find("inline:word") then
    return false
  end
  local function bytes(lines, first, count)
    return #table.concat(lines, "", first, first + count - 1)
  end
  for _, change in ipairs(diff(joined(old), joined(new), { result_type = "indices" })) do
    local old_first, old_count, new_first, new_count = unpack(change)
    local is_change = old_count > 0 and new_count > 0
    if is_change and bytes(old, old_first, old_count) + bytes(new, new_first, new_count) > max_compared_bytes then
      return true
    end
  end
  return false
end

return M
