--- Reviews of changes on disk: the text before and the text on disk, in the windows and with the keys of a proposal. Both
--- texts are read-only: the file's own buffer, with the user's unsaved text, is never used for it.
local navigation = require("tandem.review.navigation")
local origin = require("tandem.review.origin")
local text = require("tandem.review.text")
local windows = require("tandem.review.windows")

local M = {}

---@class tandem.changes.Change the sidecar's response to `open_change`
---@field turn string
---@field path string
---@field kind "created"|"changed"|"deleted"|"renamed"
---@field oldPath string?
---@field version string
---@field old tandem.review.Content
---@field new tandem.review.Content
---@field hunks tandem.review.Hunk[]

---@class tandem.changes.Review: tandem.review.Shown
---@field change tandem.changes.Change

local group = vim.api.nvim_create_augroup("tandem.changes.review", { clear = true })

local reviews = {} ---@type table<string, tandem.changes.Review>
local last_number = 0

local function id_of(change)
  return change.turn .. " " .. change.path
end

---@return tandem.changes.Review?
function M.current()
  return reviews[vim.b.tandem_change or vim.w.tandem_change or ""]
end

function M.count()
  return vim.tbl_count(reviews)
end

--- Returns what a command in the current window applies to.
---@param scope "hunk"|"file"|"turn"
---@param first integer?
---@param last integer?
---@return tandem.changes.Target
local function target(review, scope, first, last)
  local change = review.change
  if scope ~= "hunk" then
    return { turn = change.turn, path = scope == "file" and change.path or nil, isTurn = scope == "turn" }
  end
  local buf = vim.api.nvim_get_current_buf()
  if buf ~= review.base and buf ~= review.result then
    error("Move to a window of the review first.", 0)
  end
  local side = buf == review.base and "old" or "new"
  local line = vim.fn.line(".")
  local indexes = navigation.find(review.hunks, side, first or line, last or first or line, first ~= nil)
  if #indexes == 0 then
    error("No change here. ]c goes to the next one.", 0)
  end
  local from_zero = vim.tbl_map(function(index)
    return index - 1
  end, indexes)
  return { turn = change.turn, path = change.path, hunks = { version = change.version, indexes = from_zero } }
end

--- Keeps or undoes changes of the current review.
---@param decision "keep"|"undo"
---@param scope "hunk"|"file"|"turn"
---@param first integer?
---@param last integer?
function M.decide(decision, scope, first, last)
  local review = assert(M.current())
  require("tandem.changes.decide").decide(decision, { target(review, scope, first, last) })
end

local function close(review)
  if review.is_closed then
    return
  end
  review.is_closed = true
  reviews[review.id] = nil
  local ending = require("tandem.review.ending")
  ending.close_later(review, ending.is_inside(review), function()
    origin.track("changes", next(reviews) ~= nil)
  end)
  require("tandem.changes").shown_changed()
end

--- Goes to the file itself, at the line of the cursor.
local function edit(review)
  if review.change.kind == "deleted" then
    error("The file was deleted.", 0)
  end
  local line = vim.api.nvim_win_get_cursor(review.result_win)[1]
  vim.cmd("tab drop " .. vim.fn.fnameescape(review.path))
  vim.api.nvim_win_set_cursor(0, { math.min(line, vim.api.nvim_buf_line_count(0)), 0 })
end

local function map_edit(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.keymap.set("n", "<CR>", function()
      local ok, problem = pcall(edit, review)
      if not ok then
        require("tandem.notify").warn(tostring(problem))
      end
    end, { buffer = buf, desc = "Tandem: edit the file" })
  end
end

local function watch(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.api.nvim_create_autocmd("BufWipeout", {
      group = group,
      buffer = buf,
      callback = function()
        if vim.v.exiting == vim.NIL then
          close(review)
        end
      end,
    })
  end
end

---@param change tandem.changes.Change
---@return tandem.changes.Review
local function create(change)
  local options = require("tandem.config").get().review
  last_number = last_number + 1
  local function on(decision, scope)
    return function(first, last)
      M.decide(decision, scope, first, last)
    end
  end
  return {
    kind = "change",
    variable = "tandem_change",
    id = id_of(change),
    path = change.path,
    old_path = change.oldPath,
    number = last_number,
    change = change,
    old = text.of(change.old),
    new = text.of(change.new),
    hunks = change.hunks,
    layout = options.layout,
    place = options.place,
    focus = "always",
    is_closed = false,
    winbar = require("tandem.changes.winbar"),
    actions = {
      accept = on("keep", "file"),
      reject = on("undo", "file"),
      accept_hunk = on("keep", "hunk"),
      reject_hunk = on("undo", "hunk"),
    },
    words = {
      accept = "keep all changes in this file",
      reject = "undo all changes in this file",
      accept_hunk = "keep this change",
      reject_hunk = "undo this change",
    },
  }
end

local function show(change)
  local review = reviews[id_of(change)]
  if review then
    windows.enter(review)
    return
  end
  review = create(change)
  reviews[review.id] = review
  origin.track("changes", true)
  local view = require("tandem.review.view")
  local ok, problem = pcall(view.open, review, true)
  if not ok then
    close(review)
    error(problem, 0)
  end
  watch(review)
  require("tandem.review.keys").map(review)
  map_edit(review)
  require("tandem.review.hunks").draw(review)
  view.go_to_first_hunk(review)
  require("tandem.changes").shown_changed()
end

---@param path string
---@param turn string? without it, the newest one that changed the file
local function request(path, turn, callback)
  require("tandem.sidecar").request("open_change", { path = path, turn = turn }, callback)
end

--- Opens the review of a file that changed on disk.
---@param path string
---@param turn string?
function M.open(path, turn)
  request(path, turn, function(problem, change)
    if problem or change.whyNot then
      require("tandem.notify")[problem and "error" or "info"](problem or change.whyNot)
      return
    end
    local timing = require("tandem.review.timing")
    timing.when(timing.is_free, function()
      show(change)
    end)
  end)
end

--- Shows the current state in an open review.
local function update(review, change)
  if change.version == review.change.version then
    return
  end
  review.change, review.hunks = change, change.hunks
  for name, buf in pairs({ old = review.base, new = review.result }) do
    review[name] = text.of(change[name])
    require("tandem.lines").replace(buf, review[name].lines)
    vim.bo[buf].endofline = review[name].eol
  end
  require("tandem.review.hunks").draw(review)
end

--- Updates the open reviews. One whose changes are all decided closes.
function M.refresh()
  for _, review in ipairs(vim.tbl_values(reviews)) do
    request(review.path, review.change.turn, function(problem, change)
      if problem or review.is_closed then
        return
      end
      if change.whyNot or #change.hunks == 0 then
        close(review)
      else
        update(review, change)
      end
    end)
  end
end

--- Closes all reviews, because the sidecar has stopped.
function M.close_all()
  for _, review in ipairs(vim.tbl_values(reviews)) do
    close(review)
  end
end

return M
