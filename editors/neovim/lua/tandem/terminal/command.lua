--- What is run: the words of the command, its environment and its folder. Nothing here is ever read by a shell, so `$`,
--- spaces and quotes are what they are.
local M = {}

--- The words of a line, as a shell would part them: quotes and backslashes count, and nothing is expanded.
---@param line string
---@return string[]
function M.split(line)
  local words, word, quote = {}, nil, nil
  local at = 1
  while at <= #line do
    local sign = line:sub(at, at)
    if quote == "'" then
      if sign == "'" then
        quote = nil
      else
        word = word .. sign
      end
    elseif sign == "\\" and at < #line and (not quote or line:find('^["\\]', at + 1)) then
      at = at + 1
      word = (word or "") .. line:sub(at, at)
    elseif quote then
      if sign == '"' then
        quote = nil
      else
        word = word .. sign
      end
    elseif sign == "'" or sign == '"' then
      quote, word = sign, word or ""
    elseif sign:find("%s") then
      if word then
        table.insert(words, word)
      end
      word = nil
    else
      word = (word or "") .. sign
    end
    at = at + 1
  end
  if quote then
    error(("A %s is missing its partner in: %s"):format(quote, line), 0)
  end
  if word then
    table.insert(words, word)
  end
  return words
end

--- Words given as a line or as a list; empty for nil.
---@param given string|string[]|nil
---@return string[]
function M.words(given)
  if given == nil then
    return {}
  end
  if type(given) == "string" then
    return M.split(given)
  end
  if type(given) ~= "table" then
    error("Arguments for Claude Code are a line or a list of strings, not " .. vim.inspect(given), 0)
  end
  return vim.tbl_map(tostring, given)
end

local loopback = { "127.0.0.1", "localhost", "::1" }

--- A proxy of the user's must not get between Claude Code and this Neovim, whatever their own list says.
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

--- The user's own variables, as strings.
local function own_variables()
  local env = {}
  for name, value in pairs(require("tandem.config").get().terminal.env) do
    if type(name) ~= "string" or (type(value) ~= "string" and type(value) ~= "number") then
      local wrong = ("%s = %s"):format(tostring(name), vim.inspect(value))
      error("The option terminal.env takes names with strings, and has " .. wrong, 0)
    end
    env[name] = tostring(value)
  end
  return env
end

--- The variables to set beside those that Neovim has.
---@param sidecar table<string, string>? those by which Claude Code finds this Neovim
---@return table<string, string>
function M.environment(sidecar)
  local env = vim.tbl_extend("force", sidecar or {}, own_variables())
  if sidecar then
    for _, name in ipairs({ "NO_PROXY", "no_proxy" }) do
      env[name] = without_proxy(env[name] or "")
    end
  end
  return env
end

---@class tandem.TerminalPlan
---@field words string[] the program and its arguments
---@field cwd string

--- What to run with these arguments. Throws words when it cannot be run.
---@param args string|string[]|nil
---@return tandem.TerminalPlan
function M.plan(args)
  local command = require("tandem.config").get().terminal.command
  local words = M.words(command)
  local program = words[1]
  if not program or program == "" then
    error("The option terminal.command is empty: it should be { \"claude\" }, or where Claude Code is", 0)
  end
  if program:sub(1, 2) == "~/" then
    program = vim.fs.joinpath(vim.uv.os_homedir(), program:sub(3))
  end
  local found = require("tandem.programs").find(program, own_variables().PATH)
  if not found then
    -- Short enough for one line of most screens: a longer one stops the user with a prompt.
    local where = program:find("/", 1, true) and "is no program that can be run" or "is not on the PATH"
    error(("%s %s: install it, or set terminal.command"):format(program, where), 0)
  end
  words[1] = found
  vim.list_extend(words, M.words(args))
  return { words = words, cwd = vim.fn.getcwd() }
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

--- Completes the arguments of the commands.
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
