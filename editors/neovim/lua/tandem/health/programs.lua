--- Health checks of Neovim, Node, Claude Code and the options.
local M = {}

local health = vim.health

--- Runs a command that prints a version. Returns its first line, or nil and a problem.
---@param env table<string, string>?
---@return string? line, string? problem
local function version_of(command, env)
  local timeout_ms = 4000
  local options = require("tandem.programs").run_options()
  options.env = vim.tbl_extend("force", options.env, env or {})
  local ok, result = pcall(function()
    return vim.system(command, options):wait(timeout_ms)
  end)
  if not ok then
    return nil, "it couldn't be started"
  end
  if result.code == 124 then
    return nil, ("no response within %d seconds"):format(timeout_ms / 1000)
  end
  if result.code ~= 0 then
    return nil, ("exit code %d: %s"):format(result.code, vim.trim(result.stderr or ""):sub(1, 200))
  end
  return vim.split(vim.trim(result.stdout or ""), "\n")[1]
end

function M.neovim()
  local version = tostring(vim.version())
  if vim.fn.has("nvim-0.10") == 1 then
    health.ok("Neovim " .. version)
  else
    health.error(("Neovim %s is too old"):format(version), { "Install Neovim 0.10 or newer" })
  end
end

function M.node()
  local node = require("tandem.config").get().node
  local advice = { "Install Node 20.19 or newer (https://nodejs.org)", "Or set the option `node` to its path" }
  local path = require("tandem.programs").find(node)
  if not path then
    health.error(("Can't find %s on Neovim's PATH (workspace folders are ignored)"):format(node), advice)
    return
  end
  local version, problem = version_of({ path, "--version" })
  if not version then
    health.error(("Can't get the version of %s: %s"):format(path, problem), advice)
    return
  end
  if require("tandem.node").is_supported(version) then
    health.ok(("Node %s: %s"):format(version, path))
  else
    health.error(("Node %s is too old: %s"):format(version, path), advice)
  end
end

function M.options()
  local problems = require("tandem.config").problems()
  if #problems == 0 then
    health.ok("The options are valid")
  end
  for _, problem in ipairs(problems) do
    health.warn(problem .. " (using the default)", { "Fix your setup() call; see :help tandem-options" })
  end
end

--- The command for an external terminal.
local function external(given)
  if type(given) == "function" then
    health.ok("terminal.external is a function")
  elseif type(given) ~= "table" or type(given[1]) ~= "string" then
    health.error('terminal.provider is "external", but terminal.external has no command', {
      'Set it, for example to { "tmux", "split-window", "-h", "{}" }; see :help tandem-terminal',
    })
  elseif not require("tandem.programs").find(given[1]) then
    health.error(("Can't find %s (terminal.external) on the PATH"):format(given[1]), {
      "Install it, or set terminal.external to another command",
    })
  else
    health.ok("terminal.external runs " .. require("tandem.programs").find(given[1]))
  end
end

function M.terminal()
  local options = require("tandem.config").get().terminal
  if options.provider == "none" then
    health.info('terminal.provider is "none": start claude yourself and type /ide')
    return
  end
  if options.provider == "external" then
    external(options.external)
  end
  local missing = require("tandem.terminal.plugins").why_not(options.provider)
  if missing then
    health.error(missing, { "Install it, or set terminal.provider to \"split\"" })
  end
  local ok, plan = pcall(require("tandem.terminal.command").plan)
  if not ok then
    health.error(tostring(plan), { "Install Claude Code", "Or set the option terminal.command to its path" })
    return
  end
  local program = plan.command[1]
  local offline = { DISABLE_AUTOUPDATER = "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC = "1" }
  local version, problem = version_of({ program, "--version" }, offline)
  if version then
    health.ok(("Claude Code %s: %s, terminal provider %q"):format(version, program, options.provider))
  else
    health.warn(("%s --version failed: %s"):format(program, problem), { "Run it in a terminal to see the error" })
  end
end

return M
