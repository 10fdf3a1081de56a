--- The windows of a review: where they open, and how everything is as before when they are gone.
local M = {}

---@class tandem.review.View
---@field place "tab"|"here"
---@field tab integer the tab page
---@field terminal integer? a window of ours on the terminal that the user is typing in
---@field typed_in integer? the buffer of the terminal that the user was typing in when the view was opened
---@field sizes tandem.review.Sizes? of the tab page that the view was opened from

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

--- Runs something that the user's autocommands need not know of: windows that are visited only to come back.
local function unheard(run)
  local before = vim.o.eventignore
  vim.o.eventignore = "all"
  local ok, problem = pcall(run)
  vim.o.eventignore = before
  if not ok then
    error(problem, 0)
  end
end

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
local function sizes()
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
local function restore_sizes(before)
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
  if current == before.current and has_other_previous and vim.api.nvim_win_is_valid(before.previous) then
    unheard(function()
      vim.api.nvim_set_current_win(before.previous)
      vim.api.nvim_set_current_win(current)
    end)
  end
  for win, view in pairs(before.views) do
    vim.api.nvim_win_call(win, function()
      local now = vim.fn.winsaveview()
      -- A window that was scrolled by hand has another cursor.
      if now.lnum == view.lnum and now.col == view.col and now.topline ~= view.topline then
        vim.fn.winrestview({ topline = view.topline })
      end
    end)
  end
end

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
---@param split string
---@param beside integer
local function split(buf, split_to, beside)
  local win = vim.api.nvim_open_win(buf, false, { split = split_to, win = beside })
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

--- In a tab page of its own.
---@param review tandem.review.Review
---@param focus boolean
local function open_tab(review, focus)
  local before = sizes()
  local came_from = M.here()
  -- Keys that are on their way belong to the terminal, so it is in the new tab page too, and has them.
  local stays_in_terminal = came_from.terminal_mode and not focus and review.focus ~= "never"
  local is_behind = not focus and not stays_in_terminal
  local function open()
    vim.cmd("keepalt keepjumps tab split")
    local first = vim.api.nvim_get_current_win()
    local tab = vim.api.nvim_get_current_tabpage()
    vim.w[first].tandem_review = review.proposal.id
    review.view = { place = "tab", tab = tab, sizes = before, typed_in = came_from.terminal_mode and came_from.buf or nil }
    if stays_in_terminal then
      review.view.terminal = first
      complete(review, split(review.result, "above", first))
      vim.api.nvim_win_set_height(first, math.max(5, math.floor(vim.o.lines * 0.35)))
    else
      set(first, "winfixbuf", false)
      vim.api.nvim_win_set_buf(first, review.result)
      prepare(first)
      complete(review, first)
    end
    if is_behind then
      vim.api.nvim_set_current_tabpage(came_from.tab)
    end
  end
  if is_behind then
    unheard(open)
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
  local before, came_from = sizes(), M.here()
  local beside, has_file = editing_window()
  local vertical = review.layout == "vertical"
  local side = has_file and (vertical and "right" or "below") or (vertical and "left" or "above")
  review.view = { place = "here", tab = came_from.tab, sizes = before, typed_in = came_from.terminal_mode and came_from.buf or nil }
  complete(review, split(review.result, side, beside))
  if focus then
    vim.api.nvim_set_current_win(review.result_win)
  end
end

--- Why the view cannot be in this tab page, if it cannot.
local function why_not_here(review)
  if review.layout == "inline" then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.wo[win].diff then
      return "this one has a diff of yours, and Neovim would mix the two"
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
    M.close_windows(review)
    require("tandem.review.buffers").create(review)
    reason = "there is no room for it in this one"
  end
  open_tab(review, focus)
  if reason then
    require("tandem.notify").info("The review is in a new tab page: " .. reason .. ".")
  end
end

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

--- Back to where the user came from, in the mode that they were in.
---@param view tandem.review.View
local function go_back(view)
  if not outside then
    return
  end
  if vim.api.nvim_win_is_valid(outside.win) then
    vim.api.nvim_set_current_win(outside.win)
  elseif vim.api.nvim_tabpage_is_valid(outside.tab) then
    vim.api.nvim_set_current_tabpage(outside.tab)
  end
  local buf = vim.api.nvim_get_current_buf()
  local was_typing = outside.terminal_mode and buf == outside.buf or buf == view.typed_in
  if was_typing and vim.bo[buf].buftype == "terminal" then
    vim.cmd.startinsert()
  end
end

--- Goes to the window of the proposed text.
---@param review tandem.review.Review
function M.enter(review)
  local current = vim.api.nvim_get_current_win()
  local windows = vim.fn.win_findbuf(review.result)
  if not vim.tbl_contains(windows, current) then
    vim.api.nvim_set_current_win(windows[1])
  end
end

--- Closes the view. Whoever is in it goes back to where they came from, and nobody else is moved.
---@param review tandem.review.Review
---@param was_in boolean was the user in the view when it ended?
function M.close(review, was_in)
  local view = review.view
  if not view then
    return
  end
  if was_in then
    go_back(view)
  end
  M.close_windows(review)
  review.view = nil
  if view.sizes then
    restore_sizes(view.sizes)
  end
end

--- Closes all but the proposed text, which is an ordinary buffer from now on.
---@param review tandem.review.Review
function M.leave_result(review)
  local result = review.result
  for _, win in ipairs(vim.fn.win_findbuf(result)) do
    set(win, "winfixbuf", false)
    set(win, "winbar", vim.api.nvim_get_option_value("winbar", { scope = "global" }))
    vim.api.nvim_win_call(win, vim.cmd.diffoff)
  end
  review.result = nil
  M.close_windows(review)
  review.view = nil
end

return M
