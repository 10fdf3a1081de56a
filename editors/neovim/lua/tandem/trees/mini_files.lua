--- mini.files, through its module: entries by line. It has no marks.
local M = {}

---@return string[]
function M.selected(buf, line1, line2)
  local files = require("mini.files")
  local win = require("tandem.trees").window(buf)
  local line = vim.api.nvim_win_get_cursor(win)[1]
  local found = {}
  for each = line1 or line, line2 or line do
    local entry = files.get_fs_entry(buf, each)
    table.insert(found, entry and entry.path or nil)
  end
  return found
end

return M
