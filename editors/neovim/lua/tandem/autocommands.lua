--- Changes windows without interference from the user's autocommands.
local M = {}

--- Runs a function with all autocommands disabled, for windows that are only visited briefly.
function M.suppress(run)
  local before = vim.o.eventignore
  vim.o.eventignore = "all"
  local ok, result = pcall(run)
  vim.o.eventignore = before
  if not ok then
    error(result, 0)
  end
  return result
end

--- Runs a function that must not fail because of an error in an autocommand.
---@param run fun()
---@param is_done fun(): boolean
function M.tolerate_errors(run, is_done)
  if not pcall(run) and not is_done() then
    M.suppress(run)
  end
end

---@param win integer
function M.go_to(win)
  M.tolerate_errors(function()
    vim.api.nvim_set_current_win(win)
  end, function()
    return vim.api.nvim_get_current_win() == win
  end)
end

return M
