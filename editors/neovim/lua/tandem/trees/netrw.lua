--- netrw has no API, so this reads its lists of marks and the text of the listing. The text can be ambiguous ("x*" can be a
--- program x or a file of that name), so names are looked up in the folder.
local M = {}

local style = { thin = 0, long = 1, wide = 2, tree = 3 }

local function exists(path)
  return vim.uv.fs_lstat(path) ~= nil
end

--- Returns the path of a name in a listing, which can end with netrw's sign for its type; nil if it does not exist.
local function entry(folder, text)
  local function at(name)
    return (folder == "/" and "" or folder) .. "/" .. name
  end
  if text == "" or text == ".." or text == "../" then
    return nil
  end
  if text == "." or text == "./" then
    return folder
  end
  local sign, name = text:sub(-1), text:sub(1, -2)
  if sign == "/" then
    return exists(at(name)) and at(name) or nil
  end
  local stat = name ~= "" and vim.uv.fs_lstat(at(name)) or nil
  if stat and ((sign == "@" and stat.type == "link") or (sign == "*" and vim.uv.fs_access(at(name), "X"))) then
    return at(name)
  end
  return exists(at(text)) and at(text) or nil
end

--- Returns the name in a line of the long style, where size and date follow it. Names can contain spaces, so the longest one
--- that exists is used.
local function long_name(folder, line)
  for last = #line, 1, -1 do
    local is_end = last == #line or line:sub(last + 1, last + 1) == " "
    if is_end and line:sub(last, last) ~= " " then
      local text = line:sub(1, last)
      if text:find("^%.%.?/$") or entry(folder, text) then
        return text
      end
    end
  end
  return ""
end

--- Returns the names of a line in the wide style, or the one in a screen column.
local function wide_names(line, width, column)
  local cells, at = {}, 0
  for _, character in ipairs(vim.fn.split(line, "\\zs")) do
    local cell = math.floor(at / width) + 1
    cells[cell] = (cells[cell] or "") .. character
    at = at + vim.fn.strdisplaywidth(character, at)
  end
  local names = {}
  for index, cell in ipairs(cells) do
    if not column or index == math.floor((column - 1) / width) + 1 then
      table.insert(names, (cell:gsub("%s+$", "")))
    end
  end
  return names
end

--- Returns the depth of a line in the tree style, and the rest. A name can begin like another level of depth.
local function split_depth(line, limit)
  local depth = 0
  while depth < (limit or math.huge) do
    local rest = line:match("^| (.*)$") or line:match("^│ (.*)$")
    if not rest then
      break
    end
    depth, line = depth + 1, rest
  end
  return depth, line
end

---@class tandem.NetrwListing
---@field lines string[]
---@field style integer
---@field folder string the listed folder; the root in the tree style
---@field first integer the first line after netrw's banner
---@field width integer the width of a column in the wide style

---@return tandem.NetrwListing
local function listing(buf, win)
  local buffer, window = vim.b[buf], vim.w[win]
  local shown = window.netrw_liststyle or vim.g.netrw_liststyle or style.thin
  local folder = shown == style.tree and window.netrw_treetop or buffer.netrw_curdir or vim.api.nvim_buf_get_name(buf)
  if folder:find("^%a[%w+.-]+://") then
    error("it doesn't show a local folder", 0)
  end
  -- A line break in a name is represented as NUL.
  local lines = vim.tbl_map(function(line)
    return (line:gsub("%z", "\n"))
  end, vim.api.nvim_buf_get_lines(buf, 0, -1, false))
  return {
    lines = lines,
    style = shown,
    folder = #folder > 1 and folder:gsub("/+$", "") or folder,
    first = window.netrw_bannercnt or buffer.netrw_bannercnt or 1,
    width = math.max(1, buffer.netrw_cpf or vim.o.columns),
  }
end

--- Returns the folder of a line in the tree style, from the lines above it.
local function tree_folder(list, number, depth)
  local names = {}
  for above = number - 1, list.first, -1 do
    if depth <= 1 then
      break
    end
    local its_depth, text = split_depth(list.lines[above])
    if its_depth == depth - 1 and text:sub(-1) == "/" then
      table.insert(names, 1, text:sub(1, -2))
      depth = its_depth
    end
  end
  return table.concat({ list.folder, unpack(names) }, "/")
end

--- Returns the name under which netrw marks a line.
local function mark_name(list, line, text)
  if list.style == style.long then
    text = vim.fn.matchstr(line, [[^\%(\S\+ \)*\S\+]])
  elseif list.style == style.tree then
    _, text = split_depth(line)
  end
  return (text:gsub("@$", ""):gsub("%*$", ""))
end

--- Returns the entries of a line.
---@return { text: string, path: string?, mark: string }[]
local function entries(list, number, column)
  local line = list.lines[number]
  if not line or number < list.first then
    return {}
  end
  local function named(text, folder)
    return { text = text, path = entry(folder or list.folder, text), mark = mark_name(list, line, text) }
  end
  if list.style == style.wide then
    return vim.tbl_map(named, wide_names(line, list.width, column))
  elseif list.style == style.long then
    return { named(long_name(list.folder, line)) }
  end
  line = line:gsub("\t %-%->.*$", "")
  if list.style ~= style.tree then
    return { named(line) }
  end
  local deepest = split_depth(line)
  for depth = deepest, 1, -1 do
    local _, text = split_depth(line, depth)
    local found = named(text, tree_folder(list, number, depth))
    if found.path then
      return { found }
    end
  end
  local is_root = deepest == 0 and line:find("/$") and line ~= "../"
  return { { text = line, path = is_root and list.folder or nil, mark = line } }
end

local function exposed(name)
  local ok, value = pcall(vim.fn["netrw#Expose"], name)
  return ok and type(value) == "table" and value or {}
end

--- Returns all marked files if at least one is in this listing. netrw has a list of paths, some of them wrong (links in the
--- tree style, names that end with one of its signs), and a list of names for each buffer. If a path is wrong, its name is
--- looked up in the listing.
local function marked(buf, list)
  local all, here = exposed("netrwmarkfilelist"), exposed("netrwmarkfilelist_" .. buf)
  local found, is_known, is_here = {}, {}, #here > 0
  for _, path in ipairs(all) do
    path = #path > 1 and path:gsub("/+$", "") or path
    local is_below = list.style == style.tree and vim.startswith(path, list.folder .. "/")
    is_here = is_here or is_below or vim.fs.dirname(path) == list.folder
    if exists(path) then
      is_known[vim.fs.basename(path)] = true
      table.insert(found, path)
    end
  end
  if not is_here then
    return {}
  end
  for _, name in ipairs(here) do
    if name:find("^%.%.?/$") == nil and not is_known[(name:gsub("/$", ""))] then
      for number = list.first, #list.lines do
        local is_likely = list.lines[number]:find(name, 1, true)
        for _, each in ipairs(is_likely and entries(list, number) or {}) do
          if each.mark == name then
            table.insert(found, each.path)
          end
        end
      end
    end
  end
  return found
end

---@return string[]
function M.selected(buf, line1, line2)
  local win = require("tandem.trees").window(buf)
  local list = listing(buf, win)
  local found = {}
  if not line1 then
    found = marked(buf, list)
    if #found > 0 then
      return found
    end
    local column = vim.api.nvim_win_call(win, function()
      return vim.fn.virtcol(".")
    end)
    local line = vim.api.nvim_win_get_cursor(win)[1]
    for _, each in ipairs(entries(list, line, column)) do
      table.insert(found, each.path)
    end
    return found
  end
  for line = line1, line2 do
    for _, each in ipairs(entries(list, line)) do
      -- Skip the folder itself, unless it is the only line.
      if line1 == line2 or not each.text:find("^%./") then
        table.insert(found, each.path)
      end
    end
  end
  return found
end

return M
