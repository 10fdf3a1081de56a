--- Where the user is when they are in no review, and the way back there.
local M = {}

---@class tandem.review.Place
---@field tab integer
---@field win integer
---@field buf integer
---@field terminal_mode boolean

---@return tandem.review.Place
function M.here()
  return {
    tab = vim.api.nvim_get_current_tabpage(),
    win = vim.api.nvim_get_current_win(),
    buf = vim.api.nvim_get_current_buf(),
    terminal_mode = vim.api.nvim_get_mode().mode == "t",
  }
end

--- Where the user was last outside of all reviews: the place to go back to.
local outside ---@type tandem.review.Place?
local tracking ---@type integer?

local function is_of_a_review()
  return vim.b.tandem_review ~= nil or vim.w.tandem_review ~= nil
end

local function remember_outside()
  -- A floating window is gone when one comes back.
  if not is_of_a_review() and vim.api.nvim_win_get_config(0).relative == "" then
    outside = M.here()
  end
end

--- From the first review to the end of the last one.
---@param is_on boolean
function M.track(is_on)
  if is_on and not tracking then
    remember_outside()
    tracking = vim.api.nvim_create_autocmd("WinLeave", { callback = remember_outside })
  elseif not is_on and tracking then
    vim.api.nvim_del_autocmd(tracking)
    tracking, outside = nil, nil
  end
end

--- Back to where the user came from, in the mode that they were in.
---@param view tandem.review.View
function M.go_back(view)
  if not outside then
    return
  end
  if vim.api.nvim_win_is_valid(outside.win) then
    require("tandem.quiet").go_to(outside.win)
  elseif vim.api.nvim_tabpage_is_valid(outside.tab) then
    vim.api.nvim_set_current_tabpage(outside.tab)
  end
  local buf = vim.api.nvim_get_current_buf()
  local was_typing = outside.terminal_mode and buf == outside.buf or buf == view.typed_in
  if was_typing and vim.bo[buf].buftype == "terminal" then
    vim.cmd.startinsert()
  end
end

return M
