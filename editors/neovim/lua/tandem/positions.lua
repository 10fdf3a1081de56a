--- Converts between Neovim's byte offsets and the protocol's UTF-16 offsets. Both are counted from 0, with exclusive
--- ends.
local M = {}

local is_new = vim.fn.has("nvim-0.11") == 1

--- Returns a line of a buffer, or "" if there is none.
---@param buf integer
---@param row integer from 0
---@return string
function M.line(buf, row)
  return vim.api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""
end

--- Returns the number of UTF-16 code units in the first `bytes` bytes of a line.
---@param line string
---@param bytes integer
---@return integer
function M.utf16(line, bytes)
  local head = line:sub(1, bytes)
  if not head:find("[\128-\255]") then
    return #head
  end
  if is_new then
    return vim.str_utfindex(head, "utf-16")
  end
  local _, units = vim.str_utfindex(head)
  return units
end

--- Returns the byte offset of a UTF-16 offset, at most the length of the line.
---@param line string
---@param units integer
---@return integer
function M.byte(line, units)
  if not line:find("[\128-\255]") then
    return math.min(units, #line)
  end
  if is_new then
    return vim.str_byteindex(line, "utf-16", units, false)
  end
  if units >= M.utf16(line, #line) then
    return #line
  end
  return vim.str_byteindex(line, units, true)
end

--- Returns a protocol position.
---@param buf integer
---@param row integer from 0
---@param bytes integer
function M.position(buf, row, bytes)
  return { line = row, character = M.utf16(M.line(buf, row), bytes) }
end

--- Returns the row and byte of a protocol position. Positions after the end of the text become its end.
---@param buf integer
---@param position { line: integer, character: integer }
---@return integer row, integer byte
function M.row_and_byte(buf, position)
  local last = vim.api.nvim_buf_line_count(buf) - 1
  if position.line > last then
    return last, #M.line(buf, last)
  end
  return position.line, M.byte(M.line(buf, position.line), position.character)
end

--- Returns the end of the character that starts at this byte, including composing characters.
---@param line string
---@param byte integer from 0
---@return integer
function M.character_end(line, byte)
  if byte >= #line then
    return #line
  end
  -- Vim's functions treat text with a NUL as a blob, and represent NUL as a line break. Only the next 200 bytes are passed,
  -- because a line can be very long.
  local rest = line:sub(byte + 1, byte + 200):gsub("%z", "\n")
  return byte + #vim.fn.strpart(rest, 0, 1, true)
end

return M
