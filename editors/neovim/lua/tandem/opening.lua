--- Opens a file for Claude, and selects in it.
local buffers = require("tandem.buffers")
local positions = require("tandem.positions")

local M = {}

--- A window of this tab page in which a file may be shown: the current one, else the one before it, else any.
local function file_window()
  local function is_fit(win)
    local buf = vim.api.nvim_win_get_buf(win)
    local is_float = vim.api.nvim_win_get_config(win).relative ~= ""
    local is_free = vim.o.hidden or not vim.bo[buf].modified or #vim.fn.win_findbuf(buf) > 1
    return not is_float
      and is_free
      and vim.bo[buf].buftype == ""
      and not vim.wo[win].previewwindow
      and not vim.wo[win].winfixbuf
      and not vim.wo[win].diff
      and (buffers.is_file(buf) or vim.api.nvim_buf_get_name(buf) == "")
  end
  local candidates = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr("#")) }
  vim.list_extend(candidates, vim.api.nvim_tabpage_list_wins(0))
  for _, win in ipairs(candidates) do
    if win ~= 0 and is_fit(win) then
      return win
    end
  end
end

--- Does something of which autocommands of the user's hear. An error in one of them is for the user to know; what they
--- heard of has happened.
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

--- Whether all of a file is in its buffer, after an error on the way.
local function is_read(buf)
  local stat = vim.uv.fs_stat(vim.api.nvim_buf_get_name(buf))
  return vim.api.nvim_buf_is_loaded(buf) and (buffers.text(buf) ~= "" or (stat ~= nil and stat.size == 0))
end

--- Loads a file without a question about the swap file of another Neovim: it is then shown read-only.
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
    error(("Neovim could not open %s: %s"):format(path, problem), 0)
  end
  vim.bo[buf].buflisted = true
  if has_swap then
    vim.bo[buf].readonly = true
    require("tandem.notify").warn(path .. " has a swap file, so it is open elsewhere or was not closed: it is shown read-only.")
  end
  return buf
end

--- A new window, where none is fit for a file. Throws words.
---@return integer
local function new_window()
  local before = vim.api.nvim_get_current_win()
  local problem = attempt(vim.cmd, "topleft new")
  if vim.api.nvim_get_current_win() == before then
    error("Neovim has no window for it: " .. problem, 0)
  end
  vim.bo.bufhidden = "wipe"
  return vim.api.nvim_get_current_win()
end

--- Brings a buffer to the front. Throws words.
local function show(buf)
  local shown = vim.fn.bufwinid(buf)
  local win = shown ~= -1 and shown or file_window() or new_window()
  local problem = attempt(vim.api.nvim_set_current_win, win)
  if vim.api.nvim_get_current_win() == win and vim.api.nvim_get_current_buf() ~= buf then
    -- In the jump list, as any other jump of the user's.
    vim.cmd("normal! m'")
    problem = attempt(vim.api.nvim_set_current_buf, buf)
  end
  if vim.api.nvim_get_current_buf() ~= buf then
    error(("Neovim could not show %s: %s"):format(vim.api.nvim_buf_get_name(buf), problem), 0)
  end
end

local function is_normal_mode()
  local mode = vim.api.nvim_get_mode().mode
  return mode == "n" or mode == "nt"
end

---@param params { path: string, takeFocus: boolean, wantsText: boolean }
function M.open(params)
  if params.takeFocus and not is_normal_mode() then
    -- What is typed, or the operator that waits for a motion, would go on in the other file. Neovim itself has to end
    -- it, which it does when this call is over.
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

--- Selects without the focus: the selection is the one that `gv` brings back. The cursor is moved in the windows that
--- the user is not in.
local function select_quietly(buf, from, to)
  vim.api.nvim_buf_set_mark(buf, "<", from[1] + 1, from[2], {})
  vim.api.nvim_buf_set_mark(buf, ">", to[1] + 1, to[2], {})
  local current = vim.api.nvim_get_current_win()
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    if win ~= current then
      vim.api.nvim_win_set_cursor(win, { from[1] + 1, from[2] })
    end
  end
end

--- The byte of the character before a place, since Vim's selections include their end.
local function last_included(buf, row, byte)
  if byte == 0 then
    local line = vim.api.nvim_buf_get_lines(buf, row - 1, row, false)[1] or ""
    return row - 1, #line -- The line break.
  end
  local line = vim.api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""
  return row, byte - 1 + vim.str_utf_start(line, byte)
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
    select_quietly(buf, { from_row, from_byte }, { to_row, to_byte })
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
