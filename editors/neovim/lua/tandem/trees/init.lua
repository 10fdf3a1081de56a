--- File trees: what is marked in them, or under the cursor. Each has a file of its own, loaded when it is used.
local M = {}

--- By filetype, never by name: a file may well be called neo-tree.lua.
local trees = {
  netrw = { name = "netrw", module = "tandem.trees.netrw" },
  NvimTree = { name = "nvim-tree", module = "tandem.trees.nvim_tree" },
  ["neo-tree"] = { name = "neo-tree", module = "tandem.trees.neo_tree" },
  oil = { name = "oil", module = "tandem.trees.oil" },
  minifiles = { name = "mini.files", module = "tandem.trees.mini_files" },
  snacks_picker_list = { name = "snacks", module = "tandem.trees.snacks" },
  snacks_picker_input = { name = "snacks", module = "tandem.trees.snacks" },
}

--- Cheap: asked when the cursor moves.
---@param buf integer
---@return boolean
function M.is_tree(buf)
  return trees[vim.api.nvim_get_option_value("filetype", { buf = buf })] ~= nil
end

--- The window in which a tree is shown: the current one, if it is that. Throws words.
---@param buf integer
---@return integer
function M.window(buf)
  local current = vim.api.nvim_get_current_win()
  local win = vim.api.nvim_win_get_buf(current) == buf and current or vim.fn.bufwinid(buf)
  if win == -1 then
    error("it is not shown in this tab page", 0)
  end
  return win
end

--- What is selected in a tree: what is on the lines, if they are given; else what is marked; else what is under the
--- cursor. Nil when the buffer is no tree. Throws words when the tree cannot be read.
---@param buf integer
---@param line1 integer? from 1
---@param line2 integer? included
---@return string[]? absolute paths of what exists, each once
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
    error(("What is selected in %s could not be read: %s"):format(tree.name, found), 0)
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
