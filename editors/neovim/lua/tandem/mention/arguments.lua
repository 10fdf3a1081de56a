--- Parses the arguments of `:TandemAdd`: a file and optional lines. If a file has exactly this name, it is used, so `$`, `%`,
--- `#`, `[` and spaces need no backslash. Names escaped by `fnameescape()` or completion work too. Otherwise `~`, `$NAME`,
--- `%` and `#` are expanded as in other commands.
local paths = require("tandem.mention.paths")

local M = {}

local function home()
  return vim.uv.os_homedir() or vim.env.HOME or "~"
end

--- Expands `%`, `#` or `#2` with modifiers such as `:p:h`.
local function expand_buffer(word)
  local head, rest = word:match("^([%%#]%d*)(.*)$")
  if not head then
    return word
  end
  while rest:find("^:[phtre~.8]") do
    head, rest = head .. rest:sub(1, 2), rest:sub(3)
  end
  local name = vim.fn.expand(head)
  return name ~= "" and name .. rest or word
end

--- Does not expand wildcards and backticks: a file name must not run a command.
local function expand(word)
  if word == "~" or word:find("^~/") then
    return home() .. word:sub(2)
  end
  local expanded = expand_buffer(word)
  if expanded ~= word then
    return expanded
  end
  return (word:gsub("%${([%w_]+)}", vim.env):gsub("%$([%a_][%w_]*)", vim.env))
end

local function unescape(word)
  return (word:gsub("\\(.)", "%1"))
end

--- Returns the path that an argument refers to, or nil if there is no such file.
---@param word string
---@return string?
function M.find(word)
  if word == "" then
    return nil
  end
  local unescaped = unescape(word)
  for _, candidate in ipairs({ word, unescaped, expand(word), expand(unescaped) }) do
    local path = paths.absolute(candidate)
    if paths.kind(path) then
      return path
    end
  end
end

--- Splits `name`, `name 3` and `name 3 7`. The name can contain spaces and end in a number.
---@param text string
---@return string file, string? start, string? last
function M.split(text)
  text = vim.trim(text)
  local one, start, last = text:match("^(.-)%s+(%S+)%s+(%S+)$")
  local two, only = text:match("^(.-)%s+(%S+)$")
  local function is_number(word)
    return word ~= nil and word:find("^[-+]?%d") ~= nil
  end
  if M.find(text) then
    return text
  elseif only and M.find(two) then
    return two, only
  elseif start and M.find(one) then
    return one, start, last
  elseif is_number(start) and is_number(last) then
    return one, start, last
  elseif is_number(only) then
    return two, only
  end
  return text
end

--- Parses a line number, from 1. Raises a message for the user if it is invalid.
---@param value string|number|nil
---@param what string
---@return integer?
function M.line(value, what)
  if value == nil or value == "" then
    return nil
  end
  local number = tonumber(value)
  if not number or number % 1 ~= 0 then
    error(("%s line must be a whole number, not %s."):format(what, vim.fn.strtrans(tostring(value))), 0)
  end
  if number < 1 then
    error(("Line numbers start at 1, so %d isn't valid."):format(number), 0)
  end
  return number
end

--- Completes file names, with spaces and backslashes escaped.
---@param lead string
---@return string[]
function M.complete(lead)
  local unescaped = unescape(lead)
  local shown_folder, start = unescaped:match("^(.*/)([^/]*)$")
  if not shown_folder then
    shown_folder, start = "", unescaped
  end
  local folder = shown_folder == "" and vim.fn.getcwd() or M.find(shown_folder)
  local handle = folder and vim.uv.fs_scandir(folder)
  local names = {}
  while handle do
    local name, kind = vim.uv.fs_scandir_next(handle)
    if not name then
      break
    end
    local is_hidden = name:sub(1, 1) == "." and start:sub(1, 1) ~= "."
    if vim.startswith(name, start) and not is_hidden and not name:find("\n") then
      local is_folder = (kind == "directory") or (kind == "link" and paths.kind(folder .. "/" .. name) == "directory")
      local shown = shown_folder .. name .. (is_folder and "/" or "")
      table.insert(names, (shown:gsub("[ \t\\]", "\\%0")))
    end
  end
  table.sort(names)
  return names
end

return M
