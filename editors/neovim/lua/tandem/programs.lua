--- Finds programs outside the workspace folders and runs them elsewhere. The user has not agreed to run code in a workspace
--- folder, and many programs read configuration from their working directory.
local is_inside = require("tandem.folders").is_inside

local M = {}

local is_windows = vim.fn.has("win32") == 1
local delimiter = is_windows and ";" or ":"

--- Returns the workspace folders, except the home directory and its parents, which contain the user's own programs.
local function workspace()
  local home = vim.uv.os_homedir() or ""
  local real = vim.uv.fs_realpath(home) or home
  return vim.tbl_filter(function(folder)
    return not is_inside(folder, home) and not is_inside(folder, real)
  end, require("tandem.folders").current())
end

--- npm also adds the `node_modules` of parent folders to the PATH.
local function is_in_node_modules_above(path, folder)
  for above in vim.fs.parents(vim.fs.joinpath(folder, "x")) do
    if is_inside(vim.fs.joinpath(above, "node_modules"), path) then
      return true
    end
  end
  return false
end

local function belongs_to(folders, path)
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

--- Returns the entries of a PATH that are absolute and outside the workspace folders.
---@return string[]
local function entries(path)
  local folders = workspace()
  return vim.tbl_filter(function(entry)
    return is_absolute(entry) and not belongs_to(folders, entry)
  end, vim.split(path or vim.env.PATH or "", delimiter, { plain = true }))
end

--- Returns the absolute path of a program. A name with a slash is not searched for.
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
    if found ~= "" and not belongs_to(folders, found) then
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

--- Returns a command that can run safely in a workspace folder. If a script finds its interpreter with `#!/usr/bin/env`, it
--- could find one in the workspace; it is started with the user's interpreter instead. Raises a message for the user if
--- there is none.
---@param command string[] the absolute path of the program, and its arguments
---@param path string? instead of Neovim's own PATH
---@return string[]
function M.start(command, path)
  local line = first_line(command[1])
  local rest = line:match("^#!%s*%S*/env%s+%-S%s*(.*)") or line:match("^#!%s*%S*/env%s+(.*)")
  local interpreter = vim.split(rest or "", "%s+", { trimempty = true })
  if is_windows or not interpreter[1] or interpreter[1]:find("[/=]") or vim.startswith(interpreter[1], "-") then
    return command
  end
  interpreter[1] = M.find(interpreter[1], path)
  if not interpreter[1] then
    error(("Can't find the interpreter of %s on the PATH (workspace folders are ignored)"):format(command[1]), 0)
  end
  return vim.list_extend(interpreter, command)
end

--- Returns a directory without configuration files of programs.
---@return string
function M.directory()
  return is_windows and (vim.env.SystemRoot or "C:\\Windows") or "/"
end

--- Returns options for `vim.system()`, to get a program's version or help.
---@param timeout_ms integer?
---@return vim.SystemOpts
function M.run_options(timeout_ms)
  local path = table.concat(entries(), delimiter)
  local env = { PATH = path, NODE_OPTIONS = "", NODE_PATH = "", PWD = M.directory() }
  return { cwd = M.directory(), env = env, text = true, stdin = false, timeout = timeout_ms }
end

return M
