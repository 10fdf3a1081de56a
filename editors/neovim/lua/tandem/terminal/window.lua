--- Where the terminal is shown: a split, a float or a tab page. Showing never moves the keyboard; hiding leaves the
--- windows as they were.
local layout = require("tandem.terminal.layout")
local quiet = require("tandem.quiet")

local M = {}

---@class tandem.TerminalWindow
---@field win integer
---@field provider "split"|"float"|"tab"
---@field axis "width"|"height"|nil
---@field before tandem.Layout? the tab page that gave the room, before it did

local function options()
  return require("tandem.config").get().terminal
end

--- Set for this window and this buffer only, so that another buffer in this window looks as the user wants it.
local function dress(win, axis)
  local set = {
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
    -- A window that is split from one of the user's diff must not join it.
    diff = false,
    scrollbind = false,
    cursorbind = false,
    winfixwidth = axis == "width",
    winfixheight = axis == "height",
  }
  for name, value in pairs(set) do
    vim.api.nvim_set_option_value(name, value, { scope = "local", win = win })
  end
end

local directions = { left = "left", right = "right", top = "above", bottom = "below" }

local function show_split(buf)
  local side, size = options().side, options().size
  local is_beside = side == "left" or side == "right"
  local axis = is_beside and "width" or "height"
  local room = is_beside and vim.o.columns or (vim.o.lines - vim.o.cmdheight)
  local wanted = math.max(1, math.floor(room * size))
  local ok, win = pcall(vim.api.nvim_open_win, buf, false, { split = directions[side], win = -1, [axis] = wanted })
  if not ok then
    error("There is no room for the window of Claude Code", 0)
  end
  -- At the left and at the top Neovim makes it smaller, for the sake of the current window.
  local set = is_beside and vim.api.nvim_win_set_width or vim.api.nvim_win_set_height
  set(win, wanted)
  return win, axis
end

local function float_config()
  local float = options().float
  local border = float.border
  local edge = (border == "none" or border == "shadow") and 0 or 2
  local rows = vim.o.lines - vim.o.cmdheight
  local width = math.max(1, math.min(vim.o.columns - edge, math.floor(vim.o.columns * float.width)))
  local height = math.max(1, math.min(rows - edge, math.floor(rows * float.height)))
  return {
    relative = "editor",
    width = width,
    height = height,
    row = math.max(0, math.floor((rows - height - edge) / 2)),
    col = math.max(0, math.floor((vim.o.columns - width - edge) / 2)),
    border = border,
    title = border ~= "none" and border ~= "shadow" and " Claude Code " or nil,
    title_pos = border ~= "none" and border ~= "shadow" and "center" or nil,
  }
end

--- What is to be done in the new window is done while its tab page is the current one: for another one Neovim makes a
--- window in this tab page meanwhile, and then forgets where `CTRL-W p` goes.
local function show_tab(buf, run)
  local here = vim.api.nvim_get_current_win()
  local is_selecting = vim.api.nvim_get_mode().mode:find("^[vV\22]") ~= nil
  local win = quiet.unheard(function()
    vim.cmd("tab split")
    vim.api.nvim_win_set_buf(0, buf)
    return vim.api.nvim_get_current_win()
  end)
  dress(win)
  local ok, problem = pcall(run)
  quiet.unheard(function()
    vim.api.nvim_set_current_win(here)
    -- A selection ends where another tab page begins.
    if is_selecting then
      vim.cmd.normal({ "gv", bang = true })
    end
  end)
  return win, ok, problem
end

--- Shows the buffer, and runs something in its window. The keyboard stays where it is, whatever that does.
---@param buf integer
---@param run fun()
---@return tandem.TerminalWindow window, boolean ok, any problem
function M.show(buf, run)
  local provider = options().provider
  local before = provider ~= "float" and layout.of(vim.api.nvim_get_current_tabpage()) or nil
  local win, axis, ok, problem
  if provider == "tab" then
    win, ok, problem = show_tab(buf, run)
  else
    if provider == "float" then
      win = vim.api.nvim_open_win(buf, false, float_config())
    else
      win, axis = show_split(buf)
    end
    dress(win, axis)
    ok, problem = pcall(vim.api.nvim_win_call, win, run)
  end
  return { win = win, provider = provider, axis = axis, before = before }, ok, problem
end

--- A float follows the size of the screen.
---@param window tandem.TerminalWindow
function M.fit(window)
  if window.provider == "float" and vim.api.nvim_win_is_valid(window.win) then
    vim.api.nvim_win_set_config(window.win, float_config())
  end
end

--- The buffer that takes the place of a terminal in the last window there is.
local function another_buffer(buf)
  local best
  for _, info in ipairs(vim.fn.getbufinfo({ buflisted = 1 })) do
    if info.bufnr ~= buf and (not best or info.lastused > best.lastused) then
      best = info
    end
  end
  return best and best.bufnr or vim.api.nvim_create_buf(true, false)
end

--- Closes a window of the terminal, or shows something else in it where it is the last one.
local function take_away(win)
  local tab = vim.api.nvim_win_get_tabpage(win)
  local ordinary = layout.ordinary_windows(tab)
  if #ordinary == 1 and ordinary[1] == win and #vim.api.nvim_list_tabpages() == 1 then
    vim.api.nvim_win_set_buf(win, another_buffer(vim.api.nvim_win_get_buf(win)))
  else
    vim.api.nvim_win_hide(win)
  end
end

--- Another tab page is no place to go back to while this one stays: a review shows the terminal in one of its own.
local function stays_or_ends(win, back)
  local tab = vim.api.nvim_win_get_tabpage(win)
  return vim.api.nvim_win_get_tabpage(back) == tab or #layout.ordinary_windows(tab) == 1
end

--- Hides it. The keyboard, if it is there, goes to `back`.
---@param window tandem.TerminalWindow
---@param back integer? the window that the user came from
---@param previous integer? the one that `CTRL-W p` went to from there
function M.hide(window, back, previous)
  local win, before = window.win, window.before
  if not vim.api.nvim_win_is_valid(win) then
    return
  end
  local is_known = before and vim.api.nvim_tabpage_is_valid(before.tab)
  local meanwhile = is_known and layout.of(before.tab) or nil
  local was_inside = vim.api.nvim_get_current_win() == win
  local can_go_back = back and back ~= win and vim.api.nvim_win_is_valid(back) and stays_or_ends(win, back)
  if was_inside and can_go_back then
    vim.api.nvim_set_current_win(back)
  end
  take_away(win)
  if is_known then
    layout.restore(before, meanwhile, window.axis)
  end
  if was_inside and can_go_back then
    layout.set_previous(previous)
  end
end

return M
