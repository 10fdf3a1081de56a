-- Stand-ins for file trees that are not on the machine of the tests: only the functions that are used here, as their
-- documentation describes them. Two are not documented and follow what the source does: how neo-tree finds the state of
-- a window, and the rows of snacks' list. `_G.tree.<name>(rows)` shows a tree in the current window; a row is { text,
-- path, … } or false for a line without an entry.
_G.tree = {}

local rows = {}

local function show(filetype, given)
  rows = given
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.tbl_map(function(row)
    return row and row.text or "-"
  end, given))
  vim.api.nvim_win_set_buf(0, buf)
  vim.bo[buf].modifiable = false
  vim.bo[buf].filetype = filetype
  return buf
end

-- nvim-tree: the node under the cursor and the bookmarks; the line of the root is a node with the name "..".
_G.tree.nvim_tree = function(given)
  show("NvimTree", given)
  local win = vim.api.nvim_get_current_win()
  local function node_of(row)
    if not row then
      return nil
    end
    local name = row.name or vim.fs.basename(row.path)
    return { name = name, absolute_path = row.path, type = row.type or "file" }
  end
  package.loaded["nvim-tree.api"] = {
    tree = {
      get_node_under_cursor = function()
        return node_of(rows[vim.api.nvim_win_get_cursor(win)[1]])
      end,
    },
    marks = {
      list = function()
        return vim.tbl_map(
          node_of,
          vim.tbl_filter(function(row)
            return row and row.marked
          end, rows)
        )
      end,
    },
  }
end

-- neo-tree: the state of a window has a tree whose get_node takes a line number and gives a node.
_G.tree.neo_tree = function(given)
  local buf = show("neo-tree", given)
  package.loaded["neo-tree.sources.manager"] = {
    get_state_for_window = function(win)
      if vim.api.nvim_win_get_buf(win or 0) ~= buf then
        return nil
      end
      return {
        tree = {
          get_node = function(_, line)
            local row = rows[line or vim.api.nvim_win_get_cursor(0)[1]]
            if not row then
              return nil
            end
            return {
              path = row.path,
              type = row.type or "file",
              get_id = function()
                return row.path or row.text
              end,
            }
          end,
        },
      }
    end,
  }
end

-- oil: the folder of a buffer (nil when it is not one of this machine) and the entry on a line.
_G.tree.oil = function(given, folder)
  local buf = show("oil", given)
  package.loaded.oil = {
    get_current_dir = function(asked)
      return (asked or 0) == buf and folder or nil
    end,
    get_entry_on_line = function(asked, line)
      assert(asked == buf)
      local row = rows[line]
      return row and { name = row.name or vim.fs.basename(row.path), type = row.type or "file", id = line } or nil
    end,
  }
end

-- mini.files: the entry of a line of a buffer.
_G.tree.mini_files = function(given)
  local buf = show("minifiles", given)
  package.loaded["mini.files"] = {
    get_fs_entry = function(asked, line)
      assert(asked == buf)
      local row = rows[line]
      return row and { fs_type = row.type or "file", name = vim.fs.basename(row.path), path = row.path } or nil
    end,
  }
end

-- snacks: the active pickers; a picker has selected(), and a list that shows a part of its items.
_G.tree.snacks = function(given, scrolled)
  local buf = show("snacks_picker_list", given)
  local items = vim.tbl_map(function(row)
    return { file = row.file or row.path, cwd = row.cwd, text = row.text, is_selected = row.marked }
  end, given)
  local list = { win = { buf = buf } }
  function list:row2idx(row)
    return row + (scrolled or 0)
  end
  function list:get(index)
    return items[index]
  end
  local picker = { list = list, input = { win = { buf = -1 } } }
  function picker:selected(options)
    local found = vim.tbl_filter(function(item)
      return item.is_selected
    end, items)
    if #found == 0 and options and options.fallback then
      return { list:get(list:row2idx(vim.api.nvim_win_get_cursor(0)[1])) }
    end
    return found
  end
  local another = { list = { win = { buf = -2 } }, input = { win = { buf = -3 } } }
  function another:selected()
    error("the wrong picker was asked")
  end
  package.loaded.snacks = {
    picker = {
      get = function()
        return { another, picker }
      end,
    },
  }
end
