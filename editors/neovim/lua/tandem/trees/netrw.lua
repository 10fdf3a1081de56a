--- netrw, which has no interface: its lists of marks, and its listing as it stands in the buffer. A listing can be read
--- in several ways ("x*" may be a program x or a file of that name), so what it could mean is looked up in the folder.
local M = {}

local style = { thin = 0, long = 1, wide = 2, tree = 3 }

local function exists(path)
  return vim.uv.fs_lstat(path) ~= nil
end

--- The path of one name in a listing, which may end in netrw's sign for its kind; nil when there is no such thing.
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

--- In the long style size and date follow the name, which may have spaces itself: the longest one there is.
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

--- The names of a line in the wide style, or the one in a column of the screen.
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

--- The depth of a line in the tree style, and what is behind it. A name may begin like one more step of depth.
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
---@field folder string what is listed; the root in the tree style
---@field first integer the first line that is not netrw's heading
---@field width integer of a column in the wide style

---@return tandem.NetrwListing
local function listing(buf, win)
  local buffer, window = vim.b[buf], vim.w[win]
  local shown = window.netrw_liststyle or vim.g.netrw_liststyle or style.thin
  local folder = shown == style.tree and window.netrw_treetop or buffer.netrw_curdir or vim.api.nvim_buf_get_name(buf)
  if folder:find("^%a[%w+.-]+://") then
    error("it shows no folder of this machine", 0)
  end
  -- A line break in a name is told as the zero byte.
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

--- The folder of a line in the tree style: along the lines above it that are folders and less deep.
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

--- What netrw itself takes a name in a listing for, when it marks it.
local function word(list, line, text)
  if list.style == style.long then
    text = vim.fn.matchstr(line, [[^\%(\S\+ \)*\S\+]])
  elseif list.style == style.tree then
    _, text = split_depth(line)
  end
  return (text:gsub("@$", ""):gsub("%*$", ""))
end

--- What is on a line: each name, its path, and what it is in a list of marks.
---@return { text: string, path: string?, word: string }[]
local function entries(list, number, column)
  local line = list.lines[number]
  if not line or number < list.first then
    return {}
  end
  local function named(text, folder)
    return { text = text, path = entry(folder or list.folder, text), word = word(list, line, text) }
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
  return { { text = line, path = is_root and list.folder or nil, word = line } }
end

local function exposed(name)
  local ok, value = pcall(vim.fn["netrw#Expose"], name)
  return ok and type(value) == "table" and value or {}
end

--- What is marked, if anything is in this listing; then also what is marked in others. netrw keeps whole paths, some of
--- them wrong (links in the tree style, names that end in one of its signs), and the names for each buffer: those whose
--- path is of no use are looked for in the listing.
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
          if each.word == name then
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
      -- The folder itself is only meant by somebody who points at nothing else.
      if line1 == line2 or not each.text:find("^%./") then
        table.insert(found, each.path)
      end
    end
  end
  return found
end

return M
