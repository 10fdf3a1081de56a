--- Tells the sidecar what happens in the editor. A cursor move costs one comparison: what is selected is looked at a
--- moment later, once for all that happened until then.
local M = {}

--- How soon the first move is told. The endpoint sends at most one selection in 50 ms, so while moves go on they are told
--- no more often than that: each telling costs as much as fifty empty autocommands or more.
local pause_ms = 15
local interval_ms = 50
local told_at = 0

local group = nil ---@type integer?
local timer = nil ---@type uv_timer_t?
local is_due = false
local folders = {} ---@type string[]

local function tell_selection()
  is_due = false
  if not group then
    return
  end
  told_at = vim.uv.now()
  local before = vim.uv.hrtime()
  local sidecar = require("tandem.sidecar")
  sidecar.tell("selection", { selection = require("tandem.selection").current() })
  -- Selecting a whole file of many megabytes must not slow down the user who goes on selecting.
  pause_ms = math.max(15, math.floor((vim.uv.hrtime() - before) / 1e6 * 10))
end

local tell_soon = vim.schedule_wrap(tell_selection)

--- The text at the moment when a selection began, so as not to tell of what an operator has put in its place.
local tick_of_visual = 0

local function moved()
  if not is_due then
    is_due = true
    timer:start(math.max(pause_ms, told_at + interval_ms - vim.uv.now()), 0, tell_soon)
  end
end

local function entered_visual_mode()
  tick_of_visual = vim.api.nvim_buf_get_changedtick(0)
  moved()
end

--- A selection that is gone before anybody looked is still told.
local function left_visual_mode()
  if is_due and tick_of_visual == vim.api.nvim_buf_get_changedtick(0) then
    local selection = require("tandem.selection").just_left()
    if selection then
      require("tandem.sidecar").tell("selection", { selection = selection })
    end
  end
  moved()
end

local function tell_folders()
  if not group then
    return
  end
  local now = require("tandem.folders").current()
  if not vim.deep_equal(now, folders) then
    folders = now
    require("tandem.sidecar").tell("folders", { folders = now })
  end
end

local folders_due = false
local function folders_moved()
  if not folders_due then
    folders_due = true
    vim.schedule(function()
      folders_due = false
      tell_folders()
    end)
  end
end

--- Everything that the sidecar has to know after it has started.
function M.tell_all()
  folders = {}
  tell_folders()
  tell_selection()
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
  on({ "DirChanged", "LspAttach", "LspDetach", "WinClosed", "TabClosed" }, folders_moved)
end

function M.stop()
  if group then
    vim.api.nvim_del_augroup_by_id(group)
    group = nil
  end
  if timer then
    timer:stop()
    is_due = false
  end
end

return M
