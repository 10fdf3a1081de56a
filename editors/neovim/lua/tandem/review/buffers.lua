--- The two buffers of a review. They are nobody's file: what happens to the user's own buffer of that file (unsaved
--- changes, read-only, swap files) is no concern of theirs, and what is done here is none of its.
local text = require("tandem.review.text")

local M = {}

--- Colouring more than this takes longer than it helps.
local max_coloured_bytes = 1000000
local max_coloured_columns = 20000

--- What makes typing in the proposal feel as in the file.
local borrowed = {
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

--- The user's own buffer of a file, if it is loaded. Names are compared as they are; to bufnr() they would be patterns.
---@param path string
---@return integer?
local function loaded_buffer(path)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.api.nvim_buf_get_name(buf) == path then
      return buf
    end
  end
end

---@param lines string[]
local function is_small(lines)
  local bytes = 0
  for _, line in ipairs(lines) do
    bytes = bytes + #line + 1
    if bytes > max_coloured_bytes or #line > max_coloured_columns then
      return false
    end
  end
  return true
end

--- Colours without 'filetype', which would bring language servers, formatters and whatever else listens for it.
---@param buf integer
---@param path string
---@param lines string[]
function M.colour(buf, path, lines)
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

--- What a path may have and a buffer's name had better not.
local function plain(name)
  return (name:gsub("[%c]", "?"))
end

---@param name string
---@param buftype "nofile"|"acwrite"
---@param lines string[]
---@param path string
local function make(name, buftype, lines, path)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].buftype = buftype
  vim.bo[buf].fileformat = "unix"
  vim.bo[buf].fixendofline = false
  vim.bo[buf].undofile = false
  vim.bo[buf].modeline = false
  vim.api.nvim_buf_set_name(buf, name)
  local own = loaded_buffer(path)
  for _, option in ipairs(own and borrowed or {}) do
    vim.bo[buf][option] = vim.bo[own][option]
  end
  text.fill(buf, lines)
  M.colour(buf, path, lines)
  return buf
end

---@param review tandem.review.Review
function M.create(review)
  local name = plain(vim.fs.basename(review.proposal.path))
  local root = "tandem://review/" .. review.number
  review.result = make(root .. "/proposed/" .. name, "acwrite", review.new.lines, review.proposal.path)
  vim.bo[review.result].endofline = review.new.eol
  vim.b[review.result].tandem_review = review.proposal.id
  if review.layout ~= "inline" then
    local path = review.proposal.oldPath or review.proposal.path
    review.base = make(root .. "/before/" .. name, "nofile", review.old.lines, path)
    vim.b[review.base].tandem_review = review.proposal.id
    -- It is what is on disk, whatever is decided.
    vim.bo[review.base].modifiable = false
  end
end

--- They go with their last window. Not before they are in one: 'bufhidden' looks at every buffer that is left.
---@param review tandem.review.Review
function M.end_with_window(review)
  for _, buf in ipairs({ review.result, review.base }) do
    vim.bo[buf].bufhidden = "wipe"
  end
end

---@param review tandem.review.Review
local function kept_name(review)
  return ("tandem://kept/%d/%s"):format(review.number, plain(vim.fs.basename(review.proposal.path)))
end

---@param name string
---@param path string
---@param lines string[]
local function make_kept(name, path, lines)
  local buf = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_name(buf, name)
  text.fill(buf, lines)
  M.colour(buf, path, lines)
  return buf
end

--- A text that its review has left behind, in a buffer that the user finds in the list.
---@param review tandem.review.Review
---@param lines string[]
---@return integer buf
function M.keep(review, lines)
  return make_kept(kept_name(review), review.proposal.path, lines)
end

local last_draft = 0

--- The same for a text of an earlier Neovim.
---@param path string
---@param lines string[]
---@return integer buf
function M.kept(path, lines)
  last_draft = last_draft + 1
  return make_kept(("tandem://kept/draft-%d/%s"):format(last_draft, plain(vim.fs.basename(path))), path, lines)
end

--- The buffer of the proposal itself becomes such a buffer, with the cursor of whoever types in it where it is.
---@param review tandem.review.Review
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
  vim.api.nvim_buf_set_name(buf, kept_name(review))
  -- A buffer that is renamed leaves an empty one with its old name behind.
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    if other ~= buf and vim.api.nvim_buf_get_name(other) == name then
      vim.api.nvim_buf_delete(other, { force = true })
    end
  end
  return buf
end

return M
