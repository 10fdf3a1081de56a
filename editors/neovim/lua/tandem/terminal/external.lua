--- Claude Code in a terminal that is not Neovim's: a command of the user's, or a function.
local M = {}

local function quoted(word)
  if word:find("^[%w_@%%+=:,./-]+$") then
    return word
  end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- The command with its variables in front of it: what hands it on to a program that runs already, as tmux does, would
--- lose the environment.
local function with_environment(words, env)
  if vim.fn.has("win32") == 1 then
    return words
  end
  local result = { "env" }
  for name, value in vim.spairs(env) do
    table.insert(result, ("%s=%s"):format(name, value))
  end
  return vim.list_extend(result, words)
end

local function ends_with(list, tail)
  return #list > #tail and vim.deep_equal(vim.list_slice(list, #list - #tail + 1), tail)
end

--- Puts the command into the user's list: `{}` becomes its words, each an item; `%s` becomes one, quoted for a shell.
--- A list that ends with the command as it is set has it in its place; any other gets the arguments at its end.
---@param template string[]
---@param plan tandem.TerminalPlan
---@param env table<string, string>
---@return string[]
function M.fill(template, plan, env)
  local words = with_environment(plan.words, env)
  local line = table.concat(vim.tbl_map(quoted, words), " ")
  local result, is_filled = {}, false
  for _, item in ipairs(template) do
    if type(item) ~= "string" then
      error("The option terminal.external takes a list of strings, and has " .. vim.inspect(item), 0)
    end
    if item == "{}" then
      vim.list_extend(result, words)
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
  local set = require("tandem.terminal.command").words(require("tandem.config").get().terminal.command)
  if ends_with(template, set) then
    return vim.list_extend(vim.list_slice(template, 1, #template - #set), words)
  end
  return vim.list_extend(result, vim.list_slice(plan.words, #set + 1))
end

--- Starts it. Throws words when that is not possible.
---@param plan tandem.TerminalPlan
---@param env table<string, string>
---@param ended fun(code: integer, words: string)
---@return integer? job
function M.start(plan, env, ended)
  local external = require("tandem.config").get().terminal.external
  local command = external
  if type(external) == "function" then
    local ok, result = pcall(external, vim.deepcopy(plan.words), vim.deepcopy(env), plan.cwd)
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
    error('terminal.provider is "external", and terminal.external has no command: see :help tandem-terminal', 0)
  end
  local program = require("tandem.programs").find(command[1])
  if not program then
    error(("Claude Code was not started: %s of terminal.external is not on the PATH"):format(command[1]), 0)
  end
  local said = ""
  local job = vim.fn.jobstart(vim.list_extend({ program }, vim.list_slice(command, 2)), {
    cwd = plan.cwd,
    env = next(env) and env or nil,
    -- The user's terminal is their own: it does not end with Neovim.
    detach = true,
    on_stderr = function(_, data)
      said = (said .. table.concat(data, "\n")):sub(-1000)
    end,
    on_exit = function(_, code)
      ended(code, vim.trim(said))
    end,
  })
  if job <= 0 then
    error(("Claude Code was not started: %s could not be run"):format(command[1]), 0)
  end
  return job
end

return M
