--- The list of changes on disk: a window at the bottom, like the quickfix window. It is not the quickfix list, which belongs
--- to the user's searches and builds, and has no place for turns.
local M = {}

local group = vim.api.nvim_create_augroup("tandem.changes.list", { clear = true })

local buf ---@type integer?
local rows = {} ---@type tandem.changes.Row[]
local toggled = {} ---@type table<string, true>
local is_asking, is_outdated = false, false

local max_height = 10

function M.windows()
  return buf and vim.api.nvim_buf_is_valid(buf) and vim.fn.win_findbuf(buf) or {}
end

function M.is_shown()
  return #M.windows() > 0
end

--- Draws the rows, and keeps the cursors at theirs.
local function set_rows(new)
  local places = {}
  for _, win in ipairs(M.windows()) do
    local view = vim.api.nvim_win_call(win, vim.fn.winsaveview)
    places[win] = { view = view, id = (rows[view.lnum] or {}).id }
  end
  rows = new
  require("tandem.changes.rows").draw(buf, rows)
  local lines = {}
  for index, row in ipairs(rows) do
    lines[row.id] = index
  end
  for win, place in pairs(places) do
    local now = math.min(lines[place.id] or place.view.lnum, math.max(#rows, 1))
    place.view.topline = math.max(1, place.view.topline + now - place.view.lnum)
    place.view.lnum = now
    vim.api.nvim_win_call(win, function()
      vim.fn.winrestview(place.view)
    end)
  end
end

--- Gets the current rows. While a request is pending, the next one waits.
---@param done fun()?
function M.refresh(done)
  if is_asking then
    is_outdated = true
    return
  end
  is_asking = true
  require("tandem.sidecar").request("changes", { toggled = vim.tbl_keys(toggled) }, function(problem, answer)
    is_asking = false
    if problem then
      require("tandem.notify").error(problem)
    elseif buf and vim.api.nvim_buf_is_valid(buf) then
      set_rows(answer.rows)
    end
    if is_outdated then
      is_outdated = false
      M.refresh(done)
    elseif done then
      done()
    end
  end)
end

---@return tandem.changes.Row?
local function current()
  return rows[vim.api.nvim_win_get_cursor(0)[1]]
end

local function toggle(row)
  toggled[row.id] = not toggled[row.id] or nil
  M.refresh()
end

local function open()
  local row = current()
  if not row then
    return
  elseif row.kind == "file" then
    require("tandem.changes.review").open(row.path, row.turn)
  elseif row.kind == "undone" then
    require("tandem.changes.decide").restore(row.undone)
  elseif row.isOpen ~= nil then
    toggle(row)
  end
end

--- Returns what a command in the list applies to.
---@param scope "hunk"|"file"|"turn"
---@param first integer?
---@param last integer?
---@return tandem.changes.Target[]
local function targets(scope, first, last)
  local found = {}
  local line = vim.api.nvim_win_get_cursor(0)[1]
  for index = first or line, last or first or line do
    local row = rows[index]
    local is_turn = row and row.turn and (row.kind == "turn" or scope == "turn")
    if is_turn or row and row.kind == "file" then
      table.insert(found, { turn = row.turn, path = not is_turn and row.path or nil, isTurn = is_turn or false })
    end
  end
  if #found == 0 then
    error("Move to a file or a turn first.", 0)
  end
  return found
end

--- Keeps or undoes what the current line or the range shows.
---@param decision "keep"|"undo"
---@param scope "hunk"|"file"|"turn"
---@param first integer?
---@param last integer?
function M.decide(decision, scope, first, last)
  require("tandem.changes.decide").decide(decision, targets(scope, first, last))
end

function M.is_current()
  return buf ~= nil and vim.api.nvim_get_current_buf() == buf
end

local function restore()
  local row = current()
  require("tandem.changes.decide").restore(row and row.undone)
end

local function map()
  local function on(mode, lhs, run, desc)
    vim.keymap.set(mode, lhs, function()
      local ok, problem = pcall(run)
      if not ok then
        require("tandem.notify").warn(tostring(problem))
      end
    end, { buffer = buf, desc = "Tandem: " .. desc, nowait = true })
  end
  local function decide(lhs, decision)
    on("n", lhs, function()
      M.decide(decision, "file")
    end, decision .. " this file or turn")
    on("x", lhs, function()
      M.decide(decision, "file", require("tandem.review.keys").selected())
    end, decision .. " these files")
  end
  on("n", "<CR>", open, "open this file, or show or hide the rows below")
  on("n", "<2-LeftMouse>", open, "open this file, or show or hide the rows below")
  decide("dp", "keep")
  decide("do", "undo")
  on("n", "R", restore, "restore these changes")
  on("n", "gs", function()
    require("tandem.changes.decide").start_over()
  end, "keep everything")
  on("n", "q", vim.cmd.close, "close the list")
end

local winbar = " Changed outside Neovim · <CR> open · dp keep · do undo · R restore · gs start over · q close%<"

local function create_buffer()
  buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buf, "tandem://changes")
  vim.bo[buf].modifiable = false
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].filetype = "tandem-changes"
  map()
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = buf,
    callback = function()
      buf, rows, toggled = nil, {}, {}
      vim.schedule(require("tandem.changes").shown_changed)
    end,
  })
end

local function open_window()
  create_buffer()
  local height = math.max(3, math.min(#rows, max_height)) + 1
  local win = vim.api.nvim_open_win(buf, true, { split = "below", win = -1, height = height })
  require("tandem.windows").set_options(win, {
    number = false,
    relativenumber = false,
    signcolumn = "no",
    foldcolumn = "0",
    foldenable = false,
    wrap = false,
    spell = false,
    list = false,
    cursorline = true,
    winfixheight = true,
    winfixbuf = true,
    winbar = winbar,
  })
end

--- Opens the list, or goes to it.
function M.show()
  local win = vim.fn.win_findbuf(buf or -1)[1]
  if win then
    require("tandem.autocommands").go_to(win)
    return
  end
  open_window()
  require("tandem.changes").shown_changed()
  local own = vim.api.nvim_get_current_win()
  require("tandem.changes.rows").draw(buf, rows)
  M.refresh(function()
    if vim.api.nvim_win_is_valid(own) then
      vim.api.nvim_win_set_height(own, math.max(3, math.min(#rows, max_height)) + 1)
    end
  end)
end

return M
