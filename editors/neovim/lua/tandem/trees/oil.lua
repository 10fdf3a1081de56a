--- oil, through its module: entries by line. It has no marks.
local M = {}

---@return string[]
function M.selected(buf, line1, line2)
  local oil = require("oil")
  local folder = oil.get_current_dir(buf)
  if not folder then
    error("it shows no folder of this machine", 0)
  end
  local win = require("tandem.trees").window(buf)
  local line = vim.api.nvim_win_get_cursor(win)[1]
  local found = {}
  for each = line1 or line, line2 or line do
    local entry = oil.get_entry_on_line(buf, each)
    if entry and entry.name and entry.name ~= ".." then
      table.insert(found, (folder:gsub("/$", "")) .. "/" .. entry.name)
    end
  end
  return found
end

return M
