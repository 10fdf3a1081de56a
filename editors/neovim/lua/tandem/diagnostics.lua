--- Diagnostics of the open files, and whether they are up to date.
local buffers = require("tandem.buffers")
local disk = require("tandem.disk")
local positions = require("tandem.positions")

local M = {}

local names = { "Error", "Warning", "Info", "Hint" }

--- Diagnostics that have not changed for this long after the last edit count as up to date.
local settle_ms = 3000

--- By buffer: the changedtick for which diagnostics were last set, and when the current one was first seen.
local diagnosed = {} ---@type table<integer, integer>
local seen = {} ---@type table<integer, { tick: integer, at: integer }>

--- New diagnostics were set for the buffer's current text.
---@param buf integer
function M.changed(buf)
  if vim.api.nvim_buf_is_valid(buf) and vim.api.nvim_buf_is_loaded(buf) then
    diagnosed[buf] = vim.api.nvim_buf_get_changedtick(buf)
  end
  require("tandem.sidecar").send("diagnostics_changed", {})
end

---@param buf integer
function M.forget(buf)
  diagnosed[buf], seen[buf] = nil, nil
end

local function has_language_server(buf)
  return package.loaded["vim.lsp"] ~= nil and #vim.lsp.get_clients({ bufnr = buf }) > 0
end

local function is_current(buf)
  if not has_language_server(buf) then
    return true
  end
  local tick = vim.api.nvim_buf_get_changedtick(buf)
  if diagnosed[buf] == tick then
    return true
  end
  if not seen[buf] or seen[buf].tick ~= tick then
    seen[buf] = { tick = tick, at = vim.uv.now() }
  end
  return vim.uv.now() - seen[buf].at > settle_ms
end

local function range_of(buf, diagnostic)
  local row, byte = diagnostic.lnum, diagnostic.col
  local end_row, end_byte = diagnostic.end_lnum or row, diagnostic.end_col or byte
  if vim.api.nvim_buf_is_loaded(buf) then
    return { start = positions.position(buf, row, byte), ["end"] = positions.position(buf, end_row, end_byte) }
  end
  -- Without the text, bytes cannot be converted: use the language server's own range if there is one.
  return vim.tbl_get(diagnostic, "user_data", "lsp", "range")
    or { start = { line = row, character = byte }, ["end"] = { line = end_row, character = end_byte } }
end

local function diagnostics_of(buf)
  return vim.tbl_map(function(diagnostic)
    local code = diagnostic.code
    return {
      message = diagnostic.message,
      severity = names[diagnostic.severity] or "Error",
      range = range_of(buf, diagnostic),
      source = diagnostic.source,
      code = (type(code) == "string" or type(code) == "number") and code or nil,
    }
  end, vim.diagnostic.get(buf))
end

local function of_file(path)
  local buf = buffers.find(path)
  if not buf then
    return { files = {}, isCurrent = true, isOpen = false }
  end
  -- Lets language servers see what Claude has written.
  disk.reload(buf)
  local found = diagnostics_of(buf)
  return {
    files = { { path = path, diagnostics = found } },
    isCurrent = is_current(buf),
    isOpen = #found > 0 or has_language_server(buf),
  }
end

local function of_all()
  local files, all_current = {}, true
  for _, buf in ipairs(buffers.open_files()) do
    disk.reload(buf)
    all_current = is_current(buf) and all_current
  end
  local with_diagnostics = {}
  for _, diagnostic in ipairs(vim.diagnostic.get()) do
    with_diagnostics[diagnostic.bufnr] = true
  end
  for buf in pairs(with_diagnostics) do
    if buffers.is_file(buf) then
      table.insert(files, { path = vim.api.nvim_buf_get_name(buf), diagnostics = diagnostics_of(buf) })
    end
  end
  return { files = files, isCurrent = all_current, isOpen = true }
end

--- `isOpen` is false if nothing in Neovim checks the file; the sidecar then asks its own language servers.
---@param params { path: string? }
function M.get(params)
  return params.path and of_file(params.path) or of_all()
end

return M
