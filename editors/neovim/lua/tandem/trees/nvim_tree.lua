--- nvim-tree, by its API. Its marks are called bookmarks.
local M = {}

--- Ignores "..", the line above the tree.
local function path_of(node)
  return node and node.name ~= ".." and node.absolute_path or nil
end

--- The API only returns the node under the cursor, so this moves the cursor over the lines and back.
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
