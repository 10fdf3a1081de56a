--- Paths as the file system has them. Nothing here expands: `$`, `%`, `~` and `[` are characters of a name.
local M = {}

local is_windows = vim.fn.has("win32") == 1

---@param path string
function M.is_absolute(path)
  if is_windows and (path:find("^%a:[/\\]") or path:find("^\\\\")) then
    return true
  end
  return path:sub(1, 1) == "/"
end

--- Absolute, the links among its folders resolved, as Neovim names its buffers and as the open folders are told. A file
--- that is itself a link keeps its name: that is what the user pointed at.
---@param path string
---@param folder string? what it is relative to; by default the working directory of the window
---@return string
function M.absolute(path, folder)
  if not M.is_absolute(path) then
    path = (folder or vim.fn.getcwd()):gsub("/$", "") .. "/" .. path
  end
  if is_windows then
    path = path:gsub("\\", "/")
  end
  path = path:gsub("//+", "/")
  if #path > 1 then
    path = path:gsub("/$", "")
  end
  local parent, name = path:match("^(.*)/([^/]*)$")
  if not name or name == "" or name == "." or name == ".." then
    return vim.uv.fs_realpath(path) or path
  end
  local real = vim.uv.fs_realpath(parent == "" and "/" or parent)
  if not real then
    return path
  end
  return (real == "/" and "" or real) .. "/" .. name
end

--- What is at a path; "other" is a pipe, a socket or a device. A link counts as what it leads to, and one that leads
--- nowhere as nothing.
---@param path string
---@return "file"|"directory"|"other"|nil
function M.kind(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return nil
  end
  return (stat.type == "file" or stat.type == "directory") and stat.type or "other"
end

--- Throws words unless a path can be sent.
---@param path string
---@param what string what it is called in the words
---@param missing string what is wrong when nothing is there
---@return string path
function M.check(path, what, missing)
  local kind = M.kind(path)
  if not kind then
    error(("%s %s."):format(what, missing), 0)
  elseif kind == "other" then
    error(("%s is neither a file nor a folder."):format(what), 0)
  elseif not require("tandem.buffers").is_tellable(path) then
    error(("%s has a name that is not UTF-8, which Claude cannot be told."):format(what), 0)
  end
  return path
end

--- A name for a message: short, and in one line.
---@param path string
function M.label(path)
  local name = path:match("[^/]+$") or path
  return vim.fn.strtrans(name)
end

return M
