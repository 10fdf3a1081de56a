--- Returns the selected files of file tree plugins. The module for each plugin is loaded on first use.
local M = {}

--- By filetype, not by name: a file can be called neo-tree.lua.
local trees = {
  netrw = { name = "netrw", module = "tandem.trees.netrw" },
  NvimTree = { name = "nvim-tree", module = "tandem.trees.nvim_tree" },
  ["neo-tree"] = { name = "neo-tree", module = "tandem.trees.by_line" },
  oil = { name = "oil", module = "tandem.trees.by_line" },
  minifiles = { name = "mini.files", module = "tandem.trees.by_line" },
  snacks_picker_list = { name = "snacks", module = "tandem.trees.snacks" },
  snacks_picker_input = { name = "snacks", module = "tandem.trees.snacks" },
}

---@param buf integer
---@return boolean
function M.is_tree(buf)
  return trees[vim.api.nvim_get_option_value("filetype", { buf = buf })] ~= nil
end

--- Returns the window of a tree, preferably the current one. Raises a message for the user.
---@param buf integer
---@return integer
function M.window(buf)
  local current = vim.api.nvim_get_current_win()
  local win = vim.api.nvim_win_get_buf(current) == buf and current or vim.fn.bufwinid(buf)
  if win == -1 then
    error("it isn't shown in this tab page", 0)
  end
  return win
end

--- Returns the files on the given lines of a tree, the marked files, or the file under the cursor; nil if the buffer is not
--- a tree. Raises a message for the user if the tree can't be read.
---@param buf integer
---@param line1 integer? from 1
---@param line2 integer? inclusive
---@return string[]? unique absolute paths of existing files
function M.selected(buf, line1, line2)
  buf = buf == 0 and vim.api.nvim_get_current_buf() or buf
  local tree = trees[vim.bo[buf].filetype]
  if not tree then
    return nil
  end
  if line1 then
    line2 = line2 or line1
    line1, line2 = math.min(line1, line2), math.max(line1, line2)
    line2 = math.min(line2, vim.api.nvim_buf_line_count(buf))
  end
  local ok, found = pcall(function()
    return require(tree.module).selected(buf, line1, line2)
  end)
  if not ok then
    error(("Couldn't read the selection in %s: %s"):format(tree.name, found), 0)
  end
  local paths = require("tandem.mention.paths")
  local seen, result = {}, {}
  for _, path in ipairs(found) do
    path = paths.absolute(path)
    local kind = paths.kind(path)
    if not seen[path] and (kind == "file" or kind == "directory") then
      seen[path] = true
      table.insert(result, path)
    end
  end
  return result
end

return M
