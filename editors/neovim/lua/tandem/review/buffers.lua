--- The two buffers of a review. They are independent of the user's buffer of the file: its unsaved changes, swap file and
--- options don't matter.
local text = require("tandem.review.text")

local M = {}

--- Larger texts are not highlighted.
local max_highlight_bytes = 1000000
local max_highlight_columns = 20000

--- Options copied from the user's buffer of the file, so that typing works as usual.
local copied_options = {
  "tabstop",
  "shiftwidth",
  "softtabstop",
  "expandtab",
  "vartabstop",
  "varsofttabstop",
  "textwidth",
  "formatoptions",
  "comments",
  "commentstring",
  "iskeyword",
  "matchpairs",
}

--- Returns the user's buffer of a file, if it is loaded. bufnr() would treat the path as a pattern.
---@return integer?
local function loaded_buffer(path)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.api.nvim_buf_get_name(buf) == path then
      return buf
    end
  end
end

local function is_small(lines)
  local bytes = 0
  for _, line in ipairs(lines) do
    bytes = bytes + #line + 1
    if bytes > max_highlight_bytes or #line > max_highlight_columns then
      return false
    end
  end
  return true
end

--- Highlights without setting 'filetype', which would start language servers and formatters.
local function highlight(buf, path, lines)
  if not is_small(lines) then
    return
  end
  local own = loaded_buffer(path)
  local filetype = own and vim.bo[own].filetype or ""
  if filetype == "" then
    local ok, found = pcall(vim.filetype.match, { filename = path, contents = #lines > 0 and lines or { "" } })
    filetype = ok and found or ""
  end
  if filetype == "" then
    return
  end
  local language = vim.treesitter.language.get_lang(filetype) or filetype
  if not pcall(vim.treesitter.start, buf, language) then
    vim.bo[buf].syntax = filetype
  end
end

--- Returns the file name of a path, without control characters.
local function display_name(path)
  return (vim.fs.basename(path):gsub("%c", "?"))
end

local function make(name, buftype, lines, path)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].buftype = buftype
  vim.bo[buf].fileformat = "unix"
  vim.bo[buf].fixendofline = false
  vim.bo[buf].undofile = false
  vim.bo[buf].modeline = false
  vim.api.nvim_buf_set_name(buf, name)
  local own = loaded_buffer(path)
  for _, option in ipairs(own and copied_options or {}) do
    vim.bo[buf][option] = vim.bo[own][option]
  end
  text.fill(buf, lines)
  highlight(buf, path, lines)
  return buf
end

--- How the two kinds of review differ: a proposed text can be edited and written, the text on disk can't.
local kinds = {
  proposal = { root = "tandem://review/", result = "/proposed/", buftype = "acwrite", is_modifiable = true },
  change = { root = "tandem://change/", result = "/after/", buftype = "nofile", is_modifiable = false },
}

function M.create(review)
  local name, kind = display_name(review.path), kinds[review.kind]
  local root = kind.root .. review.number
  local new = review.left or review.new
  review.result = make(root .. kind.result .. name, kind.buftype, new.lines, review.path)
  vim.bo[review.result].endofline = new.eol
  vim.bo[review.result].modifiable = kind.is_modifiable
  vim.b[review.result][review.variable] = review.id
  if review.layout ~= "inline" then
    review.base = make(root .. "/before/" .. name, "nofile", review.old.lines, review.old_path or review.path)
    vim.b[review.base][review.variable] = review.id
    vim.bo[review.base].modifiable = false
  end
end

--- Deletes the buffers with their last window. Call this when both are shown: 'bufhidden' also applies to hidden buffers.
function M.end_with_window(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.bo[buf].bufhidden = "wipe"
  end
end

local function kept_name(id, path)
  return ("tandem://kept/%s/%s"):format(id, display_name(path))
end

local function create_kept(name, path, lines)
  local buf = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_name(buf, name)
  text.fill(buf, lines)
  highlight(buf, path, lines)
  return buf
end

--- Creates a listed buffer with the edited text of a withdrawn review.
---@param lines string[]
---@return integer buf
function M.keep(review, lines)
  return create_kept(kept_name(review.number, review.path), review.path, lines)
end

local last_draft = 0

--- Creates a listed buffer with a draft of an earlier session.
---@param path string
---@param lines string[]
---@return integer buf
function M.show_draft(path, lines)
  last_draft = last_draft + 1
  return create_kept(kept_name("draft-" .. last_draft, path), path, lines)
end

--- Turns the buffer of the proposed text into such a buffer, so that the user can continue typing in it.
---@return integer buf
function M.keep_in_place(review)
  local buf = review.result
  local name = vim.api.nvim_buf_get_name(buf)
  vim.bo[buf].bufhidden = "hide"
  vim.bo[buf].buftype = "nofile"
  vim.bo[buf].buflisted = true
  vim.b[buf].tandem_review = nil
  require("tandem.review.keys").unmap(buf)
  require("tandem.review.inline").clear(buf)
  require("tandem.review.marks").clear(buf)
  vim.api.nvim_buf_set_name(buf, kept_name(review.number, review.path))
  -- Renaming a buffer leaves an empty one with the old name.
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    if other ~= buf and vim.api.nvim_buf_get_name(other) == name then
      vim.api.nvim_buf_delete(other, { force = true })
    end
  end
  return buf
end

return M
