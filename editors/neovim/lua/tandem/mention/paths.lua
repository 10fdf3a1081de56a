--- File system paths. Nothing is expanded: `$`, `%`, `~` and `[` are ordinary characters.
local M = {}

local is_windows = vim.fn.has("win32") == 1

---@param path string
function M.is_absolute(path)
  if is_windows and (path:find("^%a:[/\\]") or path:find("^\\\\")) then
    return true
  end
  return path:sub(1, 1) == "/"
end

--- Makes a path absolute and resolves links in its folders, like Neovim's buffer names and the workspace folders. A file
--- that is a link keeps its name, because that is the name the user chose.
---@param path string
---@param folder string? the base of a relative path; by default the window's working directory
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

--- Returns the type of a file, following links. "other" is a pipe, a socket or a device.
---@param path string
---@return "file"|"directory"|"other"|nil
function M.kind(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return nil
  end
  return (stat.type == "file" or stat.type == "directory") and stat.type or "other"
end

--- Raises a message for the user unless the path can be sent.
---@param path string
---@param what string its name in the message
---@param missing string the problem if it does not exist
---@return string path
function M.check(path, what, missing)
  local kind = M.kind(path)
  if not kind then
    error(("%s %s."):format(what, missing), 0)
  elseif kind == "other" then
    error(("%s is neither a file nor a folder."):format(what), 0)
  elseif not require("tandem.buffers").is_utf8(path) then
    error(("The name of %s isn't valid UTF-8, so it can't be sent to Claude."):format(what), 0)
  end
  return path
end

--- Returns a short name for a message, in one line.
---@param path string
function M.label(path)
  local name = path:match("[^/]+$") or path
  return vim.fn.strtrans(name)
end

return M
