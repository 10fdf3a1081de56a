--- Status for `:TandemStatus`, the statusline and scripts.
local M = {}

local function pending_reviews()
  local review = package.loaded["tandem.review"]
  return review and review.pending() or 0
end

local function changed_files()
  local changes = package.loaded["tandem.changes"]
  return changes and changes.count() or 0
end

---@class tandem.Status
---@field state "stopped"|"starting"|"running"|"restarting"
---@field problem string? why it is stopped
---@field port integer?
---@field lock_file string?
---@field clients { name: string, version: string, pid: integer?, isListening: boolean, openDiffs: integer }[]
---@field queued_mentions integer
---@field is_paused boolean
---@field last_shared string? the last file whose selection was sent
---@field pending_reviews integer
---@field changed_files integer
---@field folders string[]
---@field log_file string?
---@field sidecar_pid integer?

---@return tandem.Status
function M.get()
  local sidecar = require("tandem.sidecar")
  local info, live = sidecar.info()
  return {
    state = sidecar.status(),
    problem = sidecar.problem(),
    port = info and info.port,
    lock_file = info and info.lock_file,
    clients = live and live.clients or {},
    queued_mentions = live and live.queuedMentions or 0,
    is_paused = live and live.isPaused or false,
    last_shared = live and live.lastShared,
    pending_reviews = pending_reviews(),
    changed_files = changed_files(),
    folders = require("tandem.folders").current(),
    log_file = info and info.log_file,
    sidecar_pid = info and info.pid,
  }
end

--- Returns a few characters for the statusline; "" while Tandem is stopped.
---@return string
function M.line()
  local sidecar = package.loaded["tandem.sidecar"]
  if not sidecar or sidecar.status() == "stopped" then
    return ""
  end
  local _, live = sidecar.info()
  if not live then
    return "Claude …"
  end
  local parts = { "Claude" }
  if live.isPaused then
    table.insert(parts, "paused")
  end
  table.insert(parts, #live.clients == 0 and "○" or "●")
  if #live.clients > 1 then
    table.insert(parts, tostring(#live.clients))
  end
  local reviews = pending_reviews()
  if reviews > 0 then
    table.insert(parts, ("%d to review"):format(reviews))
  end
  if changed_files() > 0 then
    table.insert(parts, ("%d changed"):format(changed_files()))
  end
  return table.concat(parts, " ")
end

local function client_line(client)
  local parts = { client.name, client.version }
  if client.pid then
    table.insert(parts, ("(process %d)"):format(client.pid))
  end
  if not client.isListening then
    table.insert(parts, "is connecting")
  end
  if client.openDiffs > 0 then
    table.insert(parts, ("has %d open review%s"):format(client.openDiffs, client.openDiffs == 1 and "" or "s"))
  end
  return table.concat(parts, " ")
end

local states = {
  stopped = "is stopped. Start it with :TandemStart",
  starting = "is starting",
  restarting = "is restarting after a crash",
}

---@return string[]
function M.lines()
  local status = M.get()
  local lines = {}
  local function add(name, value)
    table.insert(lines, ("%-9s %s"):format(name, value))
  end
  if status.state ~= "running" then
    table.insert(lines, "Tandem " .. states[status.state] .. ".")
    if status.problem then
      table.insert(lines, status.problem)
    end
    return lines
  end
  table.insert(lines, ("Tandem is running on port %d."):format(status.port))
  if #status.clients == 0 then
    add("Clients", "none. Use :TandemToggle, run claude --ide in one of the folders below, or type /ide in Claude Code")
  end
  for index, client in ipairs(status.clients) do
    add(index == 1 and "Clients" or "", client_line(client))
  end
  for index, folder in ipairs(status.folders) do
    add(index == 1 and "Folders" or "", vim.fn.fnamemodify(folder, ":~"))
  end
  add("Sharing", status.is_paused and "paused. Resume with :TandemPause" or "on")
  if status.last_shared then
    add("Last file", vim.fn.fnamemodify(status.last_shared, ":~:."))
  end
  if status.queued_mentions > 0 then
    add("Mentions", ("%d queued"):format(status.queued_mentions))
  end
  if status.pending_reviews > 0 then
    add("Reviews", ("%d pending. Go to the next one with :TandemReview"):format(status.pending_reviews))
  end
  if status.changed_files > 0 then
    local files = status.changed_files == 1 and "1 file" or status.changed_files .. " files"
    add("Changes", ("%s changed on disk. List them with :TandemChanges"):format(files))
  end
  add("Lock", vim.fn.fnamemodify(status.lock_file, ":~"))
  add("Log", vim.fn.fnamemodify(status.log_file, ":~"))
  return lines
end

function M.show()
  local chunks = vim.tbl_map(function(line)
    return { line .. "\n" }
  end, M.lines())
  vim.api.nvim_echo(chunks, true, {})
end

return M
