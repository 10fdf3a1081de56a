--- The methods that the sidecar can call. Each returns at once. A user's decision is sent later, as an event.
local M = {}

--- Loads the module on the first call.
local function lazy(module, name)
  return function(params)
    return require(module)[name](params)
  end
end

local methods = {
  started = lazy("tandem.sidecar", "started"),
  failed = lazy("tandem.sidecar", "failed"),
  status = lazy("tandem.sidecar", "live_changed"),
  answered = lazy("tandem.requests", "answered"),
  notify = function(params)
    require("tandem.notify")[params.level](params.message)
  end,

  current_selection = lazy("tandem.selection", "current"),
  open_editors = lazy("tandem.files", "open_editors"),
  document_state = lazy("tandem.files", "document_state"),
  open_file = lazy("tandem.opening", "open"),
  select = lazy("tandem.opening", "select"),
  save_document = lazy("tandem.files", "save"),
  close_tab = lazy("tandem.files", "close_tab"),
  reload = lazy("tandem.files", "reload"),
  diagnostics = lazy("tandem.diagnostics", "get"),

  changes_changed = lazy("tandem.changes", "changed"),
  change_marks = lazy("tandem.changes.signs", "update"),

  open_review = function(proposal)
    require("tandem.review").open(proposal, function(decision)
      decision.id = proposal.id
      require("tandem.sidecar").send("decided", decision)
    end)
  end,
  close_review = function(params)
    require("tandem.review").close(params.id, params.reason)
  end,

  review_outdated = lazy("tandem.review", "outdated"),
  review_rejected = lazy("tandem.review.closing", "rejected"),
  feedback = lazy("tandem.review.feedback", "deliver"),
  review_ended = lazy("tandem.review.decisions", "ended"),

  ask_code = function(question)
    require("tandem.question").ask(question, function(answer)
      require("tandem.sidecar").send("code_answer", { id = question.id, answer = answer })
    end)
  end,
  withdraw_code = function(params)
    require("tandem.question").withdraw(params.id)
  end,
}

local function now()
  local seconds, microseconds = vim.uv.gettimeofday()
  return seconds * 1000 + microseconds / 1000
end

--- Replaces `vim.NIL` with nil.
local function without_nil(value)
  if type(value) ~= "table" then
    return value
  end
  for key, item in pairs(value) do
    if item == vim.NIL then
      value[key] = nil
    else
      without_nil(item)
    end
  end
  return value
end

--- Returns `{ value = … }`, or `{ problem = … }` with a message for the user. Errors raised with level 0 are such messages.
---@param method string
---@param params any
---@param generation integer of the calling sidecar: messages from one that was stopped can still arrive
---@param expires integer? in milliseconds since 1970; after that the caller has given up, so the call must have no effect
function M.call(method, params, generation, expires)
  if not require("tandem.sidecar").is_current(generation) then
    return { problem = "This sidecar was stopped" }
  end
  if expires and now() > expires then
    return { problem = "Neovim was busy for too long" }
  end
  local run = methods[method]
  if not run then
    return { problem = ("Unknown method %s: the plugin and the sidecar have different versions"):format(method) }
  end
  local ok, value = xpcall(run, function(thrown)
    if type(thrown) == "string" and not thrown:find("^%S+:%d+: ") and not thrown:find("^Vim") then
      return { problem = thrown }
    end
    local problem = tostring(thrown):gsub("^Vim:?%b():?", ""):gsub("^Vim:", "")
    return { problem = problem, trace = debug.traceback(tostring(thrown), 2) }
  end, without_nil(params))
  return ok and { value = value } or value
end

return M
