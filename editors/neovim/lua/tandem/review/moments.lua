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

--- May windows be opened and closed, and the current one be another for a moment? Not in the command-line window, where it is
--- not allowed, and not where it would end what the user does: inserting, selecting, an operator that waits for its motion.
function M.is_free()
  local now = vim.api.nvim_get_mode()
  return not now.blocking
    and (now.mode == "n" or now.mode == "nt" or now.mode == "t")
    and vim.fn.getcmdwintype() == ""
end

--- May windows be closed that the user is not in? That disturbs nobody but those who are in a command line or a prompt.
function M.is_quiet()
  local now = vim.api.nvim_get_mode()
  return not now.blocking and not now.mode:find("^[cr!]") and vim.fn.getcmdwintype() == ""
end

local waiting = {} ---@type { is_time: (fun(): boolean), run: (fun(): boolean?) }[]
local group

local function look()
  local due = waiting
  waiting = {}
  for _, each in ipairs(due) do
    if not each.is_time() then
      table.insert(waiting, each)
    else
      local ok, done = pcall(each.run)
      if not ok then
        require("tandem.notify").error(tostring(done))
      elseif done == false then
        -- Neovim refused (a lock that nothing tells of): once more, a little later.
        table.insert(waiting, each)
        vim.defer_fn(look, 50)
      end
    end
  end
  if #waiting == 0 and group then
    vim.api.nvim_del_augroup_by_id(group)
    group = nil
  end
end

--- Calls `run` at once if `is_time` says so, else as soon as it does. `run` answers false to be called again.
---@param is_time fun(): boolean
---@param run fun(): boolean?
function M.when(is_time, run)
  if is_time() and run() ~= false then
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
  vim.defer_fn(look, 50)
end

return M
