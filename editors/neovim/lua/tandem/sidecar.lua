--- Starts and stops the sidecar, the process that serves the endpoint, and restarts it after a crash. Nothing here blocks:
--- results are passed to callbacks.
local environment = require("tandem.environment")
local events = require("tandem.events")
local notify = require("tandem.notify")
local requests = require("tandem.requests")

local M = {}

--- Claude Code reconnects immediately and after 1, 2, 4 and 8 seconds.
local restart_delays = { 0, 500, 2000, 4000 }
--- After running this long, the crash count starts again.
local stable_ms = 60000

---@class tandem.Address
---@field port integer
---@field auth_token string

local state = {
  ---@type "stopped"|"starting"|"running"|"restarting"
  status = "stopped",
  channel = nil, ---@type integer?
  --- Kept until Neovim exits, so that clients can reconnect after a restart of the sidecar.
  address = nil, ---@type tandem.Address?
  --- From the sidecar's `started` message.
  info = nil, ---@type { port: integer, lock_file: string, environment: table<string, string>, pid: integer, log_file: string }?
  --- The last status: clients, queued mentions, pause.
  live = nil, ---@type table?
  --- Whether the user has paused sharing; nil before the first status.
  paused = nil, ---@type boolean?
  started_at = 0,
  crashes = 0,
  stderr = "",
  --- Counts starts and stops, to ignore messages and timers of an earlier sidecar.
  generation = 0,
  waiting = {}, ---@type fun(problem: string?)[]
  --- Why it is not running, for the user.
  problem = nil, ---@type string?
}

local root = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h")

--- Returns the path of the bundled sidecar.
function M.program()
  return root .. "/sidecar/tandem.mjs"
end

---@return "stopped"|"starting"|"running"|"restarting"
function M.status()
  return state.status
end

--- Returns information about the running endpoint, without its token, and its last status.
function M.info()
  return state.info, state.live
end

function M.problem()
  return state.problem
end

--- Returns the environment variables by which Claude Code finds this Neovim; nil if the sidecar is not running.
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

--- A killed process leaves its lock file, which clients would trust because Neovim is still running.
local function remove_lock(info)
  if info then
    vim.uv.fs_unlink(info.lock_file)
  end
end

--- Closes the reviews and questions of a sidecar that has stopped.
local function close_views()
  for _, name in ipairs({ "tandem.review", "tandem.question", "tandem.changes" }) do
    local loaded = package.loaded[name]
    local ok, problem = pcall(loaded and loaded.sidecar_lost or function() end)
    if not ok then
      notify.error(problem)
    end
  end
end

local function give_up(problem)
  require("tandem.listen").stop()
  state.status, state.problem = "stopped", problem
  settle(problem)
  requests.fail(problem)
  notify.error(problem)
  events.emit("Failed", { message = problem })
end

--- The state stays "starting" until the problem is known, so that further callers get it too.
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
  remove_lock(state.info)
  drop_channel()
  close_views()
  if state.status == "starting" then
    explain_failed_start(code)
    return
  end
  events.emit("Stopped", { crashed = true })
  if vim.uv.now() - state.started_at > stable_ms then
    state.crashes = 0
  end
  state.crashes = state.crashes + 1
  local delay = restart_delays[state.crashes]
  if not delay then
    local output = require("tandem.node").last_output(state.stderr)
    give_up(("Tandem's sidecar crashed %d times in a row. :TandemStart tries again.%s"):format(state.crashes, output))
    return
  end
  state.status = "restarting"
  requests.fail("Tandem's sidecar has crashed and is restarting")
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
  local ok, command = pcall(require("tandem.programs").start, { node, M.program(), tostring(generation) })
  if not ok then
    give_up(command)
    return
  end
  local channel = vim.fn.jobstart(command, {
    rpc = true,
    -- Doesn't run in the workspace, where a version manager could read its configuration.
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
    give_up(("Couldn't start Tandem's sidecar with %s."):format(node))
    return
  end
  state.channel, state.started_at = channel, vim.uv.now()
  vim.rpcnotify(channel, "start", require("tandem.sidecar.start_message").create(state.address, state.paused))
end

--- Starts the sidecar if it is not running. The callback gets nil when it is, or a problem.
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

--- Stops the sidecar and waits at most half a second. The lock file is gone when this returns.
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
  close_views()
  if channel then
    pcall(vim.rpcnotify, channel, "stop")
    if vim.fn.jobwait({ channel }, 500)[1] == -1 then
      -- It hangs. jobstop() would send SIGTERM first, but Neovim may be about to exit.
      pcall(function()
        vim.uv.kill(vim.fn.jobpid(channel), "sigkill")
      end)
    end
    remove_lock(info)
  end
  settle("Tandem was stopped")
  requests.fail("Tandem was stopped")
  if was_running then
    events.emit("Stopped", { crashed = false })
  end
end

--- True for the generation of the running sidecar. Messages of an earlier one can still arrive.
---@param generation integer?
function M.is_current(generation)
  return state.channel ~= nil and generation == state.generation
end

--- Handles the sidecar's `started` message.
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
  require("tandem.listen").send_all()
  settle(nil)
  events.emit("Started", { port = info.port, came_back = came_back })
end

--- Handles the sidecar's `failed` message. It exits afterwards.
function M.failed(message)
  drop_channel()
  state.generation = state.generation + 1
  give_up("Tandem couldn't start: " .. message)
end

--- Handles the sidecar's `status` message.
function M.live_changed(live)
  local before = state.live
  state.live, state.paused = live, live.isPaused
  require("tandem.clients").changed(before and before.clients or {}, live.clients)
  events.emit("StatusChanged", live)
end

--- Sends an event to the sidecar, if it is running.
---@param method string
---@param params any
function M.send(method, params)
  if state.status ~= "running" or not state.channel then
    return
  end
  pcall(vim.rpcnotify, state.channel, method, params)
end

--- Sends a request to the sidecar, and starts it if necessary.
---@param method string
---@param params any
---@param callback fun(problem: string?, result: any)
function M.request(method, params, callback)
  M.start(function(problem)
    if problem then
      callback(problem, nil)
      return
    end
    -- If the sidecar has just exited, on_exit fails the request.
    pcall(vim.rpcnotify, state.channel, "request", requests.add(callback), method, params)
  end)
end

return M
