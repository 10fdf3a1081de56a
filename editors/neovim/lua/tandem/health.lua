--- `:checkhealth tandem`: each part that must be there, and for each that is not, what to do. Nothing here takes longer
--- than a few seconds, whatever hangs.
local M = {}

--- The parts, in the order in which one needs the other.
local parts = {
  { "Neovim", "tandem.health.programs", "neovim" },
  { "Node", "tandem.health.programs", "node" },
  { "Options", "tandem.health.programs", "options" },
  { "Sidecar", "tandem.health.endpoint", "sidecar" },
  { "Endpoint", "tandem.health.endpoint", "endpoint" },
  { "Clients", "tandem.health.endpoint", "clients" },
  { "Terminal", "tandem.health.programs", "terminal" },
  { "Proxy", "tandem.health.surroundings", "proxy" },
  { "Environment", "tandem.health.surroundings", "environment" },
}

function M.check()
  for _, part in ipairs(parts) do
    local title, module, name = unpack(part)
    vim.health.start(title)
    -- A part that cannot be looked at must not hide the others.
    local ok, problem = pcall(function()
      require(module)[name]()
    end)
    if not ok then
      vim.health.error("This could not be looked at: " .. tostring(problem))
    end
  end
end

return M
