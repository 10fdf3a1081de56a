--- Code as it is shown before it may run: every character that shows nothing, or that turns the direction of writing,
--- is written out. Pure.
local M = {}

--- What is not seen, or seen as a space that it is not, by Unicode's categories: controls, format characters,
--- separators, spaces but for the plain one, and what may be left out when text is drawn.
local ranges = {
  { 0x00, 0x08 },
  { 0x0A, 0x1F },
  { 0x7F, 0xA0 },
  { 0xAD, 0xAD },
  { 0x34F, 0x34F },
  { 0x600, 0x605 },
  { 0x61C, 0x61C },
  { 0x6DD, 0x6DD },
  { 0x70F, 0x70F },
  { 0x890, 0x891 },
  { 0x8E2, 0x8E2 },
  { 0x115F, 0x1160 },
  { 0x1680, 0x1680 },
  { 0x17B4, 0x17B5 },
  { 0x180B, 0x180F },
  { 0x2000, 0x200F },
  { 0x2028, 0x202F },
  { 0x205F, 0x206F },
  { 0x2800, 0x2800 },
  { 0x3000, 0x3000 },
  { 0x3164, 0x3164 },
  { 0xFE00, 0xFE0F },
  { 0xFEFF, 0xFEFF },
  { 0xFFA0, 0xFFA0 },
  { 0xFFF0, 0xFFFB },
  { 0x110BD, 0x110BD },
  { 0x110CD, 0x110CD },
  { 0x13430, 0x1343F },
  { 0x1BCA0, 0x1BCA3 },
  { 0x1D173, 0x1D17A },
  { 0xE0000, 0xE0FFF },
}

local function is_hidden(code)
  local low, high = 1, #ranges
  while low <= high do
    local middle = math.floor((low + high) / 2)
    if code < ranges[middle][1] then
      high = middle - 1
    elseif code > ranges[middle][2] then
      low = middle + 1
    else
      return true
    end
  end
  return false
end

local smallest = { 0, 0x80, 0x800, 0x10000 }

--- The character at a place: its code and its length; no code for a byte that is not UTF-8.
local function character(line, at)
  local first = line:byte(at)
  if first < 0x80 then
    return first, 1
  elseif first < 0xC0 or first >= 0xF8 then
    return nil, 1
  end
  local length = first < 0xE0 and 2 or first < 0xF0 and 3 or 4
  local code = first % 2 ^ (7 - length)
  for offset = 1, length - 1 do
    local byte = line:byte(at + offset)
    if not byte or byte < 0x80 or byte > 0xBF then
      return nil, 1
    end
    code = code * 64 + byte - 0x80
  end
  if code < smallest[length] or code > 0x10FFFF or (code >= 0xD800 and code <= 0xDFFF) then
    return nil, 1
  end
  return code, length
end

---@class tandem.Sign
---@field from integer first byte, from 0
---@field to integer behind its last byte

--- One line, with a sign such as `<U+202E>` for each character that is not seen, and where these signs are.
---@param line string
---@return string shown, tandem.Sign[] signs
function M.line(line)
  local at = line:find("[%z\1-\8\10-\31\127-\255]")
  if not at then
    return line, {}
  end
  local pieces, signs, length = { line:sub(1, at - 1) }, {}, at - 1
  local function add(piece)
    table.insert(pieces, piece)
    length = length + #piece
  end
  while at <= #line do
    local code, size = character(line, at)
    if not code or is_hidden(code) then
      local sign = code and ("<U+%04X>"):format(code) or ("<byte %02X>"):format(line:byte(at))
      table.insert(signs, { from = length, to = length + #sign })
      add(sign)
      at = at + size
    else
      local ends = line:find("[%z\1-\8\10-\31\127-\255]", at + size) or #line + 1
      add(line:sub(at, ends - 1))
      at = ends
    end
  end
  return table.concat(pieces), signs
end

--- Only what is seen, for a title: without signs of its own for lines.
---@param text string
function M.text(text)
  return (M.line(text))
end

return M
