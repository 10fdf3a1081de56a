--- Changes of windows that the user's autocommands do not disturb, or are not disturbed by.
local M = {}

--- Runs something that the user's autocommands need not know of: windows that are visited only to come back.
function M.unheard(run)
  local before = vim.o.eventignore
  vim.o.eventignore = "all"
  local ok, result = pcall(run)
  vim.o.eventignore = before
  if not ok then
    error(result, 0)
  end
  return result
end

--- Runs a change of windows that must not fail because an autocommand of the user's does.
---@param run fun()
---@param is_done fun(): boolean
function M.despite_autocommands(run, is_done)
  if not pcall(run) and not is_done() then
    M.unheard(run)
  end
end

---@param win integer
function M.go_to(win)
  M.despite_autocommands(function()
    vim.api.nvim_set_current_win(win)
  end, function()
    return vim.api.nvim_get_current_win() == win
  end)
end

return M
