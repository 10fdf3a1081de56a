--- File trees that can return the path of any line: mini.files, neo-tree and oil. They have no marks.
local M = {}

--- By filetype: returns a function from a line to its path.
local readers = {
  minifiles = function(buf)
    local files = require("mini.files")
    return function(line)
      local entry = files.get_fs_entry(buf, line)
      return entry and entry.path
    end
  end,

  ["neo-tree"] = function(_, win)
    local state = require("neo-tree.sources.manager").get_state_for_window(win)
    return function(line)
      local node = state and state.tree and state.tree:get_node(line)
      -- Other nodes are messages ("3 hidden items") or belong to other sources.
      if node and (node.type == "file" or node.type == "directory") then
        return node.path or node:get_id()
      end
    end
  end,

  oil = function(buf)
    local oil = require("oil")
    local folder = oil.get_current_dir(buf) or error("it doesn't show a local folder", 0)
    return function(line)
      local entry = oil.get_entry_on_line(buf, line)
      return entry and entry.name and entry.name ~= ".." and vim.fs.joinpath(folder, entry.name)
    end
  end,
}

---@return string[]
function M.selected(buf, line1, line2)
  local win = require("tandem.trees").window(buf)
  local line = vim.api.nvim_win_get_cursor(win)[1]
  local path_at = readers[vim.bo[buf].filetype](buf, win)
  local found = {}
  for each = line1 or line, line2 or line do
    table.insert(found, path_at(each) or nil)
  end
  return found
end

return M
