--- Tells the sidecar what happens in the editor. A cursor move costs one comparison: what is selected is looked at a
--- moment later, once for all that happened until then.
local M = {}

--- The endpoint sends at most one selection in 50 ms; this is about what the main thread has to do.
local pause_ms = 15

local group = nil ---@type integer?
local timer = nil ---@type uv_timer_t?
local is_due = false
local folders = {} ---@type string[]

local function tell_selection()
  is_due = false
  if not group then
    return
  end
  local before = vim.uv.hrtime()
  local sidecar = require("tandem.sidecar")
  sidecar.tell("selection", { selection = require("tandem.selection").current() })
  -- Selecting a whole file of many megabytes must not slow down the user who goes on selecting.
  pause_ms = math.max(15, math.floor((vim.uv.hrtime() - before) / 1e6 * 10))
end

local tell_soon = vim.schedule_wrap(tell_selection)

local function moved()
  if not is_due then
    is_due = true
    timer:start(pause_ms, 0, tell_soon)
  end
end

--- A selection that is gone before anybody looked is still told.
local function left_visual_mode()
  if is_due then
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
  on("ModeChanged", moved, "*:[vV\22sS\19]*")
  on("ModeChanged", left_visual_mode, "[vV\22sS\19]*:[^vV\22sS\19]*")
  on("DiagnosticChanged", function(args)
    require("tandem.diagnostics").changed(args.buf)
  end)
  on({ "BufDelete", "BufWipeout" }, function(args)
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
