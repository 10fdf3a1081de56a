--- How reviews ended: a message after each, and the list of `:TandemDecisions`.
local registry = require("tandem.review.registry")

local M = {}

local max_height = 12
--- Messages that arrive together are shown as one.
local merge_ms = 200

local buf ---@type integer?
local rows = {} ---@type { at: number, path: string, agent: string, outcome: string, note: string? }[]

local waiting = {} ---@type { path: string, format: string, level: string }[]

--- A message that doesn't fit on the line shows the hit-enter prompt, which takes the next key.
local function on_one_line(message)
  message = vim.fn.strtrans(message)
  local room = vim.v.echospace
  if vim.fn.strdisplaywidth(message) <= room then
    return message
  end
  return vim.fn.strcharpart(message, 0, math.max(room - 1, 1)) .. "…"
end

local function tell()
  local notices, notify = waiting, require("tandem.notify")
  waiting = {}
  local warnings = vim.tbl_filter(function(notice)
    return notice.level == "warn"
  end, notices)
  if #notices > 1 then
    notify.info(("%d reviews have ended. :TandemDecisions lists them."):format(#notices))
    notices = warnings
  end
  for _, notice in ipairs(notices) do
    notify[notice.level](on_one_line(registry.message({ path = notice.path }, notice.format)))
  end
end

--- Shows a message about a review that has ended.
---@param notice { path: string, format: string, level: "info"|"warn" }
function M.ended(notice)
  table.insert(waiting, notice)
  if #waiting == 1 then
    vim.defer_fn(tell, merge_ms)
  end
  M.refresh()
end

local function time_of(row)
  local seconds = math.floor(row.at / 1000)
  local is_today = os.date("%F", seconds) == os.date("%F")
  return os.date(is_today and "%H:%M" or "%F %H:%M", seconds)
end

local function lines()
  local files, width = {}, 0
  for i, row in ipairs(rows) do
    files[i] = vim.fn.strtrans(vim.fn.fnamemodify(row.path, ":~:."))
    width = math.max(width, vim.fn.strdisplaywidth(files[i]))
  end
  local all = {}
  for i, row in ipairs(rows) do
    local gap = (" "):rep(width - vim.fn.strdisplaywidth(files[i]))
    local parts = { time_of(row), files[i] .. gap, row.outcome, row.agent, row.note }
    all[i] = vim.fn.strtrans(table.concat(parts, "  "))
  end
  return #all > 0 and all or { "No reviews have ended." }
end

--- Updates the list if it is shown.
---@param done fun()?
function M.refresh(done)
  if not buf then
    return
  end
  require("tandem.sidecar").request("decisions", {}, function(problem, answer)
    if problem or not buf then
      return
    end
    rows = answer
    vim.bo[buf].modifiable = true
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines())
    vim.bo[buf].modifiable = false
    if done then
      done()
    end
  end)
end

--- Opens the file of the row.
local function open()
  local row = rows[vim.fn.line(".")]
  if row then
    vim.cmd("tab drop " .. vim.fn.fnameescape(row.path))
  end
end

local function create()
  buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buf, "tandem://decisions")
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].filetype = "tandem-decisions"
  vim.keymap.set("n", "<CR>", open, { buffer = buf, desc = "Tandem: open the file" })
  vim.keymap.set("n", "q", vim.cmd.close, { buffer = buf, desc = "Tandem: close the list" })
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = buf,
    callback = function()
      buf, rows = nil, {}
    end,
  })
end

--- Shows the list, newest first, or goes to it.
function M.show()
  local shown = vim.fn.win_findbuf(buf or -1)[1]
  if shown then
    require("tandem.autocommands").go_to(shown)
    return
  end
  create()
  local win = vim.api.nvim_open_win(buf, true, { split = "below", win = -1, height = 3 })
  require("tandem.windows").set_options(win, {
    number = false,
    relativenumber = false,
    signcolumn = "no",
    foldenable = false,
    wrap = false,
    spell = false,
    list = false,
    cursorline = true,
    winfixheight = true,
    winfixbuf = true,
    winbar = " Ended reviews · <CR> open · q close%<",
  })
  M.refresh(function()
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_set_height(win, math.max(3, math.min(#rows, max_height)) + 1)
    end
  end)
end

return M
