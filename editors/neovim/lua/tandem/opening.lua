--- Opens a file for Claude, and selects text in it.
local buffers = require("tandem.buffers")
local positions = require("tandem.positions")

local M = {}

local function can_show_file(win)
  local buf = vim.api.nvim_win_get_buf(win)
  local is_float = vim.api.nvim_win_get_config(win).relative ~= ""
  local can_abandon = vim.o.hidden or not vim.bo[buf].modified or #vim.fn.win_findbuf(buf) > 1
  return not is_float
    and can_abandon
    and vim.bo[buf].buftype == ""
    and not vim.wo[win].previewwindow
    and not vim.wo[win].winfixbuf
    and not vim.wo[win].diff
    and (buffers.is_file(buf) or vim.api.nvim_buf_get_name(buf) == "")
end

--- Runs a function that triggers autocommands. An error in one of them is shown to the user, but the action has happened.
---@return string? problem
local function attempt(run, ...)
  local ok, problem = pcall(run, ...)
  if ok then
    return nil
  end
  problem = tostring(problem):gsub("\n.*", "")
  require("tandem.notify").warn(problem)
  return problem
end

--- After an error, checks whether the file was loaded into the buffer anyway.
local function is_read(buf)
  local stat = vim.uv.fs_stat(vim.api.nvim_buf_get_name(buf))
  return vim.api.nvim_buf_is_loaded(buf) and (buffers.text(buf) ~= "" or (stat ~= nil and stat.size == 0))
end

--- Loads a file. If it has a swap file, it is opened read-only instead of asking.
local function load(path)
  local buf = vim.fn.bufadd(path)
  if vim.api.nvim_buf_is_loaded(buf) then
    vim.bo[buf].buflisted = true
    return buf
  end
  local has_swap = false
  local autocmd = vim.api.nvim_create_autocmd("SwapExists", {
    callback = function()
      has_swap = true
      vim.v.swapchoice = "o"
    end,
  })
  local problem = attempt(vim.fn.bufload, buf)
  vim.api.nvim_del_autocmd(autocmd)
  if problem and not is_read(buf) then
    pcall(vim.api.nvim_buf_delete, buf, { force = true })
    error(("Neovim couldn't open %s: %s"):format(path, problem), 0)
  end
  vim.bo[buf].buflisted = true
  if has_swap then
    vim.bo[buf].readonly = true
    require("tandem.notify").warn(("A swap file for %s exists. The file was opened read-only."):format(path))
  end
  return buf
end

--- Opens a new window, if no other can show the file. Raises a message for the user.
---@return integer
local function new_window()
  local before = vim.api.nvim_get_current_win()
  local problem = attempt(vim.cmd, "topleft new")
  if vim.api.nvim_get_current_win() == before then
    error("Neovim couldn't open a window: " .. problem, 0)
  end
  vim.bo.bufhidden = "wipe"
  return vim.api.nvim_get_current_win()
end

--- Shows a buffer in the current tab page. Raises a message for the user.
local function show(buf)
  local shown = vim.fn.bufwinid(buf)
  local win = shown ~= -1 and shown or require("tandem.windows").find(can_show_file) or new_window()
  local problem = attempt(vim.api.nvim_set_current_win, win)
  if vim.api.nvim_get_current_win() == win and vim.api.nvim_get_current_buf() ~= buf then
    -- Adds the old position to the jump list.
    vim.cmd("normal! m'")
    problem = attempt(vim.api.nvim_set_current_buf, buf)
  end
  if vim.api.nvim_get_current_buf() ~= buf then
    error(("Neovim couldn't show %s: %s"):format(vim.api.nvim_buf_get_name(buf), problem), 0)
  end
end

local function is_normal_mode()
  local mode = vim.api.nvim_get_mode().mode
  return mode == "n" or mode == "nt"
end

---@param params { path: string, takeFocus: boolean, wantsText: boolean }
function M.open(params)
  if params.takeFocus and not is_normal_mode() then
    -- Typed text or a pending operator would continue in the other file. Neovim leaves the mode after this call returns.
    vim.api.nvim_feedkeys(vim.keycode("<C-\\><C-n>"), "ni", false)
    return { isBusy = true }
  end
  local buf = buffers.find(params.path) or load(params.path)
  if params.takeFocus then
    show(buf)
  end
  if vim.bo[buf].filetype == "" then
    attempt(vim.api.nvim_buf_call, buf, function()
      vim.cmd("filetype detect")
    end)
  end
  return {
    isBusy = false,
    buffer = buf,
    languageId = buffers.language(buf),
    lineCount = buffers.line_count(buf),
    text = params.wantsText and buffers.text(buf) or nil,
  }
end

--- Sets the selection that `gv` restores, and moves the cursor in all windows except the current one.
local function select_in_background(buf, from, to)
  vim.api.nvim_buf_set_mark(buf, "<", from[1] + 1, from[2], {})
  vim.api.nvim_buf_set_mark(buf, ">", to[1] + 1, to[2], {})
  local current = vim.api.nvim_get_current_win()
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    if win ~= current then
      vim.api.nvim_win_set_cursor(win, { from[1] + 1, from[2] })
    end
  end
end

--- Converts an exclusive end to the position of the last character, because Vim's selections include it.
local function last_included(buf, row, byte)
  if byte == 0 then
    return row - 1, #positions.line(buf, row - 1) -- The line break.
  end
  return row, byte - 1 + vim.str_utf_start(positions.line(buf, row), byte)
end

---@param params { buffer: integer, range: table, takeFocus: boolean }
function M.select(params)
  local buf = params.buffer
  local from_row, from_byte = positions.row_and_byte(buf, params.range.start)
  local to_row, to_byte = positions.row_and_byte(buf, params.range["end"])
  local is_empty = from_row == to_row and from_byte == to_byte
  if not is_empty and vim.o.selection ~= "exclusive" then
    to_row, to_byte = last_included(buf, to_row, to_byte)
  end
  if not params.takeFocus or vim.api.nvim_get_current_buf() ~= buf or not is_normal_mode() then
    select_in_background(buf, { from_row, from_byte }, { to_row, to_byte })
    return
  end
  vim.fn.cursor(from_row + 1, from_byte + 1)
  if not is_empty then
    vim.cmd("normal! v")
    vim.fn.cursor(to_row + 1, to_byte + 1)
  end
  vim.cmd("normal! zv")
end

return M
