--- The command for Claude Code, its environment and its working directory. It does not run in a shell.
local M = {}

--- Returns the text up to the closing double quote, and the position after it.
local function double_quoted(line, at)
  local text = ""
  while at <= #line do
    local char = line:sub(at, at)
    local escaped = line:match('^\\(["\\])', at)
    if char == '"' then
      return text, at + 1
    end
    text, at = text .. (escaped or char), at + (escaped and 2 or 1)
  end
end

--- Splits a line like a shell, with quotes and backslashes but without expansion.
---@param line string
---@return string[]
function M.split(line)
  local arguments, argument, at = {}, nil, 1
  while at <= #line do
    local char = line:sub(at, at)
    local text, next_at = char, at + 1
    if char == "'" then
      text, next_at = line:match("^([^']*)'()", at + 1)
    elseif char == '"' then
      text, next_at = double_quoted(line, at + 1)
    elseif char == "\\" and at < #line then
      text, next_at = line:sub(at + 1, at + 1), at + 2
    end
    if not text then
      error(("Unmatched %s in: %s"):format(char, line), 0)
    end
    if char:find("%s") then
      arguments[#arguments + 1], argument = argument, nil
    else
      argument = (argument or "") .. text
    end
    at = next_at
  end
  arguments[#arguments + 1] = argument
  return arguments
end

--- Returns the arguments as a list; empty for nil.
---@param given string|string[]|nil
---@return string[]
function M.arguments(given)
  if given == nil then
    return {}
  end
  if type(given) == "string" then
    return M.split(given)
  end
  if type(given) ~= "table" then
    error("Arguments for Claude Code must be a string or a list of strings, not " .. vim.inspect(given), 0)
  end
  return vim.tbl_map(tostring, given)
end

local loopback = { "127.0.0.1", "localhost", "::1" }

--- Adds the loopback addresses to a `no_proxy` list.
local function without_proxy(hosts)
  local list = vim.split(hosts, "%s*,%s*", { trimempty = true })
  if not vim.tbl_contains(list, "*") then
    for _, host in ipairs(loopback) do
      if not vim.tbl_contains(list, host) then
        table.insert(list, host)
      end
    end
  end
  return table.concat(list, ",")
end

--- Returns the option terminal.env, with string values.
local function user_environment()
  local env = {}
  for name, value in pairs(require("tandem.config").get().terminal.env) do
    if type(name) ~= "string" or (type(value) ~= "string" and type(value) ~= "number") then
      local message = "Invalid option terminal.env: %s = %s. Names and values must be strings."
      error(message:format(tostring(name), vim.inspect(value)), 0)
    end
    env[name] = tostring(value)
  end
  return env
end

--- Returns the variables to add to Neovim's environment.
---@param sidecar table<string, string>? the variables by which Claude Code finds this Neovim
---@return table<string, string>
function M.environment(sidecar)
  local env = vim.tbl_extend("force", sidecar or {}, user_environment())
  if sidecar then
    for _, name in ipairs({ "NO_PROXY", "no_proxy" }) do
      env[name] = without_proxy(env[name] or "")
    end
  end
  return env
end

---@class tandem.TerminalPlan
---@field command string[] the program and its arguments
---@field cwd string

--- Returns how to run Claude Code with these arguments. Raises a message for the user if it can't be run.
---@param args string|string[]|nil
---@return tandem.TerminalPlan
function M.plan(args)
  local command = M.arguments(require("tandem.config").get().terminal.command)
  local program = command[1]
  if not program or program == "" then
    error('The option terminal.command is empty. Set it to { "claude" } or the path of Claude Code', 0)
  end
  if program:sub(1, 2) == "~/" then
    program = vim.fs.joinpath(vim.uv.os_homedir(), program:sub(3))
  end
  local found = require("tandem.programs").find(program, user_environment().PATH)
  if not found then
    -- Short, to avoid the hit-enter prompt.
    local why = program:find("/", 1, true) and "isn't executable" or "isn't on the PATH"
    error(("%s %s. Install it or set terminal.command"):format(program, why), 0)
  end
  command[1] = found
  return { command = vim.list_extend(command, M.arguments(args)), cwd = vim.fn.getcwd() }
end

local known = {
  "--add-dir",
  "--agents",
  "--allowedTools",
  "--append-system-prompt",
  "--continue",
  "--debug",
  "--disallowedTools",
  "--fork-session",
  "--ide",
  "--mcp-config",
  "--model",
  "--permission-mode",
  "--resume",
  "--session-id",
  "--settings",
  "--verbose",
}

--- Completes the arguments of `:TandemToggle` and the like.
---@param lead string
---@return string[]
function M.complete(lead)
  if lead:sub(1, 1) ~= "-" and lead ~= "" then
    return vim.fn.getcompletion(lead, "file")
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, known)
end

return M
