--- What is running: the sidecar's process, its port, its lock file and who is connected.
local is_inside = require("tandem.folders").is_inside

local M = {}

local health = vim.health

local function sidecar()
  return require("tandem.sidecar")
end

local function short(path)
  return vim.fn.fnamemodify(path, ":~")
end

--- The memory of a process in megabytes, where the system says.
---@param pid integer
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
  local program = sidecar().program()
  local stat = vim.uv.fs_stat(program)
  if not stat then
    health.error("The sidecar is not built: there is no " .. short(program), {
      "Run the build step of your plugin manager",
      "Or run `npm run package:neovim` in Tandem's folder",
    })
  else
    health.ok(("The sidecar is built: %s (%d KB)"):format(short(program), stat.size / 1024))
  end
  local status, info = sidecar().status(), sidecar().info()
  if status == "running" then
    local memory = memory_of(info.pid)
    local weight = memory and (", with %.0f MB of memory"):format(memory) or ""
    health.ok(("It runs as process %d%s"):format(info.pid, weight))
    health.info("Its log: " .. short(info.log_file))
  elseif status == "stopped" then
    local problem = sidecar().problem()
    if problem then
      health.error("It is not running: " .. problem, { "Mend that, then :TandemStart" })
    else
      health.warn("It is not running", {
        ":TandemStart starts it",
        'With the option start = "startup" it starts with Neovim',
      })
    end
  else
    health.warn("It is " .. status, { "Look again in a moment; :TandemLog shows what it does" })
  end
end

--- Asks the port as any program may, without a token: what matters is that something answers.
---@param port integer
---@return boolean
local function answers(port)
  local answer = ""
  local socket = assert(vim.uv.new_tcp())
  local is_over = false
  socket:connect("127.0.0.1", port, function(refused)
    if refused then
      is_over = true
      return
    end
    socket:write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    socket:read_start(function(failed, data)
      answer = answer .. (data or "")
      is_over = is_over or failed ~= nil or data == nil or answer:find("\n", 1, true) ~= nil
    end)
  end)
  vim.wait(2000, function()
    return is_over
  end, 10)
  socket:close()
  return vim.startswith(answer, "HTTP/1.1")
end

---@return table? lock, string? problem
local function read_lock(path)
  local file = io.open(path)
  if not file then
    return nil, "it cannot be read"
  end
  local text = file:read("*a")
  file:close()
  local ok, lock = pcall(vim.json.decode, text)
  if not ok or type(lock) ~= "table" then
    return nil, "it is not JSON"
  end
  return lock
end

local function sorted(list)
  local copy = vim.deepcopy(list)
  table.sort(copy)
  return copy
end

local function own_lock(path, folders)
  local restart = { ":TandemStop and :TandemStart write it anew" }
  local stat = vim.uv.fs_stat(path)
  if not stat then
    health.error("The lock file is gone: " .. short(path), restart)
    return
  end
  local lock, problem = read_lock(path)
  if not lock then
    health.error(("The lock file %s: %s"):format(short(path), problem), restart)
    return
  end
  local mode = bit.band(stat.mode, 511)
  if vim.fn.has("win32") == 0 and mode ~= 384 then
    health.warn(("The lock file %s has the mode %03o: others may read its token"):format(short(path), mode), {
      ("chmod 600 %s"):format(vim.fn.shellescape(path)),
    })
  end
  if lock.pid ~= vim.fn.getpid() then
    local words = "The lock file names process %s, and this Neovim is %d"
    health.error(words:format(tostring(lock.pid), vim.fn.getpid()), restart)
  elseif not vim.deep_equal(sorted(lock.workspaceFolders or {}), sorted(folders)) then
    local named = table.concat(vim.tbl_map(short, lock.workspaceFolders or {}), ", ")
    health.warn(("The lock file names %s, and the folders are %s"):format(named, table.concat(folders, ", ")), restart)
  else
    health.ok(("The lock file names this Neovim and its folders: %s (%03o)"):format(short(path), mode))
  end
  for _, folder in ipairs(folders) do
    health.info("Served folder: " .. short(folder))
  end
end

--- A folder that both serve: Claude Code, started there, would find two editors.
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
    local words = "%s serves %s too: two locks for one folder stop the automatic connection"
    health.warn(words:format(name, short(folder)), {
      "Start Claude Code with :TandemToggle, which tells it the port of this Neovim",
      "Or choose with /ide in Claude Code, or end the other editor",
    })
  else
    health.warn(("%s is gone and has left its lock for %s"):format(name, short(folder)), { "Delete " .. short(path) })
  end
end

function M.endpoint()
  local info = sidecar().info()
  if not info then
    health.info("Nothing is served while the sidecar is not running")
    return
  end
  if answers(info.port) then
    health.ok(("Port %d of 127.0.0.1 answers"):format(info.port))
  else
    health.error(("Port %d of 127.0.0.1 does not answer"):format(info.port), {
      ":TandemStop and :TandemStart; :TandemLog shows what went wrong",
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
  local _, live = sidecar().info()
  local clients = live and live.clients or {}
  if #clients == 0 then
    health.info("No Claude Code is connected. :TandemToggle starts one; one that runs elsewhere connects with /ide")
  end
  for _, client in ipairs(clients) do
    local process = client.pid and (", process %d"):format(client.pid) or ""
    health.ok(("%s %s%s, with %d reviews open"):format(client.name, client.version, process, client.openDiffs))
  end
  if live and live.isPaused then
    health.warn("Sharing is paused: clients learn nothing", { ":TandemPause resumes it" })
  end
end

return M
