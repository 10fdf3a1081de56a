--- The process beside the editor that serves the endpoint: start, end, and coming back after a crash. Nothing here waits
--- for it: what needs an answer gives a function to be called with it.
local config = require("tandem.config")
local events = require("tandem.events")
local notify = require("tandem.notify")

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
  started_at = 0,
  crashes = 0,
  stderr = "",
  --- Counts starts, so that the end of an older one is nobody's business.
  generation = 0,
  waiting = {}, ---@type fun(problem: string?)[]
  requests = {}, ---@type table<integer, fun(problem: string?, result: any)>
  next_request = 1,
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

local function fail_requests(problem)
  local requests = state.requests
  state.requests = {}
  for _, callback in pairs(requests) do
    callback(problem, nil)
  end
end

local set_by_us = {}

--- Every terminal and job of this Neovim gets the variables too, if the user wants that.
local function export(environment)
  for name, before in pairs(set_by_us) do
    vim.env[name] = before ~= vim.NIL and before or nil
  end
  set_by_us = {}
  if not environment or not config.get().export_environment then
    return
  end
  for name, value in pairs(environment) do
    set_by_us[name] = vim.env[name] == nil and vim.NIL or vim.env[name]
    vim.env[name] = value
  end
end

local function drop_channel()
  state.channel, state.info, state.live = nil, nil, nil
  export(nil)
end

--- The reviews and questions of a sidecar that is gone.
local function let_go()
  for _, name in ipairs({ "tandem.review", "tandem.question" }) do
    local loaded = package.loaded[name]
    if loaded then
      local ok, problem = pcall(loaded.sidecar_lost)
      if not ok then
        notify.error(problem)
      end
    end
  end
end

local function give_up(problem)
  state.status, state.problem = "stopped", problem
  settle(problem)
  fail_requests(problem)
  notify.error(problem)
  events.emit("Failed", { message = problem })
end

local function last_words()
  local words = vim.trim(state.stderr)
  return words == "" and "" or "\nIts last words:\n" .. words:sub(-1000)
end

--- It ended before it was ready: says why, and looks at Node only now, because that takes its time.
local function explain_failed_start(code)
  local node = config.get().node
  vim.system({ node, "--version" }, { text = true }, function(result)
    vim.schedule(function()
      local version = vim.trim(result.stdout or "")
      local major, minor = version:match("^v(%d+)%.(%d+)")
      major, minor = tonumber(major) or 0, tonumber(minor) or 0
      if major < 20 or (major == 20 and minor < 19) then
        give_up(("Tandem needs Node 20.19 or newer, and %s is %s. Update Node, or set the option node to a newer one."):format(node, version))
      else
        give_up(("Tandem's sidecar ended at its start (exit code %d). :checkhealth tandem looks for the cause.%s"):format(code, last_words()))
      end
    end)
  end)
end

local start

local function on_exit(generation, code)
  if generation ~= state.generation then
    return
  end
  local was = state.status
  drop_channel()
  if was == "stopped" then
    return
  end
  let_go()
  if was == "starting" then
    state.status = "stopped"
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
    give_up(("Tandem's sidecar ended %d times in a row and stays down. :TandemStart tries again.%s"):format(state.crashes, last_words()))
    return
  end
  state.status = "restarting"
  fail_requests("Tandem's sidecar has crashed and is being restarted")
  vim.defer_fn(function()
    if state.status == "restarting" then
      start()
    end
  end, delay)
end

--- What the sidecar is told at its start.
local function start_message()
  local options = config.get()
  return {
    pid = vim.fn.getpid(),
    version = tostring(vim.version()),
    folders = require("tandem.folders").current(),
    address = state.address,
    options = {
      logLevel = options.log_level,
      logBodies = options.log_bodies,
      logFile = vim.fs.joinpath(vim.fn.stdpath("log"), "tandem.log"),
      clients = options.clients,
      maxClients = options.max_clients,
      reject = options.refuse_with,
      portRange = options.port_range,
      withhold = options.withhold,
      paused = options.paused,
      hasLanguageServers = options.diagnostics.language_servers,
      hasCode = options.code.enabled,
    },
  }
end

function start()
  local node = config.get().node
  if vim.fn.executable(node) == 0 then
    give_up(("Tandem needs Node 20.19 or newer, and %s is not on the PATH. Install Node, or set the option node to its path."):format(node))
    return
  end
  if not vim.uv.fs_stat(M.program()) then
    give_up(("Tandem's sidecar is not built: %s is missing. Run the build step of your plugin manager, or npm run package:neovim in Tandem's folder."):format(M.program()))
    return
  end
  state.generation = state.generation + 1
  local generation = state.generation
  state.stderr, state.problem = "", nil
  state.status = state.status == "restarting" and "restarting" or "starting"
  local channel = vim.fn.jobstart({ node, M.program() }, {
    rpc = true,
    env = { NODE_OPTIONS = "" },
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
  vim.rpcnotify(channel, "start", start_message())
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
  local channel = state.channel
  if state.status == "stopped" then
    return
  end
  local was_running = state.status == "running"
  state.status = "stopped"
  drop_channel()
  state.generation = state.generation + 1
  let_go()
  if channel then
    pcall(vim.rpcnotify, channel, "stop")
    if vim.fn.jobwait({ channel }, 500)[1] == -1 then
      pcall(vim.fn.jobstop, channel)
    end
  end
  settle("Tandem was stopped")
  fail_requests("Tandem was stopped")
  if was_running then
    events.emit("Stopped", { crashed = false })
  end
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
  export(info.environment)
  require("tandem.listen").tell_all()
  settle(nil)
  events.emit("Started", { port = info.port, came_back = came_back })
end

--- The sidecar says that it cannot serve; it ends after that.
function M.failed(message)
  state.status = "stopped"
  drop_channel()
  state.generation = state.generation + 1
  give_up("Tandem cannot serve: " .. message)
end

--- What the sidecar tells of its clients, whenever it changes.
function M.live_changed(live)
  local before = state.live
  state.live = live
  local function names(clients)
    local result = {}
    for _, client in ipairs(clients) do
      result[client.id] = client
    end
    return result
  end
  local was, is = names(before and before.clients or {}), names(live.clients)
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
    local id = state.next_request
    state.next_request = id + 1
    state.requests[id] = callback
    -- It may have gone this moment; its end is then told to everyone who waits.
    pcall(vim.rpcnotify, state.channel, "request", id, method, params)
  end)
end

--- The answer to a request.
function M.answered(id, problem, result)
  local callback = state.requests[id]
  state.requests[id] = nil
  if callback then
    callback(problem, result)
  end
end

return M
