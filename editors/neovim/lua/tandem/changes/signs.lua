--- Marks changes on disk beside the text of ordinary files, and finds the ones that a command applies to.
---
--- A mark belongs to the text on disk. If the buffer has unsaved changes, its marks move with the text, and new ones are only
--- drawn when the buffer has the text on disk again.
local M = {}

---@class tandem.changes.Marks from the sidecar; without hunks, the file has no changes
---@field path string
---@field turn string
---@field version string
---@field text string identifies the text on disk
---@field lines integer how many lines it has
---@field hunks tandem.review.Hunk[]?

local ranges = vim.api.nvim_create_namespace("tandem.changes.ranges")
local signs = vim.api.nvim_create_namespace("tandem.changes.signs")

--- With more changed lines, only the first one of each hunk has a sign.
local max_signs = 5000
--- Above the signs of git plugins, below those of diagnostics.
local priority = 9

--- By buffer: what the sidecar has sent, and what is drawn.
local wanted = {} ---@type table<integer, tandem.changes.Marks>
local drawn = {} ---@type table<integer, tandem.changes.Marks>

local kinds = {
  added = { text = "┃", group = "TandemAdded" },
  changed = { text = "┃", group = "TandemChanged" },
  removed = { text = "▁", group = "TandemRemoved" },
  removed_above = { text = "▔", group = "TandemRemoved" },
}

local links = { TandemAdded = "Added", TandemChanged = "Changed", TandemRemoved = "Removed" }

--- Every colour scheme clears them.
function M.define_highlights()
  for name, link in pairs(links) do
    vim.api.nvim_set_hl(0, name, { default = true, link = link })
  end
end

local function kind_of(hunk)
  if hunk.newCount > 0 then
    return hunk.oldCount > 0 and "changed" or "added"
  end
  return hunk.new == 1 and "removed_above" or "removed"
end

local function clear(buf)
  drawn[buf] = nil
  vim.api.nvim_buf_clear_namespace(buf, ranges, 0, -1)
  vim.api.nvim_buf_clear_namespace(buf, signs, 0, -1)
  require("tandem.changes.keys").unmap(buf)
end

---@param row integer from 0
local function place_sign(buf, row, kind)
  vim.api.nvim_buf_set_extmark(buf, signs, row, 0, {
    sign_text = kinds[kind].text,
    sign_hl_group = kinds[kind].group,
    priority = priority,
  })
end

local function place_signs(buf, hunks)
  if not require("tandem.config").get().changes.signs then
    return
  end
  M.define_highlights()
  local total = 0
  for _, hunk in ipairs(hunks) do
    total = total + hunk.newCount
  end
  local last = vim.api.nvim_buf_line_count(buf)
  for _, hunk in ipairs(hunks) do
    local kind = kind_of(hunk)
    local count = total > max_signs and 1 or math.max(hunk.newCount, 1)
    -- Removed lines have their sign at the line above them.
    local first = kind == "removed" and hunk.new - 1 or hunk.new
    for line = first, first + count - 1 do
      place_sign(buf, math.max(1, math.min(line, last)) - 1, kind)
    end
  end
end

--- Draws all marks. The buffer must have the text on disk.
local function place(buf, marks)
  clear(buf)
  local last = vim.api.nvim_buf_line_count(buf)
  for _, hunk in ipairs(marks.hunks) do
    local row = math.min(hunk.new, last) - 1
    local end_row = math.min(row + hunk.newCount, last)
    hunk.mark = vim.api.nvim_buf_set_extmark(buf, ranges, row, 0, { end_row = end_row, end_col = 0, strict = false })
    hunk.is_at_end = hunk.new > last
  end
  drawn[buf] = marks
  place_signs(buf, marks.hunks)
  require("tandem.changes.keys").map(buf)
end

--- Keeps the drawn marks of the hunks that are still there. Other hunks were decided, and the text on disk is the same.
local function keep_remaining(buf, marks)
  local before = {}
  for _, hunk in ipairs(drawn[buf].hunks) do
    before[hunk.new .. " " .. hunk.newCount] = hunk
  end
  local positions = {}
  for _, hunk in ipairs(marks.hunks) do
    local same = before[hunk.new .. " " .. hunk.newCount]
    hunk.mark, hunk.is_at_end = same and same.mark, same and same.is_at_end
    positions[#positions + 1] = hunk.mark and M.position(buf, hunk) or nil
  end
  drawn[buf] = marks
  vim.api.nvim_buf_clear_namespace(buf, signs, 0, -1)
  place_signs(buf, positions)
end

--- True if the buffer has the text for which the marks were computed.
local function is_current(buf, marks)
  if vim.bo[buf].modified or require("tandem.disk").is_changed(buf) then
    return false
  end
  local count = require("tandem.review.text").is_empty(buf) and 0 or vim.api.nvim_buf_line_count(buf)
  return count == marks.lines
end

---@param buf integer
function M.draw(buf)
  local marks = wanted[buf]
  if not vim.api.nvim_buf_is_valid(buf) or not vim.api.nvim_buf_is_loaded(buf) then
    return
  elseif not marks then
    clear(buf)
  elseif is_current(buf, marks) then
    place(buf, marks)
  elseif drawn[buf] and drawn[buf].text == marks.text then
    keep_remaining(buf, marks)
  else
    clear(buf)
  end
end

--- Returns where a drawn hunk is now.
---@return tandem.review.Hunk
function M.position(buf, hunk)
  local row, _, details = unpack(vim.api.nvim_buf_get_extmark_by_id(buf, ranges, hunk.mark, { details = true }))
  -- A range that reaches the end of the text ends in its last line.
  local rows = details.end_row and details.end_row - row + (details.end_col > 0 and 1 or 0) or 0
  local count = hunk.newCount > 0 and math.max(rows, 1) or 0
  local first = row + 1 + (hunk.is_at_end and 1 or 0)
  return { decision = "undecided", old = hunk.old, oldCount = hunk.oldCount, new = first, newCount = count }
end

--- Returns the hunks of a buffer with their current lines, and the marks they belong to.
---@param buf integer
---@return tandem.review.Hunk[] hunks, tandem.changes.Marks? marks
function M.hunks(buf)
  local marks = drawn[buf]
  local hunks = vim.tbl_map(function(hunk)
    -- A hunk without a mark isn't in the text.
    return hunk.mark and M.position(buf, hunk) or { decision = "none", old = 0, oldCount = 0, new = -2, newCount = 0 }
  end, marks and marks.hunks or {})
  return hunks, marks
end

local function reloads(buf)
  local own = vim.api.nvim_get_option_value("autoread", { buf = buf })
  if own == nil then
    return vim.go.autoread
  end
  return own
end

local function may_reload(buf)
  local timing = require("tandem.review.timing")
  return timing.is_free() or (buf ~= vim.api.nvim_get_current_buf() and timing.can_split())
end

--- Handles the sidecar's message `change_marks`.
---@param marks tandem.changes.Marks
function M.update(marks)
  local buf = require("tandem.buffers").find(marks.path)
  if not buf then
    return
  end
  wanted[buf] = marks.hunks and marks or nil
  require("tandem.review.timing").when(function()
    return not vim.api.nvim_buf_is_valid(buf) or may_reload(buf)
  end, function()
    if not vim.api.nvim_buf_is_valid(buf) or not vim.api.nvim_buf_is_loaded(buf) then
      return
    end
    local disk = require("tandem.disk")
    if reloads(buf) and disk.is_changed(buf) then
      disk.reload(buf)
    end
    M.draw(buf)
  end)
end

---@param buf integer
function M.forget(buf)
  wanted[buf], drawn[buf] = nil, nil
end

--- Removes all marks, because the sidecar has stopped.
function M.clear_all()
  wanted = {}
  for buf in pairs(vim.deepcopy(drawn)) do
    if vim.api.nvim_buf_is_valid(buf) then
      clear(buf)
    end
  end
end

return M
