--- The sizes of the windows of a tab page, what they show of their texts, and which one was the current one before.
local M = {}

---@class tandem.review.Sizes
---@field tab integer
---@field layout any
---@field command string
---@field views table<integer, table>
---@field current integer
---@field previous integer the window that `CTRL-W p` goes to, or 0
---@field lines integer
---@field columns integer

---@return tandem.review.Sizes
function M.now()
  local views = {}
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    views[win] = vim.api.nvim_win_call(win, vim.fn.winsaveview)
  end
  return {
    tab = vim.api.nvim_get_current_tabpage(),
    layout = vim.fn.winlayout(),
    command = vim.fn.winrestcmd(),
    views = views,
    current = vim.api.nvim_get_current_win(),
    previous = vim.fn.win_getid(vim.fn.winnr("#")),
    lines = vim.o.lines,
    columns = vim.o.columns,
  }
end

--- Gives windows back the sizes that they had, unless they are others now.
---@param before tandem.review.Sizes
function M.restore(before)
  if
    before.tab ~= vim.api.nvim_get_current_tabpage()
    or before.lines ~= vim.o.lines
    or before.columns ~= vim.o.columns
    or not vim.deep_equal(before.layout, vim.fn.winlayout())
  then
    return
  end
  if before.command ~= vim.fn.winrestcmd() then
    vim.cmd(before.command)
  end
  local current = vim.api.nvim_get_current_win()
  local has_other_previous = vim.fn.win_getid(vim.fn.winnr("#")) ~= before.previous
  local is_free = require("tandem.review.moments").is_free()
  if is_free and current == before.current and has_other_previous and vim.api.nvim_win_is_valid(before.previous) then
    require("tandem.quiet").unheard(function()
      vim.api.nvim_set_current_win(before.previous)
      vim.api.nvim_set_current_win(current)
    end)
  end
  for win, view in pairs(before.views) do
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_call(win, function()
        local now = vim.fn.winsaveview()
        -- A window that was scrolled by hand has another cursor.
        if now.lnum == view.lnum and now.col == view.col and now.topline ~= view.topline then
          vim.fn.winrestview({ topline = view.topline })
        end
      end)
    end
  end
end

return M
