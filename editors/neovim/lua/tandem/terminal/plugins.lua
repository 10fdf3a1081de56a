--- Shows the terminal's buffer in a window of another plugin, where and as the user has set that up. The buffer and the
--- process stay ours, so everything else works as in our own windows.
local autocommands = require("tandem.autocommands")

local M = {}

local title = "Claude Code"

--- toggleterm has its own direction, size and highlights. Its commands must not take the terminal for one of its own.
local function toggleterm(buf)
  local terminal = require("toggleterm.terminal").Terminal:new({
    bufnr = buf,
    hidden = true,
    close_on_exit = false,
    display_name = title,
  })
  local here, previous = vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr("#"))
  local ok, problem = pcall(autocommands.suppress, function()
    terminal:open()
    vim.api.nvim_set_current_win(here)
  end)
  if not ok then
    error(problem, 0)
  end
  require("tandem.layout").set_previous(previous)
  vim.b[buf].toggle_number = nil
  return terminal.window, function()
    require("toggleterm.ui").update_float(terminal)
  end
end

--- snacks: a window with the style of its terminals.
local function snacks(buf)
  local win = require("snacks").win({
    buf = buf,
    style = "terminal",
    enter = false,
    title = " " .. title .. " ",
    bo = { filetype = "tandem_terminal" },
  })
  -- It adapts its floats itself.
  return win.win, function() end
end

local open = { toggleterm = toggleterm, snacks = snacks }

---@param provider string
function M.has(provider)
  return open[provider] ~= nil
end

--- Returns why a plugin's window can't be used, or nil.
---@param provider string
---@return string?
function M.why_not(provider)
  if open[provider] and not pcall(require, provider) then
    return ('terminal.provider is "%s", but that plugin isn\'t installed'):format(provider)
  end
end

---@alias tandem.WindowKind "split"|"float"|"tab"

--- Shows the buffer without entering its window.
---@param provider string
---@param buf integer
---@return integer win, tandem.WindowKind kind, fun() fit adapts a float to the size of the screen
function M.open(provider, buf)
  local tab = vim.api.nvim_get_current_tabpage()
  local win, fit = open[provider](buf)
  vim.bo[buf].filetype = "tandem_terminal"
  vim.bo[buf].buflisted = false
  if vim.api.nvim_win_get_config(win).relative ~= "" then
    return win, "float", fit
  end
  return win, vim.api.nvim_win_get_tabpage(win) == tab and "split" or "tab", fit
end

return M
