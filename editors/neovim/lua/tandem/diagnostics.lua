--- What language tools found, as Neovim knows it, and whether that is about the text as it is now.
local buffers = require("tandem.buffers")
local positions = require("tandem.positions")

local M = {}

local names = { "Error", "Warning", "Info", "Hint" }

--- A tool that has said nothing for so long after the last change has nothing to say.
local silence_ms = 3000

--- By buffer: the changedtick that diagnostics were last set for, and since when the present one is known.
local told = {} ---@type table<integer, integer>
local seen = {} ---@type table<integer, { tick: integer, at: integer }>

--- A tool has told what it found, for the text that the buffer holds now.
---@param buf integer
function M.changed(buf)
  if vim.api.nvim_buf_is_valid(buf) and vim.api.nvim_buf_is_loaded(buf) then
    told[buf] = vim.api.nvim_buf_get_changedtick(buf)
  end
  require("tandem.sidecar").tell("diagnostics_changed", {})
end

---@param buf integer
function M.forget(buf)
  told[buf], seen[buf] = nil, nil
end

local function has_language_server(buf)
  if not package.loaded["vim.lsp"] then
    return false
  end
  return #vim.lsp.get_clients({ bufnr = buf }) > 0
end

local function is_current(buf)
  if not has_language_server(buf) then
    return true
  end
  local tick = vim.api.nvim_buf_get_changedtick(buf)
  if told[buf] == tick then
    return true
  end
  if not seen[buf] or seen[buf].tick ~= tick then
    seen[buf] = { tick = tick, at = vim.uv.now() }
  end
  return vim.uv.now() - seen[buf].at > silence_ms
end

--- The language server's own range, which a buffer that is not loaded cannot give.
local function range_of(buf, diagnostic)
  local of_server = vim.tbl_get(diagnostic, "user_data", "lsp", "range")
  if not vim.api.nvim_buf_is_loaded(buf) then
    local from = { line = diagnostic.lnum, character = diagnostic.col }
    local to = { line = diagnostic.end_lnum or diagnostic.lnum, character = diagnostic.end_col or diagnostic.col }
    return of_server or { start = from, ["end"] = to }
  end
  return {
    start = positions.position(buf, diagnostic.lnum, diagnostic.col),
    ["end"] = positions.position(
      buf,
      diagnostic.end_lnum or diagnostic.lnum,
      diagnostic.end_col or diagnostic.col
    ),
  }
end

local function as_told(buf)
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

--- Shows Neovim what Claude has written, so that its language servers hear of it.
local function reload(buf)
  require("tandem.disk").reload(buf)
end

local function of_file(path)
  local buf = buffers.find(path)
  if not buf then
    return { files = {}, isCurrent = true, isOpen = false }
  end
  reload(buf)
  local found = as_told(buf)
  return {
    files = { { path = path, diagnostics = found } },
    isCurrent = is_current(buf),
    isOpen = #found > 0 or has_language_server(buf),
  }
end

local function of_all()
  local files, all_current = {}, true
  for _, buf in ipairs(buffers.open_files()) do
    reload(buf)
    all_current = is_current(buf) and all_current
  end
  local with_findings = {}
  for _, diagnostic in ipairs(vim.diagnostic.get()) do
    with_findings[diagnostic.bufnr] = true
  end
  for buf in pairs(with_findings) do
    if buffers.is_file(buf) then
      table.insert(files, { path = vim.api.nvim_buf_get_name(buf), diagnostics = as_told(buf) })
    end
  end
  return { files = files, isCurrent = all_current, isOpen = true }
end

--- `isOpen` is false where Neovim has no tool for the file, so that somebody else may look.
---@param params { path: string? }
function M.get(params)
  return params.path and of_file(params.path) or of_all()
end

return M
