--- One run of Claude Code: its process, terminal buffer and window.
local events = require("tandem.events")
local notify = require("tandem.notify")
local window = require("tandem.terminal.window")

---@class tandem.TerminalSession
---@field buf integer
---@field job integer?
---@field input tandem.PromptInput?
---@field shown tandem.TerminalWindow?
---@field came_from integer? the window from which the user came
---@field came_typing boolean the user was in terminal mode there
---@field previous integer? the target of `CTRL-W p` there
---@field was_typing boolean the user left its window in terminal mode
---@field is_entering boolean terminal mode was requested and has not begun
---@field is_closing boolean
---@field on_removed fun()
local Session = {}
Session.__index = Session

local function mode()
  return vim.api.nvim_get_mode().mode
end

--- Runs the command in the current window. Since Neovim 0.11 `jobstart()` replaces `termopen()`.
local function run(plan, env, on_exit)
  local settings = { cwd = plan.cwd, env = next(env) and env or nil, on_exit = on_exit }
  settings.term = vim.fn.has("nvim-0.11") == 1 or nil
  local command = require("tandem.programs").start(plan.command, env.PATH)
  local job = settings.term and vim.fn.jobstart(command, settings) or vim.fn.termopen(command, settings)
  if job <= 0 then
    error("it can't be run", 0)
  end
  vim.bo.filetype = "tandem_terminal"
  vim.bo.buflisted = false
  return job
end

--- Starts Claude Code and shows it without entering its window.
---@param plan tandem.TerminalPlan
---@param env table<string, string>
---@param on_removed fun()
---@return tandem.TerminalSession
function Session.start(plan, env, on_removed)
  local self = setmetatable({ is_entering = false, is_closing = false, on_removed = on_removed }, Session)
  self.was_typing, self.came_typing = false, false
  self.buf = vim.api.nvim_create_buf(false, true)
  vim.bo[self.buf].bufhidden = "hide"
  vim.b[self.buf].tandem_terminal = true
  local mode_before = mode()
  local has_room, shown, ok, problem = pcall(window.show, self.buf, function()
    self.job = run(plan, env, function(_, code)
      self:ended(code)
    end)
  end)
  if not has_room then
    vim.api.nvim_buf_delete(self.buf, { force = true })
    error(shown, 0)
  end
  self.shown = shown
  -- `autocmd TermOpen * startinsert` is common, and would take effect in the current window.
  if mode_before:find("^[nvVsS\22\19]") and not mode_before:find("^ni") then
    vim.cmd.stopinsert()
  end
  if not ok then
    self:remove()
    error(("Couldn't start Claude Code: %s: %s"):format(plan.command[1], problem), 0)
  end
  self.input = require("tandem.terminal.typing").input(self.job)
  self.group = require("tandem.terminal.follow").start(self)
  events.emit("TerminalStarted", { buf = self.buf, pid = vim.fn.jobpid(self.job) })
  return self
end

--- Starts terminal mode in its window, which must be the current one.
function Session:type_here()
  if not self.job or mode() == "t" then
    return
  end
  self.is_entering = true
  vim.cmd.startinsert()
  -- Another terminal's terminal mode or Insert mode ends first, which cancels startinsert.
  vim.schedule(function()
    if self.is_entering and self.job and vim.api.nvim_get_current_buf() == self.buf and mode() ~= "t" then
      vim.cmd.startinsert()
    end
  end)
end

--- Returns the window in this tab page that shows it.
---@return integer?
function Session:window_here()
  local own = self.shown and self.shown.win
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(win) == self.buf and (win == own or not self:has_own_window_here()) then
      return win
    end
  end
end

function Session:has_own_window_here()
  local own = self:own_window()
  return own and vim.api.nvim_win_get_tabpage(own) == vim.api.nvim_get_current_tabpage()
end

--- Returns the window that was opened for it, in any tab page.
function Session:own_window()
  local own = self.shown and self.shown.win
  return own and vim.api.nvim_win_is_valid(own) and vim.api.nvim_win_get_buf(own) == self.buf and own or nil
end

--- Shows it in this tab page.
function Session:show()
  if self:window_here() then
    return
  end
  local own = self:own_window()
  if own and self.shown.provider == "tab" then
    return
  end
  if own then
    window.hide(self.shown)
  end
  self.shown = window.show(self.buf, function() end)
end

--- Enters its window in terminal mode.
function Session:focus()
  local win = self:window_here() or self:own_window()
  local here = vim.api.nvim_get_current_win()
  if win ~= here then
    if mode():find("^[vVsS\22\19]") then
      vim.cmd.normal({ "\27", bang = true })
    end
    local number, was_typing = vim.fn.winnr("#"), mode() == "t"
    local previous = number > 0 and vim.fn.win_getid(number) or nil
    vim.api.nvim_set_current_win(win)
    self.came_from, self.came_typing, self.previous = here, was_typing, previous
  end
  self:type_here()
end

--- Hides it in this tab page. The process keeps running.
function Session:hide()
  local win = self:window_here()
  if not win then
    return
  end
  local is_own = self.shown and self.shown.win == win
  window.hide(is_own and self.shown or { win = win, provider = "split" }, self.came_from, self.previous)
  if is_own then
    self.shown = nil
  end
  self:restore_mode()
end

--- Terminal mode continues in another terminal. Leaves it unless the user was in terminal mode there.
function Session:restore_mode()
  if mode() == "t" and vim.api.nvim_get_current_buf() ~= self.buf and not self.came_typing then
    vim.cmd.stopinsert()
  end
end

--- Hides it and stops the process. The buffer is removed when the process has exited.
function Session:close()
  self.is_closing = true
  self:close_window()
  if self.job then
    vim.fn.jobstop(self.job)
  else
    self:remove()
  end
end

function Session:close_window()
  if self.shown then
    local was_inside = vim.api.nvim_get_current_win() == self.shown.win
    window.hide(self.shown, self.came_from, self.previous)
    self.shown = nil
    if was_inside then
      self:restore_mode()
    end
  end
end

--- Deletes the buffer. In the command-line window, waits until that is closed.
function Session:remove()
  if vim.fn.getcmdwintype() ~= "" then
    vim.api.nvim_create_autocmd("CmdwinLeave", {
      once = true,
      callback = vim.schedule_wrap(function()
        self:remove()
      end),
    })
    return
  end
  self:close_window()
  if self.group then
    pcall(vim.api.nvim_del_augroup_by_id, self.group)
    self.group = nil
  end
  if vim.api.nvim_buf_is_valid(self.buf) then
    vim.api.nvim_buf_delete(self.buf, { force = true })
  end
  self.on_removed()
end

--- Handles the exit of the process.
function Session:ended(code)
  self.job, self.input = nil, nil
  if vim.v.exiting ~= vim.NIL then
    return
  end
  events.emit("TerminalEnded", { buf = self.buf, code = code })
  local closes = require("tandem.config").get().terminal.close_on_exit and code == 0
  if self.is_closing or closes or not vim.api.nvim_buf_is_valid(self.buf) then
    self:remove()
    return
  end
  -- In terminal mode, the next key would delete the buffer with its output.
  if vim.api.nvim_get_current_buf() == self.buf and mode() == "t" then
    vim.cmd.stopinsert()
  end
  if code ~= 0 then
    notify.warn(("Claude Code exited with code %d"):format(code))
  end
end

return Session
