--- The process beside the editor that serves the endpoint: start, end, and coming back after a crash. Nothing here waits
--- for it: what needs an answer gives a function to be called with it.
local environment = require("tandem.environment")
local events = require("tandem.events")
local notify = require("tandem.notify")
local requests = require("tandem.requests")
local traces = require("tandem.sidecar.traces")

local M = {}

--- Claude Code dials again at once and after 1, 2, 4 and 8 seconds, so it has to be back soon or not at all.
local restart_delays = { 0, 500, 2000, 4000 }
--- One that ran for this long has not crashed at its start.
local steady_ms = 60000

---@class tandem.Address
---@field port integer
---@field auth_token string

local state = {
  ---@type "stopped"|"starting"|"running"|"restarting"
  status = "stopped",
  channel = nil, ---@type integer?
  --- Where clients look for this editor: kept for as long as the editor lives, and handed over on the sidecar's input.
  address = nil, ---@type tandem.Address?
  --- What the sidecar told at its start.
  info = nil, ---@type { port: integer, lock_file: string, environment: table<string, string>, pid: integer, log_file: string }?
  --- What it told last: clients, queued mentions, pause.
  live = nil, ---@type table?
  --- Whether the user has paused sharing; undecided until the sidecar has told.
  paused = nil, ---@type boolean?
  started_at = 0,
  crashes = 0,
  stderr = "",
  --- Counts starts and ends, so that nobody listens to what a sidecar says after its own end, or plans for it.
  generation = 0,
  waiting = {}, ---@type fun(problem: string?)[]
  --- Why it is not running, in words.
  problem = nil, ---@type string?
}

local root = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h")

--- The one bundled file of the sidecar.
function M.program()
  return root .. "/sidecar/tandem.mjs"
end

--- The folder of the plugin.
function M.root()
  return root
end

---@return "stopped"|"starting"|"running"|"restarting"
function M.status()
  return state.status
end

--- What is known of the running endpoint, without its token.
function M.info()
  return state.info, state.live
end

function M.problem()
  return state.problem
end

--- The variables for a terminal in which Claude Code finds this Neovim; nil while nothing runs.
---@return table<string, string>?
function M.environment()
  return state.info and state.info.environment
end

local function settle(problem)
  local waiting = state.waiting
  state.waiting = {}
  for _, callback in ipairs(waiting) do
    callback(problem)
  end
end

local function drop_channel()
  state.channel, state.info, state.live = nil, nil, nil
  environment.export(nil)
end

local function give_up(problem)
  require("tandem.listen").stop()
  state.status, state.problem = "stopped", problem
  settle(problem)
  requests.fail(problem)
  notify.error(problem)
  events.emit("Failed", { message = problem })
end

--- It ended before it was ready. Until it is known why, it counts as starting, so that all who ask meanwhile are told.
local function explain_failed_start(code)
  local generation = state.generation
  require("tandem.node").explain(code, state.stderr, function(problem)
    if generation == state.generation then
      give_up(problem)
    end
  end)
end

local start

local function on_exit(generation, code)
  if generation ~= state.generation then
    return
  end
  state.generation = state.generation + 1
  traces.remove_lock(state.info)
  drop_channel()
  traces.let_go()
  if state.status == "starting" then
    explain_failed_start(code)
    return
  end
  events.emit("Stopped", { crashed = true })
  if vim.uv.now() - state.started_at > steady_ms then
    state.crashes = 0
  end
  state.crashes = state.crashes + 1
  local delay = restart_delays[state.crashes]
  if not delay then
    local words = require("tandem.node").last_words(state.stderr)
    give_up(("Tandem's sidecar ended %d times in a row and stays down. :TandemStart tries again.%s"):format(state.crashes, words))
    return
  end
  state.status = "restarting"
  requests.fail("Tandem's sidecar has crashed and is being restarted")
  local planned = state.generation
  vim.defer_fn(function()
    if planned == state.generation then
      start()
    end
  end, delay)
end

function start()
  local node, problem = require("tandem.node").find(M.program())
  if not node then
    give_up(problem)
    return
  end
  state.generation = state.generation + 1
  local generation = state.generation
  state.stderr, state.problem = "", nil
  if state.status ~= "restarting" then
    state.status = "starting"
  end
  local ok, words = pcall(require("tandem.programs").start, { node, M.program(), tostring(generation) })
  if not ok then
    give_up(words)
    return
  end
  local channel = vim.fn.jobstart(words, {
    rpc = true,
    -- Not in the folder: a version manager's node obeys files there.
    cwd = require("tandem.programs").directory(),
    env = { NODE_OPTIONS = "", NODE_PATH = "", PWD = require("tandem.programs").directory() },
    on_stderr = function(_, data)
      state.stderr = (state.stderr .. table.concat(data, "\n")):sub(-4000)
    end,
    on_exit = function(_, code)
      on_exit(generation, code)
    end,
  })
  if channel <= 0 then
    give_up(("Tandem's sidecar could not be started with %s."):format(node))
    return
  end
  state.channel, state.started_at = channel, vim.uv.now()
  vim.rpcnotify(channel, "start", require("tandem.sidecar.introduction").for_address(state.address, state.paused))
end

--- Starts it unless it runs already; the function is called when it serves, or with why it does not.
---@param callback fun(problem: string?)?
function M.start(callback)
  if state.status == "running" then
    if callback then
      callback(nil)
    end
    return
  end
  table.insert(state.waiting, callback)
  if state.status == "stopped" then
    state.crashes = 0
    vim.api.nvim_create_autocmd("VimLeavePre", {
      group = vim.api.nvim_create_augroup("tandem_end", {}),
      callback = M.stop,
    })
    require("tandem.listen").start()
    start()
  end
end

--- Ends it and waits for at most half a second, so that the lock file is gone when this returns.
function M.stop()
  require("tandem.listen").stop()
  local channel, info = state.channel, state.info
  if state.status == "stopped" then
    return
  end
  local was_running = state.status == "running"
  state.status = "stopped"
  drop_channel()
  state.generation = state.generation + 1
  traces.let_go()
  if channel then
    pcall(vim.rpcnotify, channel, "stop")
    if vim.fn.jobwait({ channel }, 500)[1] == -1 then
      -- It hangs. A polite word would be for a Neovim that stays to repeat it, and this one may be about to end.
      pcall(function()
        vim.uv.kill(vim.fn.jobpid(channel), "sigkill")
      end)
    end
    traces.remove_lock(info)
  end
  settle("Tandem was stopped")
  requests.fail("Tandem was stopped")
  if was_running then
    events.emit("Stopped", { crashed = false })
  end
end

--- Whether a sidecar is the one that runs; another may have said something that arrives after its end.
---@param generation integer? as it was told at its start
function M.is_current(generation)
  return state.channel ~= nil and generation == state.generation
end

--- The sidecar serves now.
function M.started(info)
  local came_back = state.status == "restarting"
  state.address = { port = info.port, auth_token = info.authToken }
  state.info = {
    port = info.port,
    lock_file = info.lockFile,
    environment = info.environment,
    pid = info.pid,
    log_file = info.logFile,
  }
  state.status = "running"
  environment.export(info.environment)
  require("tandem.listen").tell_all()
  settle(nil)
  events.emit("Started", { port = info.port, came_back = came_back })
end

--- The sidecar says that it cannot serve; it ends after that.
function M.failed(message)
  drop_channel()
  state.generation = state.generation + 1
  give_up("Tandem cannot serve: " .. message)
end

--- What the sidecar tells of its clients, whenever it changes.
function M.live_changed(live)
  local before = state.live
  state.live, state.paused = live, live.isPaused
  require("tandem.clients").changed(before and before.clients or {}, live.clients)
  events.emit("StatusChanged", live)
end

--- Tells the sidecar something. False when it is not running: then nobody needs to know.
---@param method string
---@param params any
function M.tell(method, params)
  if state.status ~= "running" or not state.channel then
    return false
  end
  return pcall(vim.rpcnotify, state.channel, method, params)
end

--- Asks the sidecar something, and starts it for that unless it runs.
---@param method string
---@param params any
---@param callback fun(problem: string?, result: any)
function M.request(method, params, callback)
  M.start(function(problem)
    if problem then
      callback(problem, nil)
      return
    end
    -- It may have gone this moment; its end is then told to everyone who waits.
    pcall(vim.rpcnotify, state.channel, "request", requests.add(callback), method, params)
  end)
end

return M
