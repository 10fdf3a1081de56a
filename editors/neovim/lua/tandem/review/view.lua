--- Opens the windows of a review.
local origin = require("tandem.review.origin")
local autocommands = require("tandem.autocommands")
local windows = require("tandem.windows")
local layout = require("tandem.layout")

local M = {}

---@class tandem.review.View
---@field place "tab"|"here"
---@field tab integer the tab page
---@field terminal integer? a window on the terminal that the user is typing in
---@field typed_in integer? the terminal buffer that the user was typing in when the view was opened
---@field layout tandem.SavedLayout of the tab page from which the view was opened

--- Options to reset to their global values: a new window inherits those of the one that was split, which may be a terminal
--- or a file tree.
local reset_options = {
  "number",
  "relativenumber",
  "numberwidth",
  "signcolumn",
  "statuscolumn",
  "list",
  "listchars",
  "wrap",
  "linebreak",
  "cursorline",
  "cursorlineopt",
  "cursorcolumn",
  "colorcolumn",
  "conceallevel",
  "concealcursor",
  "fillchars",
  "scrolloff",
  "sidescrolloff",
  "statusline",
}

local function prepare(win)
  local options = {
    spell = false,
    -- Folds could hide a change. Diff mode turns on its own folds.
    foldenable = false,
    winhighlight = "",
    winblend = 0,
    winfixwidth = false,
    winfixheight = false,
    scrollbind = false,
    cursorbind = false,
    -- Jumping to another file (`gf`, a tag, a picker) would end the review.
    winfixbuf = true,
  }
  for _, name in ipairs(reset_options) do
    options[name] = vim.api.nvim_get_option_value(name, { scope = "global" })
  end
  windows.set_options(win, options)
end

local function split(buf, side, beside)
  autocommands.tolerate_errors(function()
    vim.api.nvim_open_win(buf, false, { split = side, win = beside })
  end, function()
    return #vim.fn.win_findbuf(buf) == 1
  end)
  local win = vim.fn.win_findbuf(buf)[1]
  prepare(win)
  return win
end

--- Opens the window of the base beside that of the result, in diff mode.
local function complete(review, result_win)
  review.result_win = result_win
  if review.layout ~= "inline" then
    review.base_win = split(review.base, review.layout == "vertical" and "left" or "above", review.result_win)
    for _, win in ipairs({ review.base_win, review.result_win }) do
      vim.api.nvim_win_call(win, vim.cmd.diffthis)
    end
  end
  require("tandem.review.buffers").end_with_window(review)
end

--- When the user closes the terminal in the view, moves to the result instead of the base.
local function enter_result_after_terminal(review)
  vim.api.nvim_create_autocmd("WinClosed", {
    pattern = tostring(review.view.terminal),
    once = true,
    callback = vim.schedule_wrap(function()
      local is_at_base = not review.is_closed and vim.api.nvim_get_current_win() == review.base_win
      if is_at_base and vim.api.nvim_win_is_valid(review.result_win) then
        autocommands.go_to(review.result_win)
      end
    end),
  })
end

--- Opens the view in a new tab page.
local function open_tab(review, focus)
  local before = layout.save()
  local came_from = origin.here()
  -- The user is typing in a terminal: show it in the new tab page too, and let it keep the focus.
  local stays_in_terminal = came_from.terminal_mode and not focus and review.focus ~= "never"
  local is_behind = not focus and not stays_in_terminal
  local function open()
    autocommands.tolerate_errors(function()
      vim.cmd("keepalt keepjumps tab split")
    end, function()
      return vim.api.nvim_get_current_tabpage() ~= came_from.tab
    end)
    local first = vim.api.nvim_get_current_win()
    local tab = vim.api.nvim_get_current_tabpage()
    vim.w[first][review.variable] = review.id
    local typed_in = came_from.terminal_mode and came_from.buf or nil
    review.view = { place = "tab", tab = tab, layout = before, typed_in = typed_in }
    if stays_in_terminal then
      review.view.terminal = first
      complete(review, split(review.result, "above", first))
      vim.api.nvim_win_set_height(first, math.max(5, math.floor(vim.o.lines * 0.35)))
      enter_result_after_terminal(review)
    else
      windows.set_options(first, { winfixbuf = false })
      autocommands.tolerate_errors(function()
        vim.api.nvim_win_set_buf(first, review.result)
      end, function()
        return vim.api.nvim_win_get_buf(first) == review.result
      end)
      prepare(first)
      complete(review, first)
    end
    if is_behind then
      vim.api.nvim_set_current_tabpage(came_from.tab)
    end
  end
  if is_behind then
    autocommands.suppress(open)
  else
    open()
  end
end

local function is_for_editing(win)
  return vim.api.nvim_win_get_config(win).relative == ""
    and vim.bo[vim.api.nvim_win_get_buf(win)].buftype == ""
    and not vim.wo[win].winfixwidth
end

--- Returns the window in which the user edits, and whether there is one; otherwise the current window.
local function editing_window()
  local win = windows.find(is_for_editing)
  if win then
    return win, true
  end
  local is_float = vim.api.nvim_win_get_config(0).relative ~= ""
  return is_float and vim.fn.win_getid(1) or vim.api.nvim_get_current_win(), false
end

--- Opens the view beside the window in which the user edits.
local function open_here(review, focus)
  local came_from = origin.here()
  local before = layout.save()
  for _, other in ipairs(require("tandem.review.registry").all()) do
    -- The last of several reviews in a tab page restores the sizes from before the first one.
    if other ~= review and other.view and other.view.place == "here" and other.view.tab == came_from.tab then
      before = other.view.layout
      break
    end
  end
  local beside, has_file = editing_window()
  local vertical = review.layout == "vertical"
  local side = has_file and (vertical and "right" or "below") or (vertical and "left" or "above")
  local typed_in = came_from.terminal_mode and came_from.buf or nil
  review.view = { place = "here", tab = came_from.tab, layout = before, typed_in = typed_in }
  complete(review, split(review.result, side, beside))
  if focus then
    autocommands.go_to(review.result_win)
  end
end

--- Returns why the view can't be opened in this tab page, or nil.
local function why_not_here(review)
  if review.layout == "inline" then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.wo[win].diff then
      local is_review = origin.belongs_to_review(vim.b[vim.api.nvim_win_get_buf(win)])
      return ("this one already has %s"):format(is_review and "another review" or "a diff")
    end
  end
end

--- Shows a review. Its buffers are created here.
---@param review tandem.review.Shown
---@param focus boolean
function M.open(review, focus)
  local is_native = review.layout ~= "inline"
  if is_native and require("tandem.review.diff").is_too_slow(review.old.lines, review.new.lines) then
    review.layout = "inline"
    require("tandem.notify").info("Using the inline layout: a change is too long for Vim's diff.")
  end
  require("tandem.review.buffers").create(review)
  local place = review.place
  local reason = place == "here" and why_not_here(review)
  if place == "here" and not reason then
    local ok, problem = pcall(open_here, review, focus)
    if ok then
      return
    end
    if not tostring(problem):find("E36:") then
      error(problem, 0)
    end
    require("tandem.review.windows").close_windows(review)
    require("tandem.review.buffers").create(review)
    reason = "this one is too small"
  end
  open_tab(review, focus)
  if reason then
    require("tandem.notify").info("Opened in a new tab page: " .. reason .. ".")
  end
end

---@param review tandem.review.Shown
function M.go_to_first_hunk(review)
  if review.hunks[1] then
    local last = vim.api.nvim_buf_line_count(review.result)
    vim.api.nvim_win_set_cursor(review.result_win, { math.min(review.hunks[1].new, last), 0 })
    if review.base_win then
      vim.api.nvim_win_call(review.result_win, vim.cmd.syncbind)
    end
  end
end

return M
