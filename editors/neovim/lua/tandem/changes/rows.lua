--- Draws the rows of the list of changes.
local M = {}

---@class tandem.changes.Row see src/change-rows.ts in the sidecar
---@field id string
---@field kind "turn"|"folder"|"file"|"more"|"undone"|"problem"
---@field depth integer
---@field text string
---@field isOpen boolean?
---@field turn string?
---@field path string?
---@field undone string?
---@field at number?
---@field files integer?
---@field added integer?
---@field removed integer?
---@field note string?

local namespace = vim.api.nvim_create_namespace("tandem.changes.list")

local empty = "Nothing has changed outside Neovim."

local function time_of(ms)
  local seconds = math.floor(ms / 1000)
  local is_today = os.date("%x", seconds) == os.date("%x")
  return os.date(is_today and "%H:%M" or "%d %b %H:%M", seconds)
end

--- Returns the line of a row, and what is highlighted in it.
---@param row tandem.changes.Row
---@return string line, { group: string, from: integer, to: integer }[] highlights
local function line_of(row)
  local parts, highlights, length = {}, {}, 0
  local function add(text, highlight)
    text = vim.fn.strtrans(text)
    table.insert(parts, text)
    if highlight then
      table.insert(highlights, { group = highlight, from = length, to = length + #text })
    end
    length = length + #text
  end
  add(("  "):rep(row.depth))
  add(row.isOpen == nil and (row.depth == 0 and "" or "  ") or row.isOpen and "▾ " or "▸ ", "NonText")
  if row.at then
    add(time_of(row.at) .. " ", "Comment")
  end
  local groups = { turn = "Title", folder = "Directory", problem = "WarningMsg", more = "Comment", undone = "Comment" }
  add(row.text, groups[row.kind])
  if row.note then
    add("  " .. row.note, "Comment")
  end
  if row.files then
    add(("  %d %s"):format(row.files, row.files == 1 and "file" or "files"), "Comment")
  end
  if (row.added or 0) > 0 then
    add(("  +%d"):format(row.added), "TandemAdded")
  end
  if (row.removed or 0) > 0 then
    add(("  −%d"):format(row.removed), "TandemRemoved")
  end
  return table.concat(parts), highlights
end

---@param buf integer
---@param rows tandem.changes.Row[]
function M.draw(buf, rows)
  local lines, all = {}, {}
  for index, row in ipairs(rows) do
    lines[index], all[index] = line_of(row)
  end
  if #rows == 0 then
    lines = { empty }
  end
  require("tandem.changes.signs").define_highlights()
  require("tandem.review.text").fill(buf, lines)
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  for index, highlights in ipairs(all) do
    for _, each in ipairs(highlights) do
      local options = { end_col = each.to, hl_group = each.group }
      vim.api.nvim_buf_set_extmark(buf, namespace, index - 1, each.from, options)
    end
  end
end

return M
