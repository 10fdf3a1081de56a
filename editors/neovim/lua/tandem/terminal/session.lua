--- One run of Claude Code in a terminal buffer: its process, its buffer and the window that shows it.
local events = require("tandem.events")
local notify = require("tandem.notify")
local window = require("tandem.terminal.window")

---@class tandem.TerminalSession
---@field buf integer
---@field job integer?
---@field typist tandem.Typist?
---@field shown tandem.TerminalWindow?
---@field came_from integer? the window that the user was in before
---@field came_typing boolean and they were in terminal mode there
---@field previous integer? the one that `CTRL-W p` went to from there
---@field was_typing boolean the user left its window in terminal mode
---@field is_entering boolean terminal mode has been asked for and has not begun
---@field is_closing boolean
---@field gone fun()
local Session = {}
Session.__index = Session

local function mode()
  return vim.api.nvim_get_mode().mode
end

--- Runs the command in the current window. `jobstart()` does that from 0.11 on, where `termopen()` is on its way out.
local function run(plan, env, on_exit)
  local settings = { cwd = plan.cwd, env = next(env) and env or nil, on_exit = on_exit }
  settings.term = vim.fn.has("nvim-0.11") == 1 or nil
  local words = require("tandem.programs").start(plan.words, env.PATH)
  local job = settings.term and vim.fn.jobstart(words, settings) or vim.fn.termopen(words, settings)
  if job <= 0 then
    error("it cannot be run", 0)
  end
  vim.bo.filetype = "tandem_terminal"
  vim.bo.buflisted = false
  return job
end

--- Starts it and shows it; the keyboard stays where it is.
---@param plan tandem.TerminalPlan
---@param env table<string, string>
---@param gone fun() nothing of it is left
---@return tandem.TerminalSession
function Session.start(plan, env, gone)
  local self = setmetatable({ is_entering = false, is_closing = false, gone = gone }, Session)
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
  -- Many have `autocmd TermOpen * startinsert`, which would now begin in the window that has the keyboard.
  if mode_before:find("^[nvVsS\22\19]") and not mode_before:find("^ni") then
    vim.cmd.stopinsert()
  end
  if not ok then
    self:remove()
    error(("Claude Code was not started: %s: %s"):format(plan.words[1], problem), 0)
  end
  self.typist = require("tandem.terminal.typing").typist(self.job)
  self.group = require("tandem.terminal.follow").begin(self)
  events.emit("TerminalStarted", { buf = self.buf, pid = vim.fn.jobpid(self.job) })
  return self
end

--- Terminal mode in the current window, which is its window.
function Session:type_here()
  if not self.job or mode() == "t" then
    return
  end
  self.is_entering = true
  vim.cmd.startinsert()
  -- Whoever comes from the terminal mode of another terminal, or from insert mode, has that one end first.
  vim.schedule(function()
    if self.is_entering and self.job and vim.api.nvim_get_current_buf() == self.buf and mode() ~= "t" then
      vim.cmd.startinsert()
    end
  end)
end

--- The window of this tab page that shows it.
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
  local own = self.shown and self.shown.win
  return own
    and vim.api.nvim_win_is_valid(own)
    and vim.api.nvim_win_get_buf(own) == self.buf
    and vim.api.nvim_win_get_tabpage(own) == vim.api.nvim_get_current_tabpage()
end

--- Its own window, wherever that is.
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

--- Moves the keyboard there, in terminal mode.
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

--- Takes it off the screen of this tab page; the process goes on.
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
  self:rest()
end

--- Terminal mode goes on where one terminal follows another: only for who had it there.
function Session:rest()
  if mode() == "t" and vim.api.nvim_get_current_buf() ~= self.buf and not self.came_typing then
    vim.cmd.stopinsert()
  end
end

--- Ends the process. What it shows goes at once, the rest when it has ended.
function Session:close()
  self.is_closing = true
  self:take_off_screen()
  if self.job then
    vim.fn.jobstop(self.job)
  else
    self:remove()
  end
end

function Session:take_off_screen()
  if self.shown then
    local was_inside = vim.api.nvim_get_current_win() == self.shown.win
    window.hide(self.shown, self.came_from, self.previous)
    self.shown = nil
    if was_inside then
      self:rest()
    end
  end
end

--- Forgets the buffer. In the command-line window no window may be closed: then it is done when that is.
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
  self:take_off_screen()
  if self.group then
    pcall(vim.api.nvim_del_augroup_by_id, self.group)
    self.group = nil
  end
  if vim.api.nvim_buf_is_valid(self.buf) then
    vim.api.nvim_buf_delete(self.buf, { force = true })
  end
  self.gone()
end

--- The process is over.
function Session:ended(code)
  self.job, self.typist = nil, nil
  -- At the end of Neovim everything goes by itself.
  if vim.v.exiting ~= vim.NIL then
    return
  end
  events.emit("TerminalEnded", { buf = self.buf, code = code })
  local closes = require("tandem.config").get().terminal.close_on_exit and code == 0
  if self.is_closing or closes or not vim.api.nvim_buf_is_valid(self.buf) then
    self:remove()
    return
  end
  -- In terminal mode the next key would wipe the buffer, and with it what is to be read.
  if vim.api.nvim_get_current_buf() == self.buf and mode() == "t" then
    vim.cmd.stopinsert()
  end
  if code ~= 0 then
    notify.warn(("Claude Code ended with exit code %d"):format(code))
  end
end

return Session
