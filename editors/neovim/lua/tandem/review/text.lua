--- Converts between texts and buffer lines. The last newline is not a line but the option 'endofline'; src/buffer-text.ts
--- in the sidecar handles that.
local M = {}

---@class tandem.review.Content text in a message from the sidecar
---@field text string its lines, without a newline after the last one
---@field isEmpty boolean true if there are no lines
---@field eol boolean true if the last line ends with a newline

---@class tandem.review.Text
---@field lines string[] none for the empty text
---@field eol boolean

---@param content tandem.review.Content
---@return tandem.review.Text
function M.of(content)
  return { lines = content.isEmpty and {} or vim.split(content.text, "\n", { plain = true }), eol = content.eol }
end

--- True if the buffer has no lines, as opposed to one empty line.
---@param buf integer
function M.is_empty(buf)
  if vim.api.nvim_buf_line_count(buf) > 1 or vim.api.nvim_buf_get_lines(buf, 0, 1, false)[1] ~= "" then
    return false
  end
  -- Doesn't check the number of bytes, which is also 0 for an empty line without a newline.
  return vim.api.nvim_buf_call(buf, function()
    return vim.fn.wordcount().chars == 0
  end)
end

---@param buf integer
---@return string[]
function M.lines(buf)
  return M.is_empty(buf) and {} or vim.api.nvim_buf_get_lines(buf, 0, -1, false)
end

--- Edits a buffer so that `u` does not undo it.
---@param buf integer
---@param run fun()
function M.edit(buf, run)
  local modifiable = vim.bo[buf].modifiable
  vim.bo[buf].undolevels, vim.bo[buf].modifiable = -1, true
  run()
  vim.bo[buf].modifiable = modifiable
  -- This value means "use the global option".
  vim.bo[buf].undolevels = -123456
  vim.bo[buf].modified = false
end

--- Fills a buffer, so that `u` does not undo it.
---@param buf integer
---@param lines string[]
function M.fill(buf, lines)
  M.edit(buf, function()
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  end)
end

return M
