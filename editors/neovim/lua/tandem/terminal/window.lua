--- Shows the terminal in a split, a float, a tab page or a window of another plugin without entering it, and hides it again.
local layout = require("tandem.layout")
local windows = require("tandem.windows")
local autocommands = require("tandem.autocommands")
local plugins = require("tandem.terminal.plugins")

local M = {}

---@class tandem.TerminalWindow
---@field win integer
---@field provider "split"|"float"|"tab"
---@field axis "width"|"height"|nil
---@field before tandem.Layout? the tab page before the terminal was shown
---@field fit fun()? adapts a float of another plugin to the size of the screen

local function options()
  return require("tandem.config").get().terminal
end

local function set_options(win, axis)
  windows.set_options(win, {
    number = false,
    relativenumber = false,
    signcolumn = "no",
    statuscolumn = "",
    foldcolumn = "0",
    foldenable = false,
    colorcolumn = "",
    cursorline = false,
    cursorcolumn = false,
    list = false,
    spell = false,
    -- A window that is split from a diff window would join the diff.
    diff = false,
    scrollbind = false,
    cursorbind = false,
    winfixwidth = axis == "width",
    winfixheight = axis == "height",
  })
end

local directions = { left = "left", right = "right", top = "above", bottom = "below" }

local function show_split(buf)
  local side, size = options().side, options().size
  local is_beside = side == "left" or side == "right"
  local axis = is_beside and "width" or "height"
  local available = is_beside and vim.o.columns or (vim.o.lines - vim.o.cmdheight)
  local wanted = math.max(1, math.floor(available * size))
  local ok, win = pcall(vim.api.nvim_open_win, buf, false, { split = directions[side], win = -1, [axis] = wanted })
  if not ok then
    error("Not enough room for Claude Code's window", 0)
  end
  -- On the left and at the top, Neovim shrinks it in favour of the current window.
  local set = is_beside and vim.api.nvim_win_set_width or vim.api.nvim_win_set_height
  set(win, wanted)
  return win, axis
end

local function float_config()
  local float = options().float
  local has_title = float.border ~= "none" and float.border ~= "shadow"
  local edge = has_title and 2 or 0
  local rows = vim.o.lines - vim.o.cmdheight
  local width = math.max(1, math.min(vim.o.columns - edge, math.floor(vim.o.columns * float.width)))
  local height = math.max(1, math.min(rows - edge, math.floor(rows * float.height)))
  return {
    relative = "editor",
    width = width,
    height = height,
    row = math.max(0, math.floor((rows - height - edge) / 2)),
    col = math.max(0, math.floor((vim.o.columns - width - edge) / 2)),
    border = float.border,
    title = has_title and " Claude Code " or nil,
    title_pos = has_title and "center" or nil,
  }
end

--- `run` is called while the new tab page is current: nvim_win_call() into another tab page would change the target of
--- `CTRL-W p`.
local function show_tab(buf, run)
  local here = vim.api.nvim_get_current_win()
  local is_selecting = vim.api.nvim_get_mode().mode:find("^[vV\22]") ~= nil
  local win = autocommands.suppress(function()
    vim.cmd("tab split")
    vim.api.nvim_win_set_buf(0, buf)
    return vim.api.nvim_get_current_win()
  end)
  set_options(win)
  local ok, problem = pcall(run)
  autocommands.suppress(function()
    vim.api.nvim_set_current_win(here)
    -- Switching tab pages ends a selection.
    if is_selecting then
      vim.cmd.normal({ "gv", bang = true })
    end
  end)
  return win, ok, problem
end

--- Shows the buffer and calls `run` in its window, without changing the current window.
---@param buf integer
---@param run fun()
---@return tandem.TerminalWindow window, boolean ok, any problem
function M.show(buf, run)
  local provider = options().provider
  local before = provider ~= "float" and layout.of(vim.api.nvim_get_current_tabpage()) or nil
  local win, axis, fit, ok, problem
  if plugins.has(provider) then
    win, provider, fit = plugins.open(provider, buf)
    if provider == "split" then
      axis = vim.api.nvim_win_get_width(win) < vim.o.columns and "width" or "height"
    end
    set_options(win, axis)
    ok, problem = pcall(vim.api.nvim_win_call, win, run)
  elseif provider == "tab" then
    win, ok, problem = show_tab(buf, run)
  else
    if provider == "float" then
      win = vim.api.nvim_open_win(buf, false, float_config())
    else
      win, axis = show_split(buf)
    end
    set_options(win, axis)
    ok, problem = pcall(vim.api.nvim_win_call, win, run)
  end
  return { win = win, provider = provider, axis = axis, before = before, fit = fit }, ok, problem
end

--- Adapts a float to the size of the screen.
---@param window tandem.TerminalWindow
function M.fit(window)
  if window.fit then
    window.fit()
  elseif window.provider == "float" and vim.api.nvim_win_is_valid(window.win) then
    vim.api.nvim_win_set_config(window.win, float_config())
  end
end

--- Closes a window of the terminal, or shows another buffer in it if it is the last window.
local function close(win)
  local tab = vim.api.nvim_win_get_tabpage(win)
  local ordinary = layout.ordinary_windows(tab)
  if #ordinary == 1 and ordinary[1] == win and #vim.api.nvim_list_tabpages() == 1 then
    vim.api.nvim_win_set_buf(win, windows.other_buffer(vim.api.nvim_win_get_buf(win)))
  else
    vim.api.nvim_win_hide(win)
  end
end

--- Don't return to another tab page while this one has other windows: a review shows the terminal in its tab page.
local function can_return(win, back)
  local tab = vim.api.nvim_win_get_tabpage(win)
  return vim.api.nvim_win_get_tabpage(back) == tab or #layout.ordinary_windows(tab) == 1
end

--- Hides the window. If it is the current window, moves to `back`.
---@param window tandem.TerminalWindow
---@param back integer? the window from which the user came
---@param previous integer? the target of `CTRL-W p` there
function M.hide(window, back, previous)
  local win, before = window.win, window.before
  if not vim.api.nvim_win_is_valid(win) then
    return
  end
  local is_known = before and vim.api.nvim_tabpage_is_valid(before.tab)
  local meanwhile = is_known and layout.of(before.tab) or nil
  local was_inside = vim.api.nvim_get_current_win() == win
  local can_go_back = back and back ~= win and vim.api.nvim_win_is_valid(back) and can_return(win, back)
  if was_inside and can_go_back then
    vim.api.nvim_set_current_win(back)
  end
  close(win)
  if is_known then
    layout.restore(before, meanwhile, window.axis)
  end
  if was_inside and can_go_back then
    layout.set_previous(previous)
  end
end

return M
