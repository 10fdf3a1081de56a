--- Adds the permission mode in which Claude Code asks before it edits. In other modes, including the default of current
--- releases, edits are not reviewed. The name of the mode depends on the release, so it is read from `claude --help`.
local M = {}

local timeout_ms = 5000
local mode_flags = { "--permission-mode", "--dangerously-skip-permissions" }

--- Arguments for the mode, by program.
local known = {} ---@type table<string, string[]>

local function has_mode(command)
  for _, word in ipairs(command) do
    for _, flag in ipairs(mode_flags) do
      if word == flag or vim.startswith(word, flag .. "=") then
        return true
      end
    end
  end
  return false
end

--- Returns the arguments for the mode, from the output of `--help`. Empty if it does not list the modes.
---@param help string
---@return string[]
function M.read(help)
  local choices = help:match("%-%-permission%-mode(.-)\n%s+%-") or help:match("%-%-permission%-mode(.*)") or ""
  for _, mode in ipairs({ "manual", "default" }) do
    if choices:find('"' .. mode .. '"', 1, true) then
      return { "--permission-mode", mode }
    end
  end
  return {}
end

--- Passes the command with the mode to the callback. The command is not changed if it already has a mode, if the option is
--- off, or if the program is not called `claude`.
---@param command string[]
---@param callback fun(command: string[])
function M.add(command, callback)
  local program = command[1]
  local is_wanted = require("tandem.config").get().terminal.ask_before_edits
  if not is_wanted or has_mode(command) or vim.fs.basename(program) ~= "claude" then
    callback(command)
    return
  end
  local function continue(mode)
    callback(vim.list_extend(vim.deepcopy(command), mode))
  end
  if known[program] then
    continue(known[program])
    return
  end
  local options = require("tandem.programs").run_options(timeout_ms)
  local ok = pcall(vim.system, { program, "--help" }, options, function(result)
    vim.schedule(function()
      -- After a failure, the help is read again next time.
      known[program] = result.code == 0 and M.read(result.stdout or "") or nil
      continue(known[program] or {})
    end)
  end)
  if not ok then
    callback(command)
  end
end

return M
