--- Emits events when clients connect and disconnect.
local M = {}

--- Returns the clients that are not among the others.
local function missing(clients, others)
  local ids = vim.tbl_map(function(other)
    return other.id
  end, others)
  return vim.tbl_filter(function(client)
    return not vim.tbl_contains(ids, client.id)
  end, clients)
end

---@param before table[]
---@param now table[]
function M.changed(before, now)
  local events = require("tandem.events")
  for _, client in ipairs(missing(now, before)) do
    events.emit("Connected", client)
  end
  for _, client in ipairs(missing(before, now)) do
    events.emit("Disconnected", client)
  end
end

return M
