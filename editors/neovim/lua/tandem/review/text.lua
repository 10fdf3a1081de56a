--- A text in a buffer and back, byte for byte. A buffer has lines and no last newline; whether the text has one is kept
--- beside it.
local M = {}

---@class tandem.review.Text
---@field lines string[] none for the empty text
---@field eol boolean does the last line have its newline?

---@param text string
---@return tandem.review.Text
function M.split(text)
  if text == "" then
    return { lines = {}, eol = true }
  end
  local eol = text:sub(-1) == "\n"
  return { lines = vim.split(eol and text:sub(1, -2) or text, "\n", { plain = true }), eol = eol }
end

--- The lines of a buffer; none if it is empty, which is something else than one empty line.
---@param buf integer
---@return string[]
function M.lines(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  if #lines == 1 and lines[1] == "" then
    -- Not the bytes, which are none either where the empty line has no newline.
    local count = vim.api.nvim_buf_call(buf, function()
      return vim.fn.wordcount().chars
    end)
    return count == 0 and {} or lines
  end
  return lines
end

--- Puts lines into a buffer so that `u` does not take them away.
---@param buf integer
---@param lines string[]
function M.fill(buf, lines)
  vim.bo[buf].undolevels = -1
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  -- Neovim's word for "as the global option says".
  vim.bo[buf].undolevels = -123456
  vim.bo[buf].modified = false
end

--- The lines as Vim compares them: each with a newline, also the last one.
---@param lines string[]
function M.joined(lines)
  return #lines == 0 and "" or table.concat(lines, "\n") .. "\n"
end

---@param a string[]
---@param b string[]
function M.same(a, b)
  if #a ~= #b then
    return false
  end
  for i = 1, #a do
    if a[i] ~= b[i] then
      return false
    end
  end
  return true
end

---@param lines string[]
function M.is_one_empty_line(lines)
  return #lines == 1 and lines[1] == ""
end

--- Does the last newline come or go while the last line stays as it is? No diff of Vim shows that.
---@param old tandem.review.Text
---@param new tandem.review.Text
function M.changes_only_eol(old, new)
  return #old.lines > 0 and #new.lines > 0 and old.eol ~= new.eol and old.lines[#old.lines] == new.lines[#new.lines]
end

--- The whole text of the lines that were made of a proposal. The last newline goes with the last line: it is the old
--- one where the change of that line, or every change, was refused.
---@param lines string[]
---@param old tandem.review.Text
---@param new tandem.review.Text
---@param eol_of_user boolean? what the user has set it to
function M.result(lines, old, new, eol_of_user)
  local is_empty = #lines == 0
  -- What Vim makes of an empty text when it moves changes about.
  if M.is_one_empty_line(lines) and not M.is_one_empty_line(new.lines) and not M.is_one_empty_line(old.lines) then
    is_empty = #old.lines == 0 or #new.lines == 0
  end
  if is_empty then
    return ""
  end
  local eol = new.eol
  if eol_of_user ~= nil then
    eol = eol_of_user
  elseif #new.lines == 0 then
    eol = old.eol
  elseif #old.lines > 0 and old.eol ~= new.eol then
    local last = lines[#lines]
    if last == old.lines[#old.lines] and last ~= new.lines[#new.lines] then
      eol = old.eol
    elseif M.same(lines, old.lines) and not M.same(old.lines, new.lines) then
      eol = old.eol
    end
  end
  return table.concat(lines, "\n") .. (eol and "\n" or "")
end

--- Is there something in these lines that is in neither text? Then somebody wrote it.
---@param lines string[]
---@param old tandem.review.Text
---@param new tandem.review.Text
function M.is_edited(lines, old, new)
  if M.same(lines, new.lines) or M.same(lines, old.lines) then
    return false
  end
  local hunks = require("tandem.review.hunks")
  local known, proposed = {}, {}
  for _, line in ipairs(old.lines) do
    known[line] = true
  end
  for _, hunk in ipairs(hunks.between(old.lines, new.lines)) do
    for i = hunk.new, hunk.new + hunk.new_count - 1 do
      proposed[i] = true
    end
  end
  for _, hunk in ipairs(hunks.between(new.lines, lines)) do
    for i = hunk.new, hunk.new + hunk.new_count - 1 do
      if not known[lines[i]] then
        return true
      end
    end
    -- Lines that the proposal added may have been refused; others were deleted by hand.
    for i = hunk.old, hunk.old + hunk.old_count - 1 do
      if not proposed[i] then
        return true
      end
    end
  end
  return false
end

return M
