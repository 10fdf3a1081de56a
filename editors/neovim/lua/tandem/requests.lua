--- What was asked of the sidecar and has no answer yet.
local M = {}

---@alias tandem.Answer fun(problem: string?, result: any)

local waiting = {} ---@type table<integer, tandem.Answer>
local last = 0

---@param callback tandem.Answer
---@return integer id goes with the request, and comes back with its answer
function M.add(callback)
  last = last + 1
  waiting[last] = callback
  return last
end

---@param params { id: integer, problem: string?, result: any }
function M.answered(params)
  local callback = waiting[params.id]
  waiting[params.id] = nil
  if callback then
    callback(params.problem, params.result)
  end
end

--- No answer will come.
---@param problem string
function M.fail(problem)
  local callbacks = waiting
  waiting = {}
  for _, callback in pairs(callbacks) do
    callback(problem, nil)
  end
end

return M
