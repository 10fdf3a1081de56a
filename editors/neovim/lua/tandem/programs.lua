--- Programs that Tandem starts by itself: looked for outside of the open folders, and asked away from them. What lies in a
--- folder is code that nobody has agreed to run, and many programs obey files of the directory that they run in.
local is_inside = require("tandem.folders").is_inside

local M = {}

local is_windows = vim.fn.has("win32") == 1
local delimiter = is_windows and ";" or ":"

--- The open folders. In the home directory, or above it, the user's own programs lie too: then it does not count.
local function workspace()
  local home = vim.uv.os_homedir() or ""
  local real = vim.uv.fs_realpath(home) or home
  return vim.tbl_filter(function(folder)
    return not is_inside(folder, home) and not is_inside(folder, real)
  end, require("tandem.folders").current())
end

--- npm puts the `node_modules` of the repository around a folder on the PATH too.
local function is_in_node_modules_above(path, folder)
  for above in vim.fs.parents(vim.fs.joinpath(folder, "x")) do
    if is_inside(vim.fs.joinpath(above, "node_modules"), path) then
      return true
    end
  end
  return false
end

local function is_of(folders, path)
  for _, name in ipairs({ path, vim.uv.fs_realpath(path) or path }) do
    name = vim.fs.normalize(name)
    for _, folder in ipairs(folders) do
      if is_inside(folder, name) or is_in_node_modules_above(name, folder) then
        return true
      end
    end
  end
  return false
end

local function is_absolute(path)
  return vim.startswith(path, "/") or (is_windows and path:find("^%a:[/\\]") ~= nil)
end

--- The entries of a PATH that are absolute and not in an open folder.
---@param path string?
---@return string[]
local function entries(path)
  local folders = workspace()
  return vim.tbl_filter(function(entry)
    return is_absolute(entry) and not is_of(folders, entry)
  end, vim.split(path or vim.env.PATH or "", delimiter, { plain = true }))
end

--- Where a program is, as an absolute path. A path that the user gave is taken as it is.
---@param name string
---@param path string? instead of Neovim's own PATH
---@return string?
function M.find(name, path)
  if name:find("/", 1, true) or (is_windows and name:find("\\", 1, true)) then
    local given = vim.fn.fnamemodify(name, ":p")
    return vim.fn.executable(given) == 1 and given or nil
  end
  local folders = workspace()
  for _, entry in ipairs(entries(path)) do
    local found = vim.fn.exepath(vim.fs.joinpath(entry, name))
    if found ~= "" and not is_of(folders, found) then
      return found
    end
  end
end

local function first_line(path)
  local file = io.open(path, "rb")
  local head = file and file:read(1024) or ""
  if file then
    file:close()
  end
  return head:match("^[^\r\n]*") or ""
end

--- The words that start a program in the folder. A script that leaves its interpreter to PATH (`#!/usr/bin/env node`) gets
--- the user's own, because the folder may have put one of its there. Throws words where there is no other.
---@param words string[] the program by its absolute path, and its arguments
---@param path string? instead of Neovim's own PATH
---@return string[]
function M.start(words, path)
  local line = first_line(words[1])
  local rest = line:match("^#!%s*%S*/env%s+%-S%s*(.*)") or line:match("^#!%s*%S*/env%s+(.*)")
  local interpreter = vim.split(rest or "", "%s+", { trimempty = true })
  if is_windows or not interpreter[1] or interpreter[1]:find("[/=]") or vim.startswith(interpreter[1], "-") then
    return words
  end
  interpreter[1] = M.find(interpreter[1], path)
  if not interpreter[1] then
    error(("What runs %s is not on the PATH, or only as a file of an open folder"):format(words[1]), 0)
  end
  return vim.list_extend(interpreter, words)
end

--- A directory with nothing in it that programs obey.
---@return string
function M.directory()
  return is_windows and (vim.env.SystemRoot or "C:\\Windows") or "/"
end

--- Where a program is asked for its version or its help.
---@return { cwd: string, env: table<string, string> }
function M.place()
  return {
    cwd = M.directory(),
    env = { PATH = table.concat(entries(), delimiter), NODE_OPTIONS = "", NODE_PATH = "", PWD = M.directory() },
  }
end

return M
