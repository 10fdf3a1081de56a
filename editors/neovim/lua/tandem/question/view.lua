--- The float that shows code before it may run. It shows all of it and hides nothing; what is typed in it becomes an
--- answer only when it has been on the screen for a moment in which no key was pressed.
local visible = require("tandem.question.visible")

--- A key that was on its way when the code appeared comes sooner than this.
local quiet_ms = 500
--- Above this highlighting takes longer than it helps.
local highlight_limit = 200000

local space = vim.api.nvim_create_namespace("tandem_question")

---@class tandem.QuestionView
---@field win integer?
---@field buf integer
---@field drawn_at number? when it was on the screen first
---@field is_armed boolean keys answer
---@field last_key number
---@field takes_focus boolean? the keyboard is to come here
---@field is_settling boolean? somebody waits for it to be quiet
---@field is_leaving boolean? its window is being closed by the user
---@field answer fun(answer: "once"|"always"|"never")
local View = {}
View.__index = View

--- Milliseconds; a field, so that a test can have a clock of its own.
function View.now()
  return vim.uv.hrtime() / 1e6
end

local function fill(buf, code)
  local lines, signs = {}, {}
  -- The end of the last line begins no other.
  code = code:gsub("\n$", "")
  for number, line in ipairs(vim.split(code, "\n", { plain = true })) do
    lines[number], signs[number] = visible.line(line)
  end
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  for number, places in ipairs(signs) do
    for _, place in ipairs(places) do
      vim.api.nvim_buf_set_extmark(buf, space, number - 1, place.from, {
        end_col = place.to,
        hl_group = "TandemHidden",
        priority = 300,
      })
    end
  end
  return #lines
end

--- Colours without the file type, which would bring language servers and formatters.
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
  self.count = fill(self.buf, question.code)
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
  local function map(key, answer, words)
    vim.keymap.set("n", key, function()
      self:pressed(answer)
    end, { buffer = self.buf, nowait = true, desc = words })
  end
  map("y", "once", "Run this code")
  map("a", "always", "Run this code, and all code in this workspace from now on")
  for _, key in ipairs({ "n", "q", "<Esc>" }) do
    map(key, "never", "Do not run this code")
  end
end

function View:pressed(answer)
  -- A macro is nobody's answer.
  if self.is_armed and vim.fn.reg_executing() == "" then
    self.answer(answer)
  end
end

local keys = " y once · a always in this workspace · n no "
local commands = " :TandemAllow once · :TandemAllow! always · :TandemDeny no "
local wait = " … "

function View:footer()
  if self.is_armed then
    return keys
  end
  return self:is_current() and wait or commands
end

function View:is_current()
  return self.win ~= nil and vim.api.nvim_get_current_win() == self.win
end

function View:title(is_cut)
  local lines = self.count == 1 and "1 line" or self.count .. " lines"
  local queue = self.waiting and self.waiting > 0 and (" · %d more after this"):format(self.waiting) or ""
  local client = self.question.client or {}
  local name = visible.text(tostring(client.name or "Claude Code"))
  return (" %s wants to run %s of Python%s%s "):format(name, lines, is_cut and " · scroll to see all" or "", queue)
end

--- How many rows the code takes in a window of this width, as far as that matters.
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

--- In the middle for who has the keyboard in it; else where the cursor is not, and smaller.
function View:config()
  local room = vim.o.lines - vim.o.cmdheight - 2
  local is_current = self:is_current()
  local most = math.max(2, math.floor(room * (is_current and 0.8 or 0.4)))
  local width = math.max(20, math.min(vim.o.columns - 4, 100))
  local gutter = math.max(4, #tostring(self.count) + 2)
  local rows = rows_of(self.buf, math.max(1, width - gutter), most)
  local height = math.max(1, math.min(most, rows + 1))
  local row = math.floor((room - height) / 2)
  if not is_current then
    local cursor = vim.fn.screenrow()
    row = cursor > vim.o.lines / 2 and 1 or math.max(0, room - height - 1)
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

--- Nothing of the user's settings may hide a part of it.
local function dress(win, folder)
  local set = {
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
    winbar = folder and (" in " .. visible.text(folder)):gsub("%%", "%%%%") or "",
  }
  for name, value in pairs(set) do
    vim.api.nvim_set_option_value(name, value, { scope = "local", win = win })
  end
end

--- Shows it in this tab page, without the keyboard.
function View:show()
  self:leave_screen()
  self.drawn_at, self.is_armed, self.came_from = nil, false, nil
  self.win = vim.api.nvim_open_win(self.buf, false, self:config())
  self.tab = vim.api.nvim_get_current_tabpage()
  dress(self.win, self.question.folder)
  vim.api.nvim_set_decoration_provider(space, {
    on_win = function(_, win)
      if win == self.win and not self.drawn_at then
        self.drawn_at = View.now()
      end
      return false
    end,
  })
end

--- Redraws the frame: what it says of the keys is what they do.
function View:refresh()
  if self.win and vim.api.nvim_win_is_valid(self.win) then
    vim.api.nvim_win_set_config(self.win, self:config())
  end
end

--- Has it been on the screen for a while in which no key came? Keys that were pressed while Neovim was busy are handled
--- before the timer that asks this.
---@return boolean
function View:is_quiet()
  return self.drawn_at ~= nil and View.now() - math.max(self.drawn_at, self.last_key) >= quiet_ms
end

--- Has it been on the screen for a while?
---@return boolean
function View:was_seen()
  return self.drawn_at ~= nil and View.now() - self.drawn_at >= quiet_ms
end

--- Moves the keyboard into it.
function View:focus()
  self.previous = vim.fn.win_getid(vim.fn.winnr("#"))
  vim.api.nvim_set_current_win(self.win)
end

--- The keyboard has come into it.
function View:entered(came_from)
  self.came_from = came_from
  self:refresh()
end

--- From now on its keys answer.
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
    require("tandem.terminal.layout").set_previous(self.previous)
  end
end

--- Takes it away; nothing is answered.
function View:close()
  vim.on_key(nil, self.on_key)
  vim.api.nvim_set_decoration_provider(space, {})
  self:leave_screen()
  if vim.api.nvim_buf_is_valid(self.buf) then
    vim.api.nvim_buf_delete(self.buf, { force = true })
  end
end

return View
