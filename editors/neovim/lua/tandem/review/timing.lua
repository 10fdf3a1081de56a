--- Decides when windows can be opened or closed without disturbing the user.
local M = {}

--- True if the user is inserting, selecting, in a command line, in a terminal, entering a command, or recording.
function M.is_typing()
  local now = vim.api.nvim_get_mode()
  return now.blocking or (now.mode ~= "n" and now.mode ~= "nt") or vim.fn.reg_recording() ~= ""
end

--- True in Insert and Replace mode.
function M.is_inserting()
  local mode = vim.api.nvim_get_mode().mode
  return mode:find("^[iR]") ~= nil
end

--- Leaves Insert, Visual and Select mode.
function M.stop_typing()
  local mode = vim.api.nvim_get_mode().mode
  if M.is_inserting() then
    vim.cmd.stopinsert()
  elseif mode:find("^[vVsS\22\19]") then
    vim.api.nvim_feedkeys(vim.keycode("<Esc>"), "nx", false)
  end
end

--- True if Neovim does not allow changing windows, as in the command-line window or an expression mapping. Window -1 does not
--- exist, so the call always fails, but with an "E" error only if it is not allowed.
local function is_locked()
  local _, problem = pcall(vim.api.nvim_set_current_win, -1)
  return tostring(problem):find("E%d+:") ~= nil
end

--- True if windows can be opened and closed, and the current window can be changed temporarily.
function M.is_free()
  local now = vim.api.nvim_get_mode()
  return not now.blocking and (now.mode == "n" or now.mode == "nt" or now.mode == "t") and not is_locked()
end

--- True if windows can be opened beside the current one, even in Insert mode.
function M.can_split()
  local now = vim.api.nvim_get_mode()
  return M.is_free() or (not now.blocking and now.mode:find("^[iR]$") ~= nil and not is_locked())
end

--- True if windows other than the current one can be closed: not in a command line or at a prompt.
function M.can_close()
  local now = vim.api.nvim_get_mode()
  return not now.blocking and not now.mode:find("^[cr!]") and not is_locked()
end

local waiting = {} ---@type { is_ready: (fun(): boolean), run: fun() }[]
local group

local function run_due()
  local due = waiting
  waiting = {}
  for _, each in ipairs(due) do
    if not each.is_ready() then
      table.insert(waiting, each)
    else
      local ok, problem = pcall(each.run)
      if not ok then
        require("tandem.notify").error(tostring(problem))
      end
    end
  end
  if #waiting == 0 and group then
    vim.api.nvim_del_augroup_by_id(group)
    group = nil
  elseif #waiting > 0 and is_locked() then
    -- No event is triggered when the lock ends.
    vim.defer_fn(run_due, 50)
  end
end

--- Calls `run` as soon as `is_ready` returns true.
---@param is_ready fun(): boolean
---@param run fun()
function M.when(is_ready, run)
  if is_ready() then
    run()
    return
  end
  table.insert(waiting, { is_ready = is_ready, run = run })
  if not group then
    group = vim.api.nvim_create_augroup("tandem.review.timing", { clear = true })
    vim.api.nvim_create_autocmd({ "ModeChanged", "SafeState", "CmdwinLeave" }, {
      group = group,
      callback = vim.schedule_wrap(run_due),
    })
  end
  vim.schedule(run_due)
end

return M
