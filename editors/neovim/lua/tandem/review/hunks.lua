--- What differs between two lists of lines.
local text = require("tandem.review.text")

local M = {}

-- Neovim 0.12 has moved it.
local diff = vim.text and vim.text.diff or vim.diff

---@class tandem.review.Hunk lines count from 1; with a count of 0, the first is the line that what is missing comes before
---@field old integer
---@field old_count integer
---@field new integer
---@field new_count integer

local ignoring = {
  iblank = "ignore_blank_lines",
  iwhite = "ignore_whitespace_change",
  iwhiteall = "ignore_whitespace",
  iwhiteeol = "ignore_whitespace_change_at_eol",
}

--- 'diffopt' as far as it says what a difference is.
---@return table options for the diff, boolean ignores does it leave differences out?, boolean ignores_case
local function drawn_options()
  local options, ignores, ignores_case = { result_type = "indices" }, false, false
  for _, flag in ipairs(vim.split(vim.o.diffopt, ",", { trimempty = true })) do
    local algorithm = flag:match("^algorithm:(.*)")
    if algorithm then
      options.algorithm = algorithm
    elseif flag == "indent-heuristic" then
      options.indent_heuristic = true
    elseif ignoring[flag] then
      options[ignoring[flag]], ignores = true, true
    elseif flag == "icase" then
      ignores, ignores_case = true, true
    end
  end
  return options, ignores, ignores_case
end

---@param found integer[][]
---@return tandem.review.Hunk[]
local function named(found)
  local hunks = {}
  for i, each in ipairs(found) do
    hunks[i] = {
      old = each[2] == 0 and each[1] + 1 or each[1],
      old_count = each[2],
      new = each[4] == 0 and each[3] + 1 or each[3],
      new_count = each[4],
    }
  end
  return hunks
end

--- Every difference, whatever 'diffopt' wants to ignore.
---@param old string[]
---@param new string[]
---@return tandem.review.Hunk[]
function M.between(old, new)
  local options = drawn_options()
  for _, name in pairs(ignoring) do
    options[name] = nil
  end
  return named(diff(text.joined(old), text.joined(new), options))
end

--- The differences as Vim's own diff draws them, and whether there are others that 'diffopt' hides.
---@param old string[]
---@param new string[]
---@return tandem.review.Hunk[] hunks, boolean hides
function M.drawn(old, new)
  -- Neovim 0.10 draws no difference between no line and an empty one.
  local is_nearly_empty = #old <= 1 and #new <= 1 and (old[1] or "") == "" and (new[1] or "") == ""
  if is_nearly_empty then
    return {}, false
  end
  local options, ignores, ignores_case = drawn_options()
  local a, b = text.joined(old), text.joined(new)
  if not ignores then
    return named(diff(a, b, options)), false
  end
  local hunks = named(diff(ignores_case and a:lower() or a, ignores_case and b:lower() or b, options))
  -- A hunk may hold more than was ignored in it, so what is left is compared, not counted.
  local shown_old, shown_new = {}, {}
  for _, hunk in ipairs(hunks) do
    for i = hunk.old, hunk.old + hunk.old_count - 1 do
      shown_old[i] = true
    end
    for i = hunk.new, hunk.new + hunk.new_count - 1 do
      shown_new[i] = true
    end
  end
  for _, hunk in ipairs(M.between(old, new)) do
    for i = hunk.old, hunk.old + hunk.old_count - 1 do
      if not shown_old[i] then
        return hunks, true
      end
    end
    for i = hunk.new, hunk.new + hunk.new_count - 1 do
      if not shown_new[i] then
        return hunks, true
      end
    end
  end
  return hunks, false
end

return M
