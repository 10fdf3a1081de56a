--- What the sidecar is told at its start: who this editor is, and what its user wants.
local config = require("tandem.config")

local M = {}

---@param address tandem.Address? where clients look for this editor, if it has served before
---@param paused boolean? whether sharing was paused when the last sidecar ended
function M.for_address(address, paused)
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
      withhold = options.withhold,
      workspaceRequests = options.workspace_requests,
      paused = paused,
      hasLanguageServers = options.diagnostics.language_servers,
      hasCode = options.code.enabled,
    },
  }
end

return M
