--- Remembers where the user was before they entered a review, to return there.
local M = {}

---@class tandem.review.Location
---@field tab integer
---@field win integer
---@field buf integer
---@field terminal_mode boolean

---@return tandem.review.Location
function M.here()
  return {
    tab = vim.api.nvim_get_current_tabpage(),
    win = vim.api.nvim_get_current_win(),
    buf = vim.api.nvim_get_current_buf(),
    terminal_mode = vim.api.nvim_get_mode().mode == "t",
  }
end

--- The last location outside all reviews.
local origin ---@type tandem.review.Location?
local tracking ---@type integer?
--- What needs tracking: reviews of proposals, and reviews of changes on disk.
local users = {} ---@type table<string, true>

--- True for the variables of a review's buffer or window.
---@param variables table `vim.b` or `vim.w`
function M.belongs_to_review(variables)
  return variables.tandem_review ~= nil or variables.tandem_change ~= nil
end

local function is_in_review()
  return M.belongs_to_review(vim.b) or M.belongs_to_review(vim.w)
end

local function remember()
  -- A floating window will probably be gone.
  if not is_in_review() and vim.api.nvim_win_get_config(0).relative == "" then
    origin = M.here()
  end
end

--- Turns tracking on or off.
---@param user string
---@param is_on boolean
function M.track(user, is_on)
  users[user] = is_on or nil
  if is_on and not tracking then
    remember()
    tracking = vim.api.nvim_create_autocmd("WinLeave", { callback = remember })
  elseif not next(users) and tracking then
    vim.api.nvim_del_autocmd(tracking)
    tracking, origin = nil, nil
  end
end

--- Returns to the last location, and to terminal mode if the user was in it.
---@param view tandem.review.View
function M.go_back(view)
  if not origin then
    return
  end
  if vim.api.nvim_win_is_valid(origin.win) then
    require("tandem.autocommands").go_to(origin.win)
  elseif vim.api.nvim_tabpage_is_valid(origin.tab) then
    vim.api.nvim_set_current_tabpage(origin.tab)
  end
  local buf = vim.api.nvim_get_current_buf()
  local was_typing = origin.terminal_mode and buf == origin.buf or buf == view.typed_in
  if was_typing and vim.bo[buf].buftype == "terminal" then
    vim.cmd.startinsert()
  end
end

return M
