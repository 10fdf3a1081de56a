--- Pending requests to the sidecar.
local M = {}

---@alias tandem.ResponseCallback fun(problem: string?, result: any)

local pending = {} ---@type table<integer, tandem.ResponseCallback>
local last = 0

---@param callback tandem.ResponseCallback
---@return integer id for the request and its response
function M.add(callback)
  last = last + 1
  pending[last] = callback
  return last
end

---@param params { id: integer, problem: string?, result: any }
function M.answered(params)
  local callback = pending[params.id]
  pending[params.id] = nil
  if callback then
    callback(params.problem, params.result)
  end
end

--- Fails all pending requests.
---@param problem string
function M.fail(problem)
  local callbacks = pending
  pending = {}
  for _, callback in pairs(callbacks) do
    callback(problem, nil)
  end
end

return M
