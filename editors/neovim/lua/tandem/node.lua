--- What the sidecar needs to start, and why it did not, in words for people.
local M = {}

local function node()
  return require("tandem.config").get().node
end

--- The Node that runs it; or nil, and what is missing.
---@param program string
---@return string? node, string? problem
function M.find(program)
  local found = require("tandem.programs").find(node())
  if not found then
    local words = "Tandem needs Node 20.19 or newer, and %s is not on the PATH. "
      .. "Install Node, or set the option node to its path. One in an open folder does not count."
    return nil, words:format(node())
  end
  if not vim.uv.fs_stat(program) then
    local words = "Tandem's sidecar is not built: %s is missing. "
      .. "Run the build step of your plugin manager, or npm run package:neovim in Tandem's folder."
    return nil, words:format(program)
  end
  return found
end

--- What it wrote at its end.
---@param stderr string
function M.last_words(stderr)
  local words = vim.trim(stderr)
  return words == "" and "" or "\nIts last words:\n" .. words:sub(-1000)
end

--- Why it ended at its start. Node is only looked at now, because that takes its time.
---@param code integer
---@param stderr string
---@param callback fun(problem: string)
function M.explain(code, stderr, callback)
  local programs = require("tandem.programs")
  local command = programs.find(node()) or node()
  local options = vim.tbl_extend("force", programs.place(), { text = true, timeout = 5000 })
  vim.system({ command, "--version" }, options, function(result)
    local version = vim.trim(result.stdout or "")
    local major, minor = version:match("^v(%d+)%.(%d+)")
    major, minor = tonumber(major) or 0, tonumber(minor) or 0
    local problem
    if major < 20 or (major == 20 and minor < 19) then
      local words = "Tandem needs Node 20.19 or newer, and %s is %s. Update Node, or set the option node to a newer one."
      problem = words:format(command, version)
    else
      local words = "Tandem's sidecar ended at its start (exit code %d). :checkhealth tandem looks for the cause.%s"
      problem = words:format(code, M.last_words(stderr))
    end
    vim.schedule(function()
      callback(problem)
    end)
  end)
end

return M
