--- Detects files that changed on disk since their buffer was read or written. Vim does this too, but it asks the user, and
--- a client must not have to wait for the answer.
local M = {}

local known = {} ---@type table<integer, string>

--- In longer files, comparing takes longer than reloading.
local max_followed_lines = 50000

local function state(buf)
  local stat = vim.uv.fs_stat(vim.api.nvim_buf_get_name(buf))
  return stat and ("%d.%09d %d"):format(stat.mtime.sec, stat.mtime.nsec, stat.size)
end

--- Call this when the buffer was read or written.
---@param buf integer
function M.remember(buf)
  known[buf] = state(buf)
end

---@param buf integer
function M.forget(buf)
  known[buf] = nil
end

--- True if another program has written the file since.
---@param buf integer
function M.is_changed(buf)
  local now = state(buf)
  return now ~= nil and known[buf] ~= nil and now ~= known[buf]
end

--- Vim keeps the numbers of the lines with cursors and marks when it reloads a file. Returns a function that moves them to
--- the lines with the same text.
local function remember_places(buf)
  if vim.api.nvim_buf_line_count(buf) > max_followed_lines then
    return function() end
  end
  local before = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local views = {}
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    views[win] = vim.api.nvim_win_call(win, vim.fn.winsaveview)
  end
  local marks = vim.tbl_filter(function(each)
    return each.mark:find("^'[%a<>]$") ~= nil
  end, vim.fn.getmarklist(buf))
  return function()
    if vim.api.nvim_buf_line_count(buf) > max_followed_lines then
      return
    end
    local lines = require("tandem.lines")
    local differences = lines.differences(before, vim.api.nvim_buf_get_lines(buf, 0, -1, false))
    local last = vim.api.nvim_buf_line_count(buf)
    local function follow(line)
      return math.max(1, math.min(lines.follow(differences, line), last))
    end
    for win, view in pairs(views) do
      if vim.api.nvim_win_is_valid(win) and vim.api.nvim_win_get_buf(win) == buf then
        view.lnum, view.topline = follow(view.lnum), follow(view.topline)
        vim.api.nvim_win_call(win, function()
          vim.fn.winrestview(view)
        end)
      end
    end
    for _, each in ipairs(marks) do
      local _, line, column = unpack(each.pos)
      pcall(vim.api.nvim_buf_set_mark, buf, each.mark:sub(2), follow(line), math.max(0, math.min(column, vim.v.maxcol) - 1), {})
    end
  end
end

--- Reloads the file, unless the buffer has unsaved changes or the file is gone. Cursors, marks and the undo history stay.
---@param buf integer
function M.reload(buf)
  if vim.bo[buf].modified or not state(buf) then
    return
  end
  local restore_places = M.is_changed(buf) and remember_places(buf)
  -- With noautoread Vim would ask.
  local autocmd = vim.api.nvim_create_autocmd("FileChangedShell", {
    buffer = buf,
    callback = function()
      vim.v.fcs_choice = "reload"
    end,
  })
  local ok, problem = pcall(vim.cmd.checktime, tostring(buf))
  vim.api.nvim_del_autocmd(autocmd)
  if not ok then
    -- Usually an error in one of the user's autocommands.
    require("tandem.notify").warn(("Couldn't reload %s: %s"):format(vim.api.nvim_buf_get_name(buf), problem))
  end
  if restore_places then
    restore_places()
  end
end

return M
