--- Sends editor events to the sidecar. A cursor move only sets a timer: the selection is read later, once for all the moves
--- until then.
local M = {}

--- The delay after a single move. The endpoint sends at most one selection in 50 ms, so sending more often during a series
--- of moves would be wasted: each message costs as much as 50 empty autocommands.
local delay_ms = 15
local interval_ms = 50
local sent_at = 0

local group = nil ---@type integer?
local timer = nil ---@type uv_timer_t?
local is_due = false
local folders = {} ---@type string[]

local function send_selection()
  is_due = false
  if not group then
    return
  end
  sent_at = vim.uv.now()
  local before = vim.uv.hrtime()
  local sidecar = require("tandem.sidecar")
  sidecar.send("selection", { selection = require("tandem.selection").current() })
  -- Large selections take long to send, so they are sent less often.
  delay_ms = math.max(15, math.floor((vim.uv.hrtime() - before) / 1e6 * 10))
end

local send_soon = vim.schedule_wrap(send_selection)

--- The changedtick when the selection began: after an operator has changed the text, its marks contain something else.
local tick_of_visual = 0

local function moved()
  if not is_due then
    is_due = true
    timer:start(math.max(delay_ms, sent_at + interval_ms - vim.uv.now()), 0, send_soon)
  end
end

local function entered_visual_mode()
  tick_of_visual = vim.api.nvim_buf_get_changedtick(0)
  moved()
end

--- Sends a selection that ended before the timer fired.
local function left_visual_mode()
  if is_due and tick_of_visual == vim.api.nvim_buf_get_changedtick(0) then
    local selection = require("tandem.selection").just_left()
    if selection then
      require("tandem.sidecar").send("selection", { selection = selection })
    end
  end
  moved()
end

local function send_folders()
  if not group then
    return
  end
  local now = require("tandem.folders").current()
  if not vim.deep_equal(now, folders) then
    folders = now
    require("tandem.sidecar").send("folders", { folders = now })
  end
end

local folders_due = false
local function folders_changed()
  if not folders_due then
    folders_due = true
    vim.schedule(function()
      folders_due = false
      send_folders()
    end)
  end
end

local function has_changes()
  return require("tandem.config").get().changes.enabled
end

--- Sends the current state to a sidecar that has just started.
function M.send_all()
  folders = {}
  send_folders()
  send_selection()
  if has_changes() then
    require("tandem.changes.watch").send_all()
  end
end

function M.start()
  if group then
    return
  end
  group = vim.api.nvim_create_augroup("tandem_listen", {})
  timer = timer or assert(vim.uv.new_timer())
  local function on(events, callback, pattern)
    vim.api.nvim_create_autocmd(events, { group = group, pattern = pattern, callback = callback })
  end
  on({ "CursorMoved", "CursorMovedI" }, moved)
  on({ "BufEnter", "WinEnter", "TextChanged", "BufFilePost", "BufDelete", "BufUnload", "BufWipeout" }, moved)
  on("ModeChanged", entered_visual_mode, "*:[vV\22sS\19]*")
  on("ModeChanged", left_visual_mode, "[vV\22sS\19]*:[^vV\22sS\19]*")
  on("DiagnosticChanged", function(args)
    require("tandem.diagnostics").changed(args.buf)
  end)
  local disk = require("tandem.disk")
  vim.tbl_map(disk.remember, require("tandem.buffers").open_files())
  on({ "BufReadPost", "BufWritePost" }, function(args)
    disk.remember(args.buf)
  end)
  on({ "BufDelete", "BufWipeout" }, function(args)
    disk.forget(args.buf)
    local diagnostics = package.loaded["tandem.diagnostics"]
    if diagnostics then
      diagnostics.forget(args.buf)
    end
  end)
  on({ "DirChanged", "LspAttach", "LspDetach", "WinClosed", "TabClosed" }, folders_changed)
  if has_changes() then
    require("tandem.changes.watch").start()
  end
end

function M.stop()
  if group then
    vim.api.nvim_del_augroup_by_id(group)
    group = nil
  end
  local watch = package.loaded["tandem.changes.watch"]
  if watch then
    watch.stop()
  end
  if timer then
    timer:stop()
    is_due = false
  end
end

return M
