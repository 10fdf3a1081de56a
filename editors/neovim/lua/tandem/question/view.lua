--- The float that shows code before it may run. Its keys only answer once it has been visible for a moment without any key
--- press.

--- A key pressed before the code appeared arrives sooner than this.
local idle_ms = 500
--- Code longer than this, in bytes, is not highlighted.
local highlight_limit = 200000

local space = vim.api.nvim_create_namespace("tandem_question")

---@class tandem.QuestionView
---@field win integer?
---@field buf integer
---@field drawn_at number? when it was first drawn
---@field is_armed boolean its keys answer
---@field last_key number
---@field takes_focus boolean? it will be entered
---@field is_settling boolean? a timer waits for it to be idle
---@field is_leaving boolean? the user is closing its window
---@field answer fun(answer: "once"|"always"|"never")
local View = {}
View.__index = View

--- Returns milliseconds. Tests replace this function.
function View.now()
  return vim.uv.hrtime() / 1e6
end

---@param question tandem.CodeQuestion
local function fill(buf, question)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, question.lines)
  for _, sign in ipairs(question.signs) do
    vim.api.nvim_buf_set_extmark(buf, space, sign.row, sign.from, {
      end_col = sign.to,
      hl_group = "TandemHidden",
      priority = 300,
    })
  end
end

--- Highlights without setting 'filetype', which would start language servers and formatters.
local function highlight(buf, code)
  vim.api.nvim_set_hl(0, "TandemHidden", { default = true, link = "ErrorMsg" })
  if #code <= highlight_limit and not pcall(vim.treesitter.start, buf, "python") then
    pcall(vim.api.nvim_set_option_value, "syntax", "python", { buf = buf })
  end
end

---@param question tandem.CodeQuestion
---@param answer fun(answer: "once"|"always"|"never")
function View.new(question, answer)
  local self = setmetatable({ question = question, answer = answer, is_armed = false, last_key = 0 }, View)
  self.buf = vim.api.nvim_create_buf(false, true)
  vim.b[self.buf].tandem_question = true
  self.count = #question.lines
  fill(self.buf, question)
  vim.bo[self.buf].modifiable = false
  highlight(self.buf, question.code)
  self:map()
  self.on_key = vim.on_key(function(_, typed)
    if typed ~= "" then
      self.last_key = View.now()
    end
  end, nil)
  return self
end

function View:map()
  local function map(key, answer, desc)
    vim.keymap.set("n", key, function()
      self:pressed(answer)
    end, { buffer = self.buf, nowait = true, desc = desc })
  end
  map("y", "once", "Run this code")
  map("a", "always", "Always run code in this workspace")
  for _, key in ipairs({ "n", "q", "<Esc>" }) do
    map(key, "never", "Don't run this code")
  end
end

function View:pressed(answer)
  -- A macro must not answer the question.
  if self.is_armed and vim.fn.reg_executing() == "" then
    self.answer(answer)
  end
end

function View:footer()
  if self.is_armed then
    return " y once · a always in this workspace · n no "
  end
  return self:is_current() and " … " or " :TandemAllow once · :TandemAllow! always · :TandemDeny no "
end

function View:is_current()
  return self.win ~= nil and vim.api.nvim_get_current_win() == self.win
end

function View:title(is_cut)
  local lines = self.count == 1 and "1 line" or self.count .. " lines"
  local queue = self.waiting and self.waiting > 0 and (" · %d more"):format(self.waiting) or ""
  return (" Claude Code wants to run %s of Python%s%s "):format(lines, is_cut and " · scroll to see all" or "", queue)
end

--- Returns how many rows the code needs in a window of this width, at most `limit`.
local function rows_of(buf, width, limit)
  local rows = 0
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, limit, false)) do
    rows = rows + math.max(1, math.ceil(vim.fn.strdisplaywidth(line:sub(1, width * limit)) / width))
    if rows >= limit then
      return limit
    end
  end
  return rows
end

--- Centred if the cursor is in it, otherwise smaller and away from the cursor.
function View:config()
  local available = vim.o.lines - vim.o.cmdheight - 2
  local is_current = self:is_current()
  local most = math.max(2, math.floor(available * (is_current and 0.8 or 0.4)))
  local width = math.max(20, math.min(vim.o.columns - 4, 100))
  local gutter = math.max(4, #tostring(self.count) + 2)
  local rows = rows_of(self.buf, math.max(1, width - gutter), most)
  local height = math.max(1, math.min(most, rows + 1))
  local row = math.floor((available - height) / 2)
  if not is_current then
    local cursor = vim.fn.screenrow()
    row = cursor > vim.o.lines / 2 and 1 or math.max(0, available - height - 1)
  end
  return {
    relative = "editor",
    width = width,
    height = height,
    row = row,
    col = math.max(0, math.floor((vim.o.columns - width - 2) / 2)),
    border = "rounded",
    title = self:title(rows + 1 > height),
    title_pos = "center",
    footer = self:footer(),
    footer_pos = "center",
    zindex = 150,
  }
end

--- Overrides the user's settings that could hide a part of the code.
local function set_options(win, folder)
  require("tandem.windows").set_options(win, {
    wrap = true,
    linebreak = false,
    number = true,
    relativenumber = false,
    signcolumn = "no",
    foldenable = false,
    foldcolumn = "0",
    statuscolumn = "",
    conceallevel = 0,
    list = false,
    spell = false,
    rightleft = false,
    diff = false,
    scrollbind = false,
    cursorbind = false,
    smoothscroll = true,
    winfixbuf = true,
    winblend = 0,
    winhighlight = "",
    winbar = folder and (" in " .. vim.fn.strtrans(folder)):gsub("%%", "%%%%") or "",
  })
end

--- Shows the float in this tab page without entering it.
function View:show()
  self:leave_screen()
  self.drawn_at, self.is_armed, self.came_from = nil, false, nil
  self.win = vim.api.nvim_open_win(self.buf, false, self:config())
  self.tab = vim.api.nvim_get_current_tabpage()
  set_options(self.win, self.question.folder)
  vim.api.nvim_set_decoration_provider(space, {
    on_win = function(_, win)
      if win == self.win and not self.drawn_at then
        self.drawn_at = View.now()
      end
      return false
    end,
  })
end

--- Updates the title and the footer.
function View:refresh()
  if self.win and vim.api.nvim_win_is_valid(self.win) then
    vim.api.nvim_win_set_config(self.win, self:config())
  end
end

--- True if it has been visible for a while without any key press. Keys pressed while Neovim was busy are handled before the
--- timer that calls this.
---@return boolean
function View:is_idle()
  return self:was_seen() and View.now() - self.last_key >= idle_ms
end

--- True if it has been visible for a while.
---@return boolean
function View:was_seen()
  return self.drawn_at ~= nil and View.now() - self.drawn_at >= idle_ms
end

--- Enters the float.
function View:focus()
  self.previous = vim.fn.win_getid(vim.fn.winnr("#"))
  vim.api.nvim_set_current_win(self.win)
end

--- Call this when the user has entered the float.
function View:entered(came_from)
  self.came_from = came_from
  self:refresh()
end

--- Enables its keys.
function View:arm()
  self.is_armed = true
  self:refresh()
end

function View:leave_screen()
  local win, came_from = self.win, self.came_from
  self.win = nil
  if not win or not vim.api.nvim_win_is_valid(win) then
    return
  end
  local goes_back = vim.api.nvim_get_current_win() == win and came_from and vim.api.nvim_win_is_valid(came_from)
  if goes_back then
    vim.api.nvim_set_current_win(came_from)
  end
  vim.api.nvim_win_close(win, true)
  if goes_back then
    require("tandem.layout").set_previous(self.previous)
  end
end

--- Closes the float without an answer.
function View:close()
  vim.on_key(nil, self.on_key)
  vim.api.nvim_set_decoration_provider(space, {})
  self:leave_screen()
  if vim.api.nvim_buf_is_valid(self.buf) then
    vim.api.nvim_buf_delete(self.buf, { force = true })
  end
end

return View
