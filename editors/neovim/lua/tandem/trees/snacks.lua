--- The explorer and other pickers of snacks: the items selected with <Tab>, or the current one.
local M = {}

--- Returns the picker of a list or input buffer.
local function picker_of(buf)
  local pickers = require("snacks").picker.get()
  for _, picker in ipairs(pickers) do
    for _, part in ipairs({ "list", "input" }) do
      local win = picker[part] and picker[part].win
      if win and win.buf == buf then
        return picker
      end
    end
  end
  return pickers[1]
end

--- File names can be relative to the folder of the item.
local function path_of(item)
  if not item or type(item.file) ~= "string" then
    return nil
  end
  return require("tandem.mention.paths").absolute(item.file, item.cwd)
end

--- Returns the items on lines of the list. `get` and `row2idx` are not documented; without them the selection is used.
local function on_lines(list, line1, line2)
  local found = {}
  for line = line1, line2 do
    table.insert(found, path_of(list:get(list:row2idx(line))))
  end
  return found
end

---@return string[]
function M.selected(buf, line1, line2)
  local picker = picker_of(buf)
  if not picker then
    return {}
  end
  local list = picker.list
  local is_list = list and list.win and list.win.buf == buf
  if line1 and is_list and list.get and list.row2idx then
    return on_lines(list, line1, line2)
  end
  local found = {}
  for _, item in ipairs(picker:selected({ fallback = true })) do
    table.insert(found, path_of(item))
  end
  return found
end

return M
