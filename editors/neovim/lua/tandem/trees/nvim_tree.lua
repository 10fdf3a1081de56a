--- nvim-tree, through `nvim-tree.api`: bookmarks are its marks.
local M = {}

--- The line above the tree stands for the folder above its root, and is nothing to send.
local function path_of(node)
  return node and node.name ~= ".." and node.absolute_path or nil
end

--- Its interface knows the node under the cursor only, so the cursor goes along the lines and back again.
local function on_lines(api, win, line1, line2)
  local found = {}
  local view = vim.api.nvim_win_call(win, vim.fn.winsaveview)
  local ok, problem = pcall(function()
    for line = line1, line2 do
      vim.api.nvim_win_set_cursor(win, { line, 0 })
      table.insert(found, path_of(api.tree.get_node_under_cursor()))
    end
  end)
  vim.api.nvim_win_call(win, function()
    vim.fn.winrestview(view)
  end)
  if not ok then
    error(problem, 0)
  end
  return found
end

---@return string[]
function M.selected(buf, line1, line2)
  local api = require("nvim-tree.api")
  if line1 then
    return on_lines(api, require("tandem.trees").window(buf), line1, line2)
  end
  local found = {}
  for _, node in ipairs(api.marks.list() or {}) do
    table.insert(found, path_of(node))
  end
  if #found == 0 then
    table.insert(found, path_of(api.tree.get_node_under_cursor()))
  end
  return found
end

return M
