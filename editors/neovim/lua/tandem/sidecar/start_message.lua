--- The first message to the sidecar, with the options.
local config = require("tandem.config")

local M = {}

---@param address tandem.Address? of an earlier sidecar
---@param paused boolean? whether sharing was paused when that sidecar ended
function M.create(address, paused)
  local options = config.get()
  if paused == nil then
    paused = options.paused
  end
  return {
    pid = vim.fn.getpid(),
    version = tostring(vim.version()),
    folders = require("tandem.folders").current(),
    address = address,
    options = {
      logLevel = options.log_level,
      logBodies = options.log_bodies,
      logFile = vim.fs.joinpath(vim.fn.stdpath("log"), "tandem.log"),
      clients = options.clients,
      maxClients = options.max_clients,
      reject = options.refuse_with,
      portRange = options.port_range,
      hiddenFiles = options.hidden_files,
      workspaceRequests = options.workspace_requests,
      paused = paused,
      hasLanguageServers = options.diagnostics.language_servers,
      hasCode = options.code.enabled,
      hasChanges = options.changes.enabled,
    },
  }
end

return M
