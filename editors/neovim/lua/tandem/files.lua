--- What Claude asks of files: which are open, open one, select in it, save it, close it.
local buffers = require("tandem.buffers")
local positions = require("tandem.positions")

local M = {}

---@return table[]
function M.open_editors()
  local active = vim.api.nvim_get_current_buf()
  local tabs = {}
  for _, buf in ipairs(buffers.open_files()) do
    local win = vim.fn.win_findbuf(buf)[1]
    local tab = win and vim.api.nvim_tabpage_get_number(vim.api.nvim_win_get_tabpage(win)) or 1
    table.insert(tabs, {
      path = vim.api.nvim_buf_get_name(buf),
      isActive = buf == active,
      isDirty = vim.bo[buf].modified,
      languageId = buffers.language(buf),
      lineCount = buffers.line_count(buf),
      groupIndex = tab - 1,
      isGroupActive = tab == vim.fn.tabpagenr(),
    })
  end
  return tabs
end

---@param params { path: string }
function M.document_state(params)
  local buf = buffers.find(params.path)
  return buf and { isDirty = vim.bo[buf].modified, isUntitled = false } or nil
end

--- A window of this tab page in which a file may be shown: the current one, else the one before it, else any.
local function file_window()
  local function is_fit(win)
    local buf = vim.api.nvim_win_get_buf(win)
    local is_float = vim.api.nvim_win_get_config(win).relative ~= ""
    return not is_float
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
  local ok, problem = pcall(vim.fn.bufload, buf)
  vim.api.nvim_del_autocmd(autocmd)
  if not ok then
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

local function leave_typing()
  if not vim.fn.mode():find("^n") then
    vim.api.nvim_feedkeys(vim.keycode("<C-\\><C-n>"), "nx", false)
  end
end

---@param params { path: string, takeFocus: boolean, wantsText: boolean }
function M.open(params)
  local buf = buffers.find(params.path) or load(params.path)
  if params.takeFocus then
    leave_typing()
    local shown = vim.fn.bufwinid(buf)
    local win = shown ~= -1 and shown or file_window()
    if win then
      vim.api.nvim_set_current_win(win)
    else
      vim.cmd("topleft new")
      vim.bo.bufhidden = "wipe"
    end
    if vim.api.nvim_get_current_buf() ~= buf then
      -- In the jump list, as any other jump of the user's.
      vim.cmd("normal! m'")
      vim.api.nvim_set_current_buf(buf)
    end
  end
  if vim.bo[buf].filetype == "" then
    vim.api.nvim_buf_call(buf, function()
      vim.cmd("filetype detect")
    end)
  end
  return {
    buffer = buf,
    languageId = buffers.language(buf),
    lineCount = buffers.line_count(buf),
    text = params.wantsText and buffers.text(buf) or nil,
  }
end

--- Selects in a window without the focus there: the selection is the one that `gv` brings back, the cursor is moved.
local function select_quietly(buf, from, to)
  vim.api.nvim_buf_set_mark(buf, "<", from[1] + 1, from[2], {})
  vim.api.nvim_buf_set_mark(buf, ">", to[1] + 1, to[2], {})
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    vim.api.nvim_win_set_cursor(win, { from[1] + 1, from[2] })
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
  if not params.takeFocus or vim.api.nvim_get_current_buf() ~= buf then
    select_quietly(buf, { from_row, from_byte }, { to_row, to_byte })
    return
  end
  leave_typing()
  vim.fn.cursor(from_row + 1, from_byte + 1)
  if not is_empty then
    vim.cmd("normal! v")
    vim.fn.cursor(to_row + 1, to_byte + 1)
  end
  vim.cmd("normal! zv")
end

---@param params { path: string }
function M.save(params)
  local buf = buffers.find(params.path)
  if not buf then
    return nil
  end
  local ok, problem = pcall(vim.api.nvim_buf_call, buf, function()
    vim.cmd("silent write")
  end)
  if not ok then
    error(("Neovim did not save %s: %s"):format(params.path, (problem:gsub("^.-(E%d+:)", "%1"))), 0)
  end
  return true
end

--- What takes the place of a buffer in a window: the alternate one, another open file, or an empty one.
local function substitute(win, buf)
  local alternate = vim.api.nvim_win_call(win, function()
    return vim.fn.bufnr("#")
  end)
  if alternate > 0 and alternate ~= buf and buffers.is_open(alternate) then
    return alternate
  end
  for _, other in ipairs(buffers.open_files()) do
    if other ~= buf then
      return other
    end
  end
  return vim.api.nvim_create_buf(true, false)
end

---@param params { label: string }
---@return "closed"|"not found"|"unsaved changes"
function M.close_tab(params)
  for _, buf in ipairs(buffers.open_files()) do
    if vim.fs.basename(vim.api.nvim_buf_get_name(buf)) == params.label then
      if vim.bo[buf].modified then
        return "unsaved changes"
      end
      -- The windows stay: the layout is the user's.
      for _, win in ipairs(vim.fn.win_findbuf(buf)) do
        vim.api.nvim_win_set_buf(win, substitute(win, buf))
      end
      vim.api.nvim_buf_delete(buf, {})
      return "closed"
    end
  end
  return "not found"
end

--- Claude has written this file: shows what is there now, unless the user has changes of their own.
---@param params { path: string }
function M.reload(params)
  local buf = buffers.find(params.path)
  if not buf or vim.bo[buf].modified then
    return
  end
  if vim.bo[buf].autoread then
    vim.cmd.checktime(tostring(buf))
    return
  end
  -- Vim would ask, and nothing would go on until the user has answered.
  vim.bo[buf].autoread = true
  vim.cmd.checktime(tostring(buf))
  vim.bo[buf].autoread = false
end

return M
