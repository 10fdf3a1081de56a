--- Saves and restores the sizes and views of a tab page's windows.
local autocommands = require("tandem.autocommands")

local M = {}

---@class tandem.Layout
---@field tab integer
---@field tree any the result of `winlayout()`
---@field columns integer
---@field lines integer
---@field windows table<integer, { width: integer, height: integer, buf: integer, view: table }>

local function tree(tab)
  return vim.fn.winlayout(vim.api.nvim_tabpage_get_number(tab))
end

local function ordinary(tab)
  return vim.tbl_filter(function(win)
    return vim.api.nvim_win_get_config(win).relative == ""
  end, vim.api.nvim_tabpage_list_wins(tab))
end

M.ordinary_windows = ordinary

---@param tab integer
---@return tandem.Layout
function M.of(tab)
  local windows = {}
  for _, win in ipairs(ordinary(tab)) do
    windows[win] = {
      width = vim.api.nvim_win_get_width(win),
      height = vim.api.nvim_win_get_height(win),
      buf = vim.api.nvim_win_get_buf(win),
      view = vim.api.nvim_win_call(win, vim.fn.winsaveview),
    }
  end
  return { tab = tab, tree = tree(tab), columns = vim.o.columns, lines = vim.o.lines, windows = windows }
end

--- Restores the sizes, unless the windows or the screen size have changed. In the direction that the terminal did not use,
--- the sizes of `meanwhile` are kept.
---@param before tandem.Layout
---@param meanwhile tandem.Layout?
---@param axis "width"|"height"|nil the direction in which the terminal used space; nil for both
function M.restore(before, meanwhile, axis)
  if not vim.api.nvim_tabpage_is_valid(before.tab) or not vim.deep_equal(tree(before.tab), before.tree) then
    return
  end
  if before.columns ~= vim.o.columns or before.lines ~= vim.o.lines then
    return
  end
  local function size(win, name)
    local from = axis and axis ~= name and meanwhile and meanwhile.windows[win] or before.windows[win]
    return from[name]
  end
  -- Twice, like `winrestcmd()`: a window can only grow when its neighbour has shrunk.
  for _ = 1, 2 do
    for _, win in ipairs(ordinary(before.tab)) do
      vim.api.nvim_win_set_height(win, size(win, "height"))
      vim.api.nvim_win_set_width(win, size(win, "width"))
    end
  end
  for win, was in pairs(before.windows) do
    local now = meanwhile and meanwhile.windows[win]
    local is_untouched = now
      and vim.api.nvim_win_get_buf(win) == was.buf
      and now.view.lnum == was.view.lnum
      and now.view.col == was.view.col
    if is_untouched and win ~= vim.api.nvim_get_current_win() then
      vim.api.nvim_win_call(win, function()
        vim.fn.winrestview(was.view)
      end)
    elseif is_untouched then
      vim.fn.winrestview(was.view)
    end
  end
end

--- Makes a window of this tab page the target of `CTRL-W p`.
---@param previous integer?
function M.set_previous(previous)
  local here = vim.api.nvim_get_current_win()
  if not previous or previous == here or not vim.api.nvim_win_is_valid(previous) then
    return
  end
  local tab = vim.api.nvim_get_current_tabpage()
  if vim.api.nvim_win_get_tabpage(previous) ~= tab or vim.fn.win_getid(vim.fn.winnr("#")) == previous then
    return
  end
  -- 'winwidth' and 'winheight' can enlarge a window when it is entered.
  local before = M.of(tab)
  autocommands.suppress(function()
    vim.api.nvim_set_current_win(previous)
    vim.api.nvim_set_current_win(here)
  end)
  M.restore(before)
end

---@class tandem.SavedLayout: tandem.Layout
---@field current integer
---@field previous integer the target of `CTRL-W p`

--- Saves the layout of the current tab page.
---@return tandem.SavedLayout
function M.save()
  local saved = M.of(vim.api.nvim_get_current_tabpage())
  saved.current, saved.previous = vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr("#"))
  return saved
end

--- Restores a saved layout, if its tab page is the current one. The views are restored where the cursor has not moved.
---@param saved tandem.SavedLayout
function M.restore_saved(saved)
  if saved.tab ~= vim.api.nvim_get_current_tabpage() then
    return
  end
  M.restore(saved, M.of(saved.tab))
  local is_free = require("tandem.review.timing").is_free()
  if is_free and vim.api.nvim_get_current_win() == saved.current and saved.previous ~= 0 then
    M.set_previous(saved.previous)
  end
end

return M
