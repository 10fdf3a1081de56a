--- Finds Node for the sidecar, and explains why the sidecar did not start.
local M = {}

local function node()
  return require("tandem.config").get().node
end

--- True for the output of `node --version` of a version that can run the sidecar.
---@param version string
function M.is_supported(version)
  local major, minor = version:match("^v(%d+)%.(%d+)")
  major, minor = tonumber(major) or 0, tonumber(minor) or 0
  return major > 20 or (major == 20 and minor >= 19)
end

--- Returns the path of Node, or nil and a problem.
---@param program string
---@return string? node, string? problem
function M.find(program)
  local found = require("tandem.programs").find(node())
  if not found then
    local problem = "Tandem needs Node 20.19 or newer, but %s isn't on the PATH (workspace folders are ignored). "
      .. "Install Node, or set the option node to its path."
    return nil, problem:format(node())
  end
  if not vim.uv.fs_stat(program) then
    local problem = "Tandem's sidecar isn't built: %s is missing. "
      .. "Run the build step of your plugin manager, or npm run package:neovim in Tandem's repository."
    return nil, problem:format(program)
  end
  return found
end

--- Returns the end of the sidecar's error output, for a message.
---@param stderr string
function M.last_output(stderr)
  local output = vim.trim(stderr)
  return output == "" and "" or "\nIts last output:\n" .. output:sub(-1000)
end

--- Explains why the sidecar exited at startup. The version of Node is only checked now, because that takes time.
---@param code integer
---@param stderr string
---@param callback fun(problem: string)
function M.explain(code, stderr, callback)
  local programs = require("tandem.programs")
  local command = programs.find(node()) or node()
  vim.system({ command, "--version" }, programs.run_options(5000), function(result)
    local version = vim.trim(result.stdout or "")
    local problem
    if M.is_supported(version) then
      problem = "Tandem's sidecar exited at startup (exit code %d). Run :checkhealth tandem to find the cause.%s"
      problem = problem:format(code, M.last_output(stderr))
    else
      problem = "Tandem needs Node 20.19 or newer, but %s is %s. Update Node, or set the option node to a newer one."
      problem = problem:format(command, version)
    end
    vim.schedule(function()
      callback(problem)
    end)
  end)
end

return M
