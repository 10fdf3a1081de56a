--- Texts in buffers. A buffer has lines and no last newline, which is beside it ('endofline'); what that means for a whole
--- text is the sidecar's to know (src/buffer-text.ts).
local M = {}

---@class tandem.review.Told a text as the sidecar tells it
---@field text string its lines, without a newline after the last one
---@field isEmpty boolean has it no line at all?
---@field eol boolean does the last line have its newline?

---@class tandem.review.Text
---@field lines string[] none for the empty text
---@field eol boolean

---@param told tandem.review.Told
---@return tandem.review.Text
function M.of(told)
  return { lines = told.isEmpty and {} or vim.split(told.text, "\n", { plain = true }), eol = told.eol }
end

--- Is there no line in a buffer, which is something else than one empty line?
---@param buf integer
function M.is_empty(buf)
  if vim.api.nvim_buf_line_count(buf) > 1 or vim.api.nvim_buf_get_lines(buf, 0, 1, false)[1] ~= "" then
    return false
  end
  -- Not the bytes, which are none either where the empty line has no newline.
  return vim.api.nvim_buf_call(buf, function()
    return vim.fn.wordcount().chars == 0
  end)
end

---@param buf integer
---@return string[]
function M.lines(buf)
  return M.is_empty(buf) and {} or vim.api.nvim_buf_get_lines(buf, 0, -1, false)
end

--- Puts lines into a buffer so that `u` does not take them away.
---@param buf integer
---@param lines string[]
function M.fill(buf, lines)
  local modifiable = vim.bo[buf].modifiable
  vim.bo[buf].undolevels, vim.bo[buf].modifiable = -1, true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = modifiable
  -- Neovim's word for "as the global option says".
  vim.bo[buf].undolevels = -123456
  vim.bo[buf].modified = false
end

return M
