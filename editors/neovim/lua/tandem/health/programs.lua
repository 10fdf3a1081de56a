--- What has to be installed: Neovim itself, Node, Claude Code; and the options.
local M = {}

local health = vim.health

--- Runs a program for its version. Answers its first line, or nil and why not.
---@param command string[]
---@param env table<string, string>?
---@return string? line, string? problem
local function version_of(command, env)
  local patience_ms = 4000
  local place = require("tandem.programs").place()
  local options = { text = true, cwd = place.cwd, env = vim.tbl_extend("force", place.env, env or {}), stdin = false }
  local ok, result = pcall(function()
    return vim.system(command, options):wait(patience_ms)
  end)
  if not ok then
    return nil, "it could not be started"
  end
  if result.code == 124 then
    return nil, ("it did not answer within %d seconds"):format(patience_ms / 1000)
  end
  if result.code ~= 0 then
    return nil, ("it ended with exit code %d: %s"):format(result.code, vim.trim(result.stderr or ""):sub(1, 200))
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
  local advice = { "Install Node 20.19 or newer (https://nodejs.org)", "Or set the option `node` to the path of one" }
  local path = require("tandem.programs").find(node)
  if not path then
    health.error(("%s is not on Neovim's PATH, where open folders do not count"):format(node), advice)
    return
  end
  local version, problem = version_of({ path, "--version" })
  if not version then
    health.error(("%s gives no version: %s"):format(path, problem), advice)
    return
  end
  local major, minor = version:match("^v(%d+)%.(%d+)")
  major, minor = tonumber(major) or 0, tonumber(minor) or 0
  if major > 20 or (major == 20 and minor >= 19) then
    health.ok(("Node %s: %s"):format(version, path))
  else
    health.error(("Node %s is too old: %s"):format(version, path), advice)
  end
end

function M.options()
  local config = require("tandem.config")
  if not config.problems then
    health.info("setup() says what is wrong with its options; :messages shows it again")
    return
  end
  local problems = config.problems()
  if #problems == 0 then
    health.ok("Nothing is wrong with what setup() was given")
  end
  for _, problem in ipairs(problems) do
    health.warn(problem .. " (its default is used)", { "Correct it where setup() is called; see :help tandem-options" })
  end
end

--- A command of the user's for a terminal that is not Neovim's.
local function external(given)
  if type(given) == "function" then
    health.ok("terminal.external is a function of yours")
  elseif type(given) ~= "table" or type(given[1]) ~= "string" then
    health.error("terminal.provider is \"external\", and terminal.external has no command", {
      'Set it, for example to { "tmux", "split-window", "-h", "{}" }; see :help tandem-terminal',
    })
  elseif not require("tandem.programs").find(given[1]) then
    health.error(("%s of terminal.external is not on the PATH"):format(given[1]), {
      "Install it, or set terminal.external to another command",
    })
  else
    health.ok("terminal.external starts " .. require("tandem.programs").find(given[1]))
  end
end

function M.terminal()
  local options = require("tandem.config").get().terminal
  if options.provider == "none" then
    health.info('terminal.provider is "none": you start claude yourself, and type /ide in it')
    return
  end
  if options.provider == "external" then
    external(options.external)
  end
  local ok, plan = pcall(require("tandem.terminal.command").plan)
  if not ok then
    health.error(tostring(plan), { "Install Claude Code", "Or set the option terminal.command to where it is" })
    return
  end
  local program = plan.words[1]
  -- Nothing of this asks the network.
  local quiet = { DISABLE_AUTOUPDATER = "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC = "1" }
  local version, problem = version_of({ program, "--version" }, quiet)
  if version then
    local words = "Claude Code %s: %s, shown by the provider %q"
    health.ok(words:format(version, program, options.provider))
  else
    health.warn(("%s --version gives nothing: %s"):format(program, problem), {
      "Run it in a terminal to see what is wrong",
    })
  end
end

return M
