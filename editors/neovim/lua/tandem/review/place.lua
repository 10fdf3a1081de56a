--- Where the windows of a review open.
local outside = require("tandem.review.outside")
local quiet = require("tandem.quiet")
local sizes = require("tandem.review.sizes")

local M = {}

---@class tandem.review.View
---@field place "tab"|"here"
---@field tab integer the tab page
---@field terminal integer? a window of ours on the terminal that the user is typing in
---@field typed_in integer? the buffer of the terminal that the user was typing in when the view was opened
---@field sizes tandem.review.Sizes of the tab page that the view was opened from

--- A window option for as long as the window shows this buffer.
local function set(win, name, value)
  vim.api.nvim_set_option_value(name, value, { scope = "local", win = win })
end

--- A new window takes the options of the one that it was split from, which may be a terminal or a file tree.
local as_everywhere = {
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
  for _, name in ipairs(as_everywhere) do
    set(win, name, vim.api.nvim_get_option_value(name, { scope = "global" }))
  end
  set(win, "spell", false)
  -- A change in a fold is not seen. Vim's own diff switches its folds on itself, and they hide what is the same.
  set(win, "foldenable", false)
  set(win, "winhighlight", "")
  set(win, "winblend", 0)
  set(win, "winfixwidth", false)
  set(win, "winfixheight", false)
  set(win, "scrollbind", false)
  set(win, "cursorbind", false)
  -- What jumps to another file from here (`gf`, a tag, a picker) would end the review.
  set(win, "winfixbuf", true)
end

---@param buf integer
---@param side "left"|"right"|"above"|"below"
---@param beside integer
local function split(buf, side, beside)
  quiet.despite_autocommands(function()
    vim.api.nvim_open_win(buf, false, { split = side, win = beside })
  end, function()
    return #vim.fn.win_findbuf(buf) == 1
  end)
  local win = vim.fn.win_findbuf(buf)[1]
  prepare(win)
  return win
end

--- Opens the window of the text before beside the one of the proposed text, and compares them.
---@param review tandem.review.Review
---@param result_win integer
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

--- Whoever closes the terminal in the view goes on to the proposed text, not to the one before.
---@param review tandem.review.Review
local function lead_on(review)
  vim.api.nvim_create_autocmd("WinClosed", {
    pattern = tostring(review.view.terminal),
    once = true,
    callback = vim.schedule_wrap(function()
      local is_at_base = not review.is_over and vim.api.nvim_get_current_win() == review.base_win
      if is_at_base and vim.api.nvim_win_is_valid(review.result_win) then
        quiet.go_to(review.result_win)
      end
    end),
  })
end

--- In a tab page of its own.
---@param review tandem.review.Review
---@param focus boolean
local function open_tab(review, focus)
  local before = sizes.now()
  local came_from = outside.here()
  -- Keys that are on their way belong to the terminal, so it is in the new tab page too, and has them.
  local stays_in_terminal = came_from.terminal_mode and not focus and review.focus ~= "never"
  local is_behind = not focus and not stays_in_terminal
  local function open()
    quiet.despite_autocommands(function()
      vim.cmd("keepalt keepjumps tab split")
    end, function()
      return vim.api.nvim_get_current_tabpage() ~= came_from.tab
    end)
    local first = vim.api.nvim_get_current_win()
    local tab = vim.api.nvim_get_current_tabpage()
    vim.w[first].tandem_review = review.proposal.id
    local typed_in = came_from.terminal_mode and came_from.buf or nil
    review.view = { place = "tab", tab = tab, sizes = before, typed_in = typed_in }
    if stays_in_terminal then
      review.view.terminal = first
      complete(review, split(review.result, "above", first))
      vim.api.nvim_win_set_height(first, math.max(5, math.floor(vim.o.lines * 0.35)))
      lead_on(review)
    else
      set(first, "winfixbuf", false)
      quiet.despite_autocommands(function()
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
    quiet.unheard(open)
  else
    open()
  end
end

local function is_for_editing(win)
  return vim.api.nvim_win_get_config(win).relative == ""
    and vim.bo[vim.api.nvim_win_get_buf(win)].buftype == ""
    and not vim.wo[win].winfixwidth
end

--- The window that the user edits in: the current one, the one before it, or any other; else the current one.
local function editing_window()
  local current = vim.api.nvim_get_current_win()
  local candidates = { current, vim.fn.win_getid(vim.fn.winnr("#")) }
  vim.list_extend(candidates, vim.api.nvim_tabpage_list_wins(0))
  for _, win in ipairs(candidates) do
    if win ~= 0 and is_for_editing(win) then
      return win, true
    end
  end
  if vim.api.nvim_win_get_config(current).relative ~= "" then
    current = vim.fn.win_getid(1)
  end
  return current, false
end

--- Beside the window that the user edits in.
---@param review tandem.review.Review
---@param focus boolean
local function open_here(review, focus)
  local came_from = outside.here()
  local before = sizes.now()
  for _, other in ipairs(require("tandem.review.registry").all()) do
    -- As it was before the first of those that are here together: the last to go restores that.
    if other ~= review and other.view and other.view.place == "here" and other.view.tab == came_from.tab then
      before = other.view.sizes
      break
    end
  end
  local beside, has_file = editing_window()
  local vertical = review.layout == "vertical"
  local side = has_file and (vertical and "right" or "below") or (vertical and "left" or "above")
  local typed_in = came_from.terminal_mode and came_from.buf or nil
  review.view = { place = "here", tab = came_from.tab, sizes = before, typed_in = typed_in }
  complete(review, split(review.result, side, beside))
  if focus then
    quiet.go_to(review.result_win)
  end
end

--- Why the view cannot be in this tab page, if it cannot.
local function why_not_here(review)
  if review.layout == "inline" then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.wo[win].diff then
      local is_review = vim.b[vim.api.nvim_win_get_buf(win)].tandem_review ~= nil
      return ("this one has %s already"):format(is_review and "another review" or "a diff of yours")
    end
  end
end

---@param review tandem.review.Review
---@param focus boolean
function M.open(review, focus)
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
    reason = "there is no room in this one"
  end
  open_tab(review, focus)
  if reason then
    require("tandem.notify").info("Review in a new tab page: " .. reason .. ".")
  end
end

return M
