--- Health checks of the sidecar, its port, its lock file and its clients.
local is_inside = require("tandem.folders").is_inside
local sidecar = require("tandem.sidecar")

local M = {}

local health = vim.health

local function short(path)
  return vim.fn.fnamemodify(path, ":~")
end

--- Returns the memory of a process in megabytes, if it can be determined.
---@return number?
local function memory_of(pid)
  local file = io.open(("/proc/%d/status"):format(pid))
  if file then
    local kilobytes = file:read("*a"):match("VmRSS:%s+(%d+)")
    file:close()
    return kilobytes and tonumber(kilobytes) / 1024
  end
  local ok, result = pcall(function()
    local options = { text = true, env = { PATH = "/usr/bin:/bin" } }
    return vim.system({ "ps", "-o", "rss=", "-p", tostring(pid) }, options):wait(2000)
  end)
  local kilobytes = ok and tonumber(vim.trim(result.stdout or ""))
  return kilobytes and kilobytes / 1024
end

function M.sidecar()
  local program = sidecar.program()
  local stat = vim.uv.fs_stat(program)
  if not stat then
    health.error("The sidecar isn't built: missing " .. short(program), {
      "Run the build step of your plugin manager",
      "Or run `npm run package:neovim` in Tandem's repository",
    })
  else
    health.ok(("Sidecar: %s (%d KB)"):format(short(program), stat.size / 1024))
  end
  local status, info = sidecar.status(), sidecar.info()
  if status == "running" then
    local memory = memory_of(info.pid)
    local usage = memory and (", using %.0f MB of memory"):format(memory) or ""
    health.ok(("Running as process %d%s"):format(info.pid, usage))
    health.info("Log: " .. short(info.log_file))
  elseif status == "stopped" then
    local problem = sidecar.problem()
    if problem then
      health.error("The sidecar isn't running: " .. problem, { "Fix the cause, then run :TandemStart" })
    else
      health.warn("The sidecar isn't running", {
        "Run :TandemStart",
        'Or set the option start = "startup" to start it with Neovim',
      })
    end
  else
    health.warn("The sidecar is " .. status, { "Check again in a moment, or open the log with :TandemLog" })
  end
end

--- Sends an HTTP request without a token: any response will do.
---@return boolean
local function answers(port)
  local answer = ""
  local socket = assert(vim.uv.new_tcp())
  local is_done = false
  socket:connect("127.0.0.1", port, function(refused)
    if refused then
      is_done = true
      return
    end
    socket:write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    socket:read_start(function(failed, data)
      answer = answer .. (data or "")
      is_done = is_done or failed ~= nil or data == nil or answer:find("\n", 1, true) ~= nil
    end)
  end)
  vim.wait(2000, function()
    return is_done
  end, 10)
  socket:close()
  return vim.startswith(answer, "HTTP/1.1")
end

---@return table? lock, string? problem
local function read_lock(path)
  local file = io.open(path)
  if not file then
    return nil, "can't be read"
  end
  local text = file:read("*a")
  file:close()
  local ok, lock = pcall(vim.json.decode, text)
  if not ok or type(lock) ~= "table" then
    return nil, "isn't valid JSON"
  end
  return lock
end

local function sorted(list)
  local copy = vim.deepcopy(list)
  table.sort(copy)
  return copy
end

local function own_lock(path, folders)
  local restart = { "Run :TandemStop and :TandemStart to recreate it" }
  local stat = vim.uv.fs_stat(path)
  if not stat then
    health.error("The lock file is missing: " .. short(path), restart)
    return
  end
  local lock, problem = read_lock(path)
  if not lock then
    health.error(("The lock file %s %s"):format(short(path), problem), restart)
    return
  end
  local mode = bit.band(stat.mode, 511)
  if vim.fn.has("win32") == 0 and mode ~= 384 then
    health.warn(("The lock file %s has mode %03o: other users may be able to read its token"):format(short(path), mode), {
      ("Run `chmod 600 %s`"):format(vim.fn.shellescape(path)),
    })
  end
  if lock.pid ~= vim.fn.getpid() then
    local message = "The lock file contains process %s, but this Neovim is process %d"
    health.error(message:format(tostring(lock.pid), vim.fn.getpid()), restart)
  elseif not vim.deep_equal(sorted(lock.workspaceFolders or {}), sorted(folders)) then
    local listed = table.concat(vim.tbl_map(short, lock.workspaceFolders or {}), ", ")
    local message = "The lock file lists %s, but the workspace folders are %s"
    health.warn(message:format(listed, table.concat(folders, ", ")), restart)
  else
    health.ok(("The lock file matches this Neovim and its folders: %s (%03o)"):format(short(path), mode))
  end
  for _, folder in ipairs(folders) do
    health.info("Workspace folder: " .. short(folder))
  end
end

--- Returns a folder that both editors serve: Claude Code would find two editors there.
local function shared_folder(ours, theirs)
  for _, mine in ipairs(ours) do
    for _, other in ipairs(theirs) do
      if type(other) == "string" and (is_inside(other, mine) or is_inside(mine, other)) then
        return is_inside(other, mine) and mine or other
      end
    end
  end
end

local function other_lock(path, folders)
  local lock = read_lock(path)
  local folder = lock and type(lock.workspaceFolders) == "table" and shared_folder(folders, lock.workspaceFolders)
  if not folder then
    return
  end
  local pid = tonumber(lock.pid)
  local name = ("%s (process %s)"):format(tostring(lock.ideName or "An editor"), tostring(lock.pid))
  if pid and vim.uv.kill(pid, 0) == 0 then
    local message = "%s also serves %s: Claude Code doesn't connect automatically if two editors serve a folder"
    health.warn(message:format(name, short(folder)), {
      "Start Claude Code with :TandemToggle, which passes it the port of this Neovim",
      "Or choose an editor with /ide in Claude Code, or quit the other editor",
    })
  else
    health.warn(("%s has left a stale lock file for %s"):format(name, short(folder)), { "Delete " .. short(path) })
  end
end

function M.endpoint()
  local info = sidecar.info()
  if not info then
    health.info("No endpoint: the sidecar isn't running")
    return
  end
  if answers(info.port) then
    health.ok(("127.0.0.1:%d responds"):format(info.port))
  else
    health.error(("127.0.0.1:%d doesn't respond"):format(info.port), {
      "Run :TandemStop and :TandemStart; :TandemLog shows what went wrong",
    })
  end
  local folders = require("tandem.folders").current()
  own_lock(info.lock_file, folders)
  local directory = vim.fs.dirname(info.lock_file)
  for name in vim.fs.dir(directory) do
    local path = vim.fs.joinpath(directory, name)
    if name:find("%.lock$") and path ~= info.lock_file then
      other_lock(path, folders)
    end
  end
end

function M.clients()
  local _, live = sidecar.info()
  local clients = live and live.clients or {}
  if #clients == 0 then
    health.info("Claude Code isn't connected. Start it with :TandemToggle, or type /ide in a running Claude Code")
  end
  for _, client in ipairs(clients) do
    local process = client.pid and (", process %d"):format(client.pid) or ""
    health.ok(("%s %s%s, open reviews: %d"):format(client.name, client.version, process, client.openDiffs))
  end
  if live and live.isPaused then
    health.warn("Sharing is paused", { "Run :TandemPause to resume" })
  end
end

function M.changes()
  if not require("tandem.config").get().changes.enabled then
    health.info("Changes on disk are not recorded: changes.enabled is false")
    return
  end
  local git = require("tandem.programs").find("git")
  if not git then
    health.warn("Can't find git on Neovim's PATH (workspace folders are ignored): changes on disk can't be recorded", {
      "Install Git",
      "Or set the option changes.enabled to false",
    })
    return
  end
  health.ok("Changes on disk are recorded with " .. git)
  local changes = require("tandem.changes")
  for _, problem in ipairs(changes.problems()) do
    health.warn(problem)
  end
  health.info(("Files with changes: %d"):format(changes.count()))
end

return M
