--- Neovim counts bytes, the protocol UTF-16 code units; both from 0 here, ends exclusive.
local M = {}

local is_new = vim.fn.has("nvim-0.11") == 1

--- How many UTF-16 code units the first `bytes` bytes of a line are.
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

--- The byte at which so many UTF-16 code units of a line end; the line's end where it has fewer.
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

--- A place in a buffer, counted as the protocol does.
---@param buf integer
---@param row integer from 0
---@param bytes integer
function M.position(buf, row, bytes)
  local line = vim.api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""
  return { line = row, character = M.utf16(line, bytes) }
end

--- The row and the byte of a position; what lies behind the text is its end.
---@param buf integer
---@param position { line: integer, character: integer }
---@return integer row, integer byte
function M.row_and_byte(buf, position)
  local last = vim.api.nvim_buf_line_count(buf) - 1
  if position.line > last then
    local line = vim.api.nvim_buf_get_lines(buf, last, last + 1, false)[1] or ""
    return last, #line
  end
  local line = vim.api.nvim_buf_get_lines(buf, position.line, position.line + 1, false)[1] or ""
  return position.line, M.byte(line, position.character)
end

--- Where the character that begins in this byte ends, with what is composed onto it.
---@param line string
---@param byte integer from 0
---@return integer
function M.character_end(line, byte)
  if byte >= #line then
    return #line
  end
  -- Vim's functions take a text with a zero byte for a blob; inside of Vim that byte is a line break. No character has
  -- more composed onto it than fits here, and a line may have a million.
  local rest = line:sub(byte + 1, byte + 200):gsub("%z", "\n")
  return byte + #vim.fn.strpart(rest, 0, 1, true)
end

return M
