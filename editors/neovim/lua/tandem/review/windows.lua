--- Finds, enters and closes the windows of a review.
local origin = require("tandem.review.origin")
local autocommands = require("tandem.autocommands")
local layout = require("tandem.layout")

local M = {}

--- Returns the windows of a review, including splits by the user.
---@return integer[]
function M.of(review)
  local windows = {}
  for _, buf in ipairs({ review.result or -1, review.base or -1 }) do
    if vim.api.nvim_buf_is_valid(buf) then
      vim.list_extend(windows, vim.fn.win_findbuf(buf))
    end
  end
  local terminal = review.view and review.view.terminal
  if terminal and vim.api.nvim_win_is_valid(terminal) then
    table.insert(windows, terminal)
  end
  return windows
end

--- True if the current window belongs to the review.
function M.is_inside(review)
  return vim.tbl_contains(M.of(review), vim.api.nvim_get_current_win())
end

--- Opens another window if these are the last ones.
local function ensure_other_window(windows)
  local tabs = vim.api.nvim_list_tabpages()
  if #tabs > 1 then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(tabs[1])) do
    if not vim.tbl_contains(windows, win) and vim.api.nvim_win_get_config(win).relative == "" then
      return
    end
  end
  local buf = require("tandem.windows").other_buffer()
  vim.api.nvim_open_win(buf, true, { split = "below", win = windows[1] })
end

function M.close_windows(review)
  local windows = M.of(review)
  if #windows > 0 then
    ensure_other_window(windows)
  end
  for _, win in ipairs(windows) do
    if vim.api.nvim_win_is_valid(win) then
      pcall(vim.api.nvim_win_close, win, true)
    end
  end
  require("tandem.review.folds").stop(review)
  for _, buf in ipairs({ review.result or -1, review.base or -1 }) do
    if vim.api.nvim_buf_is_valid(buf) then
      pcall(vim.api.nvim_buf_delete, buf, { force = true })
    end
  end
end

--- Moves to a window of the result.
function M.enter(review)
  local current = vim.api.nvim_get_current_win()
  local windows = vim.fn.win_findbuf(review.result)
  if not vim.tbl_contains(windows, current) then
    autocommands.go_to(windows[1])
  end
end

--- Closes the view. If the user is in it, they return to where they were before.
---@param was_inside boolean whether the user was in the view when the review ended
function M.close(review, was_inside)
  local view = review.view
  if view and was_inside then
    origin.go_back(view)
  end
  M.close_windows(review)
  review.view = nil
  if view then
    layout.restore_saved(view.layout)
  end
end

--- Closes all windows except those of the result, which becomes an ordinary buffer.
function M.leave_result(review)
  local result = review.result
  for _, win in ipairs(vim.fn.win_findbuf(result)) do
    vim.api.nvim_set_option_value("winfixbuf", false, { scope = "local", win = win })
    local winbar = vim.api.nvim_get_option_value("winbar", { scope = "global" })
    vim.api.nvim_set_option_value("winbar", winbar, { scope = "local", win = win })
    vim.api.nvim_win_call(win, vim.cmd.diffoff)
  end
  review.result = nil
  M.close_windows(review)
  review.view = nil
end

return M
