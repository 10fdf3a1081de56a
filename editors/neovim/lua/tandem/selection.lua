--- The selection or cursor position in the current file. In a terminal, a file tree or a help page, the last file's is
--- used.
local buffers = require("tandem.buffers")
local positions = require("tandem.positions")

local M = {}

---@class tandem.Selection
---@field path string
---@field text string
---@field range { start: table, ["end"]: table }
---@field cursor table

--- The last selection, and the changedtick of its buffer.
local last = nil ---@type { buf: integer, tick: integer, selection: tandem.Selection }?

local visual = { v = "v", V = "V", ["\22"] = "\22", s = "v", S = "V", ["\19"] = "\22" }

local line_at = positions.line

local function text_between(buf, from_row, from_byte, to_row, to_byte)
  return table.concat(vim.api.nvim_buf_get_text(buf, from_row, from_byte, to_row, to_byte, {}), "\n")
end

--- Returns the rows and bytes of a characterwise selection, with an exclusive end. After a line's last character comes its
--- line break.
local function charwise(buf, from, to)
  local from_row, from_byte = from[2] - 1, from[3] - 1
  local to_row, to_byte = to[2] - 1, to[3] - 1
  local first, last_line = line_at(buf, from_row), line_at(buf, to_row)
  if vim.o.selection ~= "exclusive" then
    if to_byte >= #last_line then
      if to_row + 1 < vim.api.nvim_buf_line_count(buf) then
        to_row, to_byte = to_row + 1, 0
      else
        to_byte = #last_line
      end
    else
      to_byte = positions.character_end(last_line, to_byte)
    end
  else
    to_byte = math.min(to_byte, #last_line)
  end
  return from_row, math.min(from_byte, #first), to_row, to_byte
end

--- Returns the byte at a screen column, at most the end of the line.
local function byte_in(win, lnum, line, column)
  local is_behind = vim.fn.virtcol({ lnum, "$" }, 0, win) <= column
  return is_behind and #line or math.max(vim.fn.virtcol2col(win, lnum, column) - 1, 0)
end

--- Returns the lines of a block selection that extends to the line ends (`$`).
local function to_line_ends(win, buf, top, bottom, left)
  local lines = {}
  for lnum = top, bottom do
    local line = line_at(buf, lnum - 1)
    table.insert(lines, line:sub(byte_in(win, lnum, line, left) + 1))
  end
  return lines
end

--- Returns the corners of a block selection, by screen columns, and its lines.
local function blockwise(win, buf, from, to)
  local top, bottom = from[2], to[2]
  local one = vim.fn.virtcol({ from[2], from[3], from[4] }, 1, win)
  local other = vim.fn.virtcol({ to[2], to[3], to[4] }, 1, win)
  local left, right = math.min(one[1], other[1]), math.max(one[2], other[2])
  if vim.o.selection == "exclusive" and one[2] < other[1] then
    right = other[1] - 1
  end
  local bottom_line = line_at(buf, bottom - 1)
  local from_byte = byte_in(win, top, line_at(buf, top - 1), left)
  if vim.fn.winsaveview().curswant == vim.v.maxcol then
    return top - 1, from_byte, bottom - 1, #bottom_line, to_line_ends(win, buf, top, bottom, left)
  end
  -- getregion() represents NUL as a line break.
  local lines = vim.tbl_map(function(line)
    return (line:gsub("\n", "\0"))
  end, vim.fn.getregion(from, to, { type = "\22" }))
  local to_byte = positions.character_end(bottom_line, byte_in(win, bottom, bottom_line, right))
  return top - 1, from_byte, bottom - 1, to_byte, lines
end

local function is_before(a, b)
  return a[2] < b[2] or (a[2] == b[2] and a[3] <= b[3])
end

--- Returns the selection between two positions of getpos().
local function between(win, buf, kind, one, other)
  local from, to = one, other
  if not is_before(one, other) then
    from, to = other, one
  end
  local from_row, from_byte, to_row, to_byte, lines
  if kind == "V" then
    from_row, from_byte, to_row = from[2] - 1, 0, to[2] - 1
    to_byte = #line_at(buf, to_row)
  elseif kind == "\22" then
    from_row, from_byte, to_row, to_byte, lines = blockwise(win, buf, from, to)
  else
    from_row, from_byte, to_row, to_byte = charwise(buf, from, to)
  end
  local range = {
    start = positions.position(buf, from_row, from_byte),
    ["end"] = positions.position(buf, to_row, to_byte),
  }
  return {
    path = vim.api.nvim_buf_get_name(buf),
    text = lines and table.concat(lines, "\n") or text_between(buf, from_row, from_byte, to_row, to_byte),
    range = range,
    cursor = to == other and range["end"] or range.start,
  }
end

local function cursor_of(win, buf)
  local row, byte = unpack(vim.api.nvim_win_get_cursor(win))
  local position = positions.position(buf, row - 1, byte)
  return { path = vim.api.nvim_buf_get_name(buf), text = "", range = { start = position, ["end"] = position }, cursor = position }
end

local function remember(buf, selection)
  last = { buf = buf, tick = vim.api.nvim_buf_get_changedtick(buf), selection = selection }
  return selection
end

--- Returns the selection of the last file, or its cursor if the text has changed since.
local function last_selection()
  if not last or not buffers.is_open(last.buf) then
    return nil
  end
  if vim.api.nvim_buf_get_changedtick(last.buf) == last.tick and vim.api.nvim_buf_get_name(last.buf) == last.selection.path then
    return last.selection
  end
  local win = vim.fn.bufwinid(last.buf)
  if win ~= -1 then
    return remember(last.buf, cursor_of(win, last.buf))
  end
  local start = { line = 0, character = 0 }
  local selection = { path = vim.api.nvim_buf_get_name(last.buf), text = "", range = { start = start, ["end"] = start } }
  return remember(last.buf, selection)
end

--- Returns the current selection; nil without a file.
---@return tandem.Selection?
function M.current()
  local win = vim.api.nvim_get_current_win()
  local buf = vim.api.nvim_win_get_buf(win)
  if not buffers.is_file(buf) then
    -- An unnamed buffer means that no file is open. A terminal or a tree is used along with a file.
    if vim.bo[buf].buftype == "" and vim.api.nvim_buf_get_name(buf) == "" then
      return nil
    end
    return last_selection()
  end
  local kind = visual[vim.fn.mode()]
  if not kind then
    return remember(buf, cursor_of(win, buf))
  end
  return remember(buf, between(win, buf, kind, vim.fn.getpos("v"), vim.fn.getpos(".")))
end

--- Returns the visual selection that has just ended, by its marks.
---@return tandem.Selection?
function M.just_left()
  local win = vim.api.nvim_get_current_win()
  local buf = vim.api.nvim_win_get_buf(win)
  if not buffers.is_file(buf) then
    return nil
  end
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  if from[2] == 0 or to[2] == 0 then
    return nil
  end
  return between(win, buf, vim.fn.visualmode(), from, to)
end

return M
