--- What the sidecar needs to start, and why it did not, in words for people.
local M = {}

local function node()
  return require("tandem.config").get().node
end

--- What is missing; nil when a start is worth a try.
---@param program string
---@return string?
function M.problem(program)
  if vim.fn.executable(node()) == 0 then
    local words = "Tandem needs Node 20.19 or newer, and %s is not on the PATH. "
      .. "Install Node, or set the option node to its path."
    return words:format(node())
  end
  if not vim.uv.fs_stat(program) then
    local words = "Tandem's sidecar is not built: %s is missing. "
      .. "Run the build step of your plugin manager, or npm run package:neovim in Tandem's folder."
    return words:format(program)
  end
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
  local command = node()
  vim.system({ command, "--version" }, { text = true, timeout = 5000 }, function(result)
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
