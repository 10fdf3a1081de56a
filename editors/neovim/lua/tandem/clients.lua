--- Who has come and who has gone, as events for the user's scripts.
local M = {}

local function by_id(clients)
  local result = {}
  for _, client in ipairs(clients) do
    result[client.id] = client
  end
  return result
end

---@param before table[]
---@param now table[]
function M.changed(before, now)
  local events = require("tandem.events")
  local was, is = by_id(before), by_id(now)
  for id, client in pairs(is) do
    if not was[id] then
      events.emit("Connected", client)
    end
  end
  for id, client in pairs(was) do
    if not is[id] then
      events.emit("Disconnected", client)
    end
  end
end

return M
