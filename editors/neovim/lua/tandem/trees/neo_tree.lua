--- neo-tree, through the state that its commands are given: a tree that knows the node of each line. It has no marks.
local M = {}

---@return string[]
function M.selected(buf, line1, line2)
  local win = require("tandem.trees").window(buf)
  local state = require("neo-tree.sources.manager").get_state_for_window(win)
  local found = {}
  if not state or not state.tree then
    return found
  end
  local line = vim.api.nvim_win_get_cursor(win)[1]
  for each = line1 or line, line2 or line do
    local node = state.tree:get_node(each)
    -- Others are messages ("3 hidden items") and what a source of its own shows.
    if node and (node.type == "file" or node.type == "directory") then
      table.insert(found, node.path or node:get_id())
    end
  end
  return found
end

return M
