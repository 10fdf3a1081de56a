--- Runs Claude Code in an external terminal, by the user's command or function.
local M = {}

local function quoted(word)
  if word:find("^[%w_@%%+=:,./-]+$") then
    return word
  end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- Prefixes the command with `env NAME=value`. A command such as tmux passes it to a running server, where the environment
--- would be lost.
local function with_environment(command, env)
  if vim.fn.has("win32") == 1 then
    return command
  end
  local result = { "env" }
  for name, value in vim.spairs(env) do
    table.insert(result, ("%s=%s"):format(name, value))
  end
  return vim.list_extend(result, command)
end

local function ends_with(list, tail)
  return #list > #tail and vim.deep_equal(vim.list_slice(list, #list - #tail + 1), tail)
end

--- Inserts the command into the user's list: `{}` is replaced by its arguments, `%s` by one string quoted for a shell.
--- Without a placeholder, the command is expected at the end of the list, or else only the arguments are added.
---@param template string[]
---@param plan tandem.TerminalPlan
---@param env table<string, string>
---@return string[]
function M.fill(template, plan, env)
  local command = with_environment(plan.command, env)
  local line = table.concat(vim.tbl_map(quoted, command), " ")
  local result, is_filled = {}, false
  for _, item in ipairs(template) do
    if type(item) ~= "string" then
      error("The option terminal.external must be a list of strings, but contains " .. vim.inspect(item), 0)
    end
    if item == "{}" then
      vim.list_extend(result, command)
      is_filled = true
    elseif item:find("%s", 1, true) then
      table.insert(result, (item:gsub("%%s", function()
        return line
      end)))
      is_filled = true
    else
      table.insert(result, item)
    end
  end
  if is_filled then
    return result
  end
  local set = require("tandem.terminal.command").arguments(require("tandem.config").get().terminal.command)
  if ends_with(template, set) then
    return vim.list_extend(vim.list_slice(template, 1, #template - #set), command)
  end
  return vim.list_extend(result, vim.list_slice(plan.command, #set + 1))
end

--- Starts the terminal. Raises a message for the user on failure.
---@param plan tandem.TerminalPlan
---@param env table<string, string>
---@param ended fun(code: integer, output: string)
---@return integer? job
function M.start(plan, env, ended)
  local external = require("tandem.config").get().terminal.external
  local command = external
  if type(external) == "function" then
    local ok, result = pcall(external, vim.deepcopy(plan.command), vim.deepcopy(env), plan.cwd)
    if not ok then
      error("Your function in terminal.external failed: " .. tostring(result), 0)
    end
    if type(result) ~= "table" then
      return nil
    end
    command = result
  elseif type(external) == "table" then
    command = M.fill(external, plan, env)
  end
  if type(command) ~= "table" or type(command[1]) ~= "string" then
    error('terminal.provider is "external", but terminal.external has no command. See :help tandem-terminal', 0)
  end
  local program = require("tandem.programs").find(command[1])
  if not program then
    error(("Couldn't start Claude Code: %s (terminal.external) isn't on the PATH"):format(command[1]), 0)
  end
  local output = ""
  local job = vim.fn.jobstart(vim.list_extend({ program }, vim.list_slice(command, 2)), {
    cwd = plan.cwd,
    env = next(env) and env or nil,
    -- Don't close the terminal when Neovim exits.
    detach = true,
    on_stderr = function(_, data)
      output = (output .. table.concat(data, "\n")):sub(-1000)
    end,
    on_exit = function(_, code)
      ended(code, vim.trim(output))
    end,
  })
  if job <= 0 then
    error(("Couldn't start Claude Code: %s couldn't be run"):format(command[1]), 0)
  end
  return job
end

return M
