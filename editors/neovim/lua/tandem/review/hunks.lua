--- What differs between two lists of lines.
local text = require("tandem.review.text")

local M = {}

-- Neovim 0.12 has moved it.
local diff = vim.text and vim.text.diff or vim.diff

---@class tandem.review.Hunk lines count from 1; with a count of 0 it is the line that what is missing comes before
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

--- A change of more bytes than this takes Neovim a tenth of a second for each key when it compares it by characters,
--- and four times that for twice as many.
local max_compared_bytes = 100000

--- Would Vim's own diff of these make Neovim hang? It compares all of a change by characters or words if 'diffopt' says
--- so, as it does from Neovim 0.12 on.
---@param old string[]
---@param new string[]
function M.is_too_long_to_draw(old, new)
  if not vim.o.diffopt:find("inline:char") and not vim.o.diffopt:find("inline:word") then
    return false
  end
  local function bytes(lines, first, count)
    local sum = 0
    for i = first, first + count - 1 do
      sum = sum + #lines[i]
    end
    return sum
  end
  for _, hunk in ipairs(M.between(old, new)) do
    local is_change = hunk.old_count > 0 and hunk.new_count > 0
    local size = bytes(old, hunk.old, hunk.old_count) + bytes(new, hunk.new, hunk.new_count)
    if is_change and size > max_compared_bytes then
      return true
    end
  end
  return false
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

--- The hunks that the lines of a range are in or next to. Without a range: those that the line of the cursor is in, or
--- the first that is missing next to it.
---@param hunks tandem.review.Hunk[]
---@param side "old"|"new"
---@param range { [1]: integer, [2]: integer }?
---@return tandem.review.Hunk[]
function M.touched(hunks, side, range)
  local first, last = unpack(range or { vim.fn.line("."), vim.fn.line(".") })
  local inside, beside = {}, {}
  for _, hunk in ipairs(hunks) do
    local start, count = hunk[side], hunk[side .. "_count"]
    if count > 0 and start <= last and start + count - 1 >= first then
      table.insert(inside, hunk)
    elseif count == 0 and start <= last + 1 and start >= first then
      table.insert(beside, hunk)
    end
  end
  if range then
    return vim.list_extend(inside, beside)
  end
  return #inside > 0 and inside or { beside[1] }
end

--- Puts the lines of the other side into a buffer of one side, from the last hunk to the first, so that the numbers of the
--- lines stay right.
---@param buf integer
---@param these tandem.review.Hunk[]
---@param side "old"|"new" the buffer's
---@param lines string[] of the other side
function M.bring(buf, these, side, lines)
  local other = side == "old" and "new" or "old"
  local is_empty = #text.lines(buf) == 0
  table.sort(these, function(a, b)
    return a[side] > b[side]
  end)
  for _, hunk in ipairs(these) do
    local put = vim.list_slice(lines, hunk[other], hunk[other] + hunk[other .. "_count"] - 1)
    local last = is_empty and -1 or hunk[side] - 1 + hunk[side .. "_count"]
    vim.api.nvim_buf_set_lines(buf, hunk[side] - 1, last, false, put)
  end
end

return M
