--- Lists, saves, closes and reloads open files.
local buffers = require("tandem.buffers")

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

---@param params { path: string }
function M.save(params)
  local buf = buffers.find(params.path)
  if not buf then
    return nil
  end
  local function refuse(why)
    error(("Neovim couldn't save %s: %s"):format(params.path, why), 0)
  end
  if require("tandem.disk").is_changed(buf) then
    refuse("the file has changed on disk. The user has to decide which version to keep")
  end
  local ok, problem
  vim.api.nvim_buf_call(buf, function()
    ok, problem = pcall(vim.api.nvim_cmd, { cmd = "write", mods = { silent = true } }, {})
  end)
  if not ok then
    refuse((problem:gsub("\n.*", ""):gsub("^.-(E%d+:)", "%1")))
  elseif vim.bo[buf].modified then
    refuse("it still has unsaved changes")
  end
  return true
end

--- Returns the buffer to show instead: the alternate file or any other open file.
---@return integer?
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
end

---@param params { label: string }
---@return "closed"|"not found"|"unsaved changes"
function M.close_tab(params)
  for _, buf in ipairs(buffers.open_files()) do
    if vim.fs.basename(vim.api.nvim_buf_get_name(buf)) == params.label then
      if vim.bo[buf].modified then
        return "unsaved changes"
      end
      -- Keep the windows, except those with 'winfixbuf'.
      local empty
      for _, win in ipairs(vim.fn.win_findbuf(buf)) do
        if not vim.wo[win].winfixbuf then
          local other = substitute(win, buf)
          empty = empty or (not other and vim.api.nvim_create_buf(true, false)) or nil
          vim.api.nvim_win_set_buf(win, other or empty)
        end
      end
      vim.api.nvim_buf_delete(buf, {})
      return "closed"
    end
  end
  return "not found"
end

--- Reloads a file that Claude has written.
---@param params { path: string }
function M.reload(params)
  local buf = buffers.find(params.path)
  if buf then
    require("tandem.disk").reload(buf)
  end
end

return M
