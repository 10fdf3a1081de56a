--- When windows may be changed under the user's hands, and when they had better not be.
local M = {}

--- Is somebody in the middle of something: inserting, selecting, in a command line, in a terminal, halfway through a
--- command, or recording one?
function M.is_typing()
  local now = vim.api.nvim_get_mode()
  return now.blocking or (now.mode ~= "n" and now.mode ~= "nt") or vim.fn.reg_recording() ~= ""
end

function M.in_terminal_mode()
  local now = vim.api.nvim_get_mode()
  return now.mode == "t" and not now.blocking
end

--- Inserting or replacing text, and not halfway through a command there.
function M.is_inserting()
  local mode = vim.api.nvim_get_mode().mode
  return mode:find("^[iR]") ~= nil
end

--- Ends what can be ended at once: inserting and selecting.
function M.end_typing()
  local mode = vim.api.nvim_get_mode().mode
  if M.is_inserting() then
    vim.cmd.stopinsert()
  elseif mode:find("^[vVsS\22\19]") then
    vim.api.nvim_feedkeys(vim.keycode("<Esc>"), "nx", false)
  end
end

--- Does Neovim refuse to change windows: in the command-line window, in the expression of a mapping? There is no window
--- -1, so this is refused either way, and the reason tells.
local function is_locked()
  local _, problem = pcall(vim.api.nvim_set_current_win, -1)
  return tostring(problem):find("E%d+:") ~= nil
end

--- May windows be opened and closed, and the current one be another for a moment? Not in the command-line window, where
--- it is not allowed, and not where it would end what the user does: inserting, selecting, an operator that waits.
function M.is_free()
  local now = vim.api.nvim_get_mode()
  return not now.blocking and (now.mode == "n" or now.mode == "nt" or now.mode == "t") and not is_locked()
end

--- May windows be opened beside the current one, which stays that? Also while text is being inserted.
function M.is_free_beside()
  local now = vim.api.nvim_get_mode()
  return M.is_free() or (not now.blocking and now.mode:find("^[iR]$") ~= nil and not is_locked())
end

--- May windows be closed that the user is not in? That disturbs nobody but those who are in a command line or a prompt.
function M.is_quiet()
  local now = vim.api.nvim_get_mode()
  return not now.blocking and not now.mode:find("^[cr!]") and not is_locked()
end

local waiting = {} ---@type { is_time: (fun(): boolean), run: fun() }[]
local group

local function look()
  local due = waiting
  waiting = {}
  for _, each in ipairs(due) do
    if not each.is_time() then
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
    -- Nothing tells of the end of a lock.
    vim.defer_fn(look, 50)
  end
end

--- Calls `run` at once if `is_time` says so, else as soon as it does.
---@param is_time fun(): boolean
---@param run fun()
function M.when(is_time, run)
  if is_time() then
    run()
    return
  end
  table.insert(waiting, { is_time = is_time, run = run })
  if not group then
    group = vim.api.nvim_create_augroup("tandem.review.moments", { clear = true })
    vim.api.nvim_create_autocmd({ "ModeChanged", "SafeState", "CmdwinLeave" }, {
      group = group,
      callback = vim.schedule_wrap(look),
    })
  end
  vim.schedule(look)
end

return M
