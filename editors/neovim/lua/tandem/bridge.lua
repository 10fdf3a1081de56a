--- What the sidecar may call, by name. Each answers at once; what takes a person's time is told later.
local M = {}

--- Files of the plugin are loaded when they are needed first.
local function of(module, name)
  return function(params)
    return require(module)[name](params)
  end
end

local methods = {
  started = of("tandem.sidecar", "started"),
  failed = of("tandem.sidecar", "failed"),
  status = of("tandem.sidecar", "live_changed"),
  answered = of("tandem.requests", "answered"),
  notify = function(params)
    require("tandem.notify")[params.level](params.message)
  end,

  current_selection = of("tandem.selection", "current"),
  open_editors = of("tandem.files", "open_editors"),
  document_state = of("tandem.files", "document_state"),
  open_file = of("tandem.opening", "open"),
  select = of("tandem.opening", "select"),
  save_document = of("tandem.files", "save"),
  close_tab = of("tandem.files", "close_tab"),
  reload = of("tandem.files", "reload"),
  diagnostics = of("tandem.diagnostics", "get"),

  open_review = function(proposal)
    require("tandem.review").open(proposal, function(decision)
      decision.id = proposal.id
      require("tandem.sidecar").tell("decided", decision)
    end)
  end,
  close_review = function(params)
    require("tandem.review").close(params.id, params.reason)
  end,

  ask_code = function(question)
    require("tandem.question").ask(question, function(answer)
      require("tandem.sidecar").tell("code_answer", { id = question.id, answer = answer })
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

--- What is undefined for the sidecar is nil here.
local function without_nothing(value)
  if type(value) ~= "table" then
    return value
  end
  for key, item in pairs(value) do
    if item == vim.NIL then
      value[key] = nil
    else
      without_nothing(item)
    end
  end
  return value
end

--- Answers `{ value = … }`, or `{ problem = … }` with words for people. Errors thrown with level 0 are such words.
---@param method string
---@param params any
---@param generation integer which sidecar calls: one that was stopped may have had something to say before its end
---@param expires integer? in milliseconds since 1970: after that nobody waits for it, so it must not happen any more
function M.call(method, params, generation, expires)
  if not require("tandem.sidecar").is_current(generation) then
    return { problem = "This sidecar was stopped" }
  end
  if expires and now() > expires then
    return { problem = "Neovim was busy for too long" }
  end
  local run = methods[method]
  if not run then
    return { problem = "This Neovim plugin does not know " .. method .. ": plugin and sidecar are of different versions" }
  end
  local ok, value = xpcall(run, function(thrown)
    if type(thrown) == "string" and not thrown:find("^%S+:%d+: ") and not thrown:find("^Vim") then
      return { words = thrown }
    end
    return { words = tostring(thrown):gsub("^Vim:?%b():?", ""):gsub("^Vim:", ""), trace = debug.traceback(tostring(thrown), 2) }
  end, without_nothing(params))
  if ok then
    return { value = value }
  end
  return { problem = value.words, trace = value.trace }
end

return M
