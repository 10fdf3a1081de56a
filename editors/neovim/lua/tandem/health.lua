--- `:checkhealth tandem`. Every check has a timeout, so the report takes a few seconds at most.
local M = {}

--- Each check depends on those before it.
local checks = {
  { "Neovim", "tandem.health.programs", "neovim" },
  { "Node", "tandem.health.programs", "node" },
  { "Options", "tandem.health.programs", "options" },
  { "Sidecar", "tandem.health.endpoint", "sidecar" },
  { "Endpoint", "tandem.health.endpoint", "endpoint" },
  { "Clients", "tandem.health.endpoint", "clients" },
  { "Changes", "tandem.health.endpoint", "changes" },
  { "Terminal", "tandem.health.programs", "terminal" },
  { "Proxy", "tandem.health.environment", "proxy" },
  { "Environment", "tandem.health.environment", "environment" },
}

function M.check()
  for _, check in ipairs(checks) do
    local title, module, name = unpack(check)
    vim.health.start(title)
    local ok, problem = pcall(function()
      require(module)[name]()
    end)
    if not ok then
      vim.health.error("The check failed: " .. tostring(problem))
    end
  end
end

return M
