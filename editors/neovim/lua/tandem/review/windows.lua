--- The windows of a review while they are there, and how everything is as before when they are gone.
local outside = require("tandem.review.outside")
local quiet = require("tandem.quiet")
local sizes = require("tandem.review.sizes")

local M = {}

--- The windows that belong to the review: also those in which the user has split its buffers.
---@param review tandem.review.Review
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

--- Is the user in the view?
---@param review tandem.review.Review
function M.is_in(review)
  return vim.tbl_contains(M.of(review), vim.api.nvim_get_current_win())
end

--- A window has to stay when the last tab page goes.
local function leave_something(windows)
  local tabs = vim.api.nvim_list_tabpages()
  if #tabs > 1 then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(tabs[1])) do
    if not vim.tbl_contains(windows, win) and vim.api.nvim_win_get_config(win).relative == "" then
      return
    end
  end
  local buf = vim.fn.bufnr("#")
  if buf <= 0 or not vim.bo[buf].buflisted then
    buf = vim.tbl_filter(function(each)
      return vim.bo[each].buflisted
    end, vim.api.nvim_list_bufs())[1] or vim.api.nvim_create_buf(true, false)
  end
  vim.api.nvim_open_win(buf, true, { split = "below", win = windows[1] })
end

---@param review tandem.review.Review
function M.close_windows(review)
  local windows = M.of(review)
  if #windows > 0 then
    leave_something(windows)
  end
  for _, win in ipairs(windows) do
    if vim.api.nvim_win_is_valid(win) then
      pcall(vim.api.nvim_win_close, win, true)
    end
  end
  for _, buf in ipairs({ review.result or -1, review.base or -1 }) do
    if vim.api.nvim_buf_is_valid(buf) then
      pcall(vim.api.nvim_buf_delete, buf, { force = true })
    end
  end
end

--- Goes to the window of the proposed text.
---@param review tandem.review.Review
function M.enter(review)
  local current = vim.api.nvim_get_current_win()
  local windows = vim.fn.win_findbuf(review.result)
  if not vim.tbl_contains(windows, current) then
    quiet.go_to(windows[1])
  end
end

--- Closes the view. Whoever is in it goes back to where they came from, and nobody else is moved.
---@param review tandem.review.Review
---@param was_in boolean was the user in the view when it ended?
function M.close(review, was_in)
  local view = review.view
  if view and was_in then
    outside.go_back(view)
  end
  M.close_windows(review)
  review.view = nil
  if view then
    sizes.restore(view.sizes)
  end
end

--- Closes all but the proposed text, which is an ordinary buffer from now on.
---@param review tandem.review.Review
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
