--- What is going on, for the user to look at: one line for the statusline, and all of it for `:TandemStatus`.
local M = {}

local function pending_reviews()
  local review = package.loaded["tandem.review"]
  return review and review.pending() or 0
end

---@class tandem.Status
---@field state "stopped"|"starting"|"running"|"restarting"
---@field problem string? why it is stopped
---@field port integer?
---@field lock_file string?
---@field clients { name: string, version: string, pid: integer?, isListening: boolean, openDiffs: integer }[]
---@field queued_mentions integer
---@field is_paused boolean
---@field last_shared string? the file that clients were last told of
---@field pending_reviews integer
---@field folders string[]
---@field log_file string?
---@field sidecar_pid integer?

--- All of it, for scripts.
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
    folders = require("tandem.folders").current(),
    log_file = info and info.log_file,
    sidecar_pid = info and info.pid,
  }
end

--- A few characters for the statusline: nothing while it is stopped.
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
  return table.concat(parts, " ")
end

local function client_line(client)
  local words = { client.name, client.version }
  if client.pid then
    table.insert(words, ("(process %d)"):format(client.pid))
  end
  if not client.isListening then
    table.insert(words, "is connecting")
  end
  if client.openDiffs > 0 then
    table.insert(words, ("waits for %d decision%s"):format(client.openDiffs, client.openDiffs == 1 and "" or "s"))
  end
  return table.concat(words, " ")
end

local states = {
  stopped = "is stopped. :TandemStart starts it",
  starting = "is starting",
  restarting = "is coming back after a crash",
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
  table.insert(lines, ("Tandem serves Claude Code on port %d."):format(status.port))
  if #status.clients == 0 then
    add("Clients", "none yet. Type :TandemToggle, or run claude --ide in one of the folders below, or /ide inside of it")
  end
  for index, client in ipairs(status.clients) do
    add(index == 1 and "Clients" or "", client_line(client))
  end
  for index, folder in ipairs(status.folders) do
    add(index == 1 and "Folders" or "", vim.fn.fnamemodify(folder, ":~"))
  end
  add("Sharing", status.is_paused and "paused. :TandemPause resumes it" or "on")
  if status.last_shared then
    add("Last", vim.fn.fnamemodify(status.last_shared, ":~:."))
  end
  if status.queued_mentions > 0 then
    add("Mentions", ("%d wait for a client"):format(status.queued_mentions))
  end
  if status.pending_reviews > 0 then
    add("Reviews", ("%d wait for you. :TandemReview shows the next one"):format(status.pending_reviews))
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
