--- Finds the buffers that are files.
local M = {}

--- Paths are sent as UTF-8. Any other bytes would be sent as the path of a different file.
---@param path string
function M.is_utf8(path)
  if not path:find("[\128-\255]") then
    return true
  end
  local starts = vim.str_utf_pos(path)
  for index, start in ipairs(starts) do
    if path:byte(start) >= 128 and (starts[index + 1] or #path + 1) - start == 1 then
      return false
    end
  end
  return true
end

--- True for a file, false for terminals, help, file trees and buffers that plugins create.
---@param buf integer
function M.is_file(buf)
  if vim.bo[buf].buftype ~= "" then
    return false
  end
  local name = vim.api.nvim_buf_get_name(buf)
  if name == "" or name:find("^%a[%w+.-]+://") then
    return false
  end
  return vim.fn.isdirectory(name) == 0 and M.is_utf8(name)
end

--- True if the buffer is listed and loaded.
---@param buf integer
function M.is_open(buf)
  return vim.api.nvim_buf_is_valid(buf) and vim.bo[buf].buflisted and vim.api.nvim_buf_is_loaded(buf)
end

---@return integer[] open files, in buffer list order
function M.open_files()
  return vim.tbl_filter(function(buf)
    return M.is_open(buf) and M.is_file(buf)
  end, vim.api.nvim_list_bufs())
end

--- Returns the buffer of an open file. Symbolic links are resolved if no buffer has the path itself.
---@param path string
---@return integer?
function M.find(path)
  local files = M.open_files()
  for _, buf in ipairs(files) do
    if vim.api.nvim_buf_get_name(buf) == path then
      return buf
    end
  end
  local real = vim.uv.fs_realpath(path)
  for _, buf in ipairs(real and files or {}) do
    if vim.uv.fs_realpath(vim.api.nvim_buf_get_name(buf)) == real then
      return buf
    end
  end
end

--- Returns the whole text with LF line endings.
---@param buf integer
function M.text(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  if #lines == 1 and lines[1] == "" and vim.api.nvim_buf_get_offset(buf, 1) <= 0 then
    return ""
  end
  local text = table.concat(lines, "\n")
  return vim.bo[buf].endofline and text .. "\n" or text
end

--- Returns the number of lines as the protocol counts them: line breaks plus one.
---@param buf integer
function M.line_count(buf)
  local count = vim.api.nvim_buf_line_count(buf)
  if count == 1 and vim.api.nvim_buf_get_offset(buf, 1) <= 0 then
    return 1
  end
  return vim.bo[buf].endofline and count + 1 or count
end

---@param buf integer
function M.language(buf)
  local filetype = vim.bo[buf].filetype
  if filetype ~= "" then
    return filetype
  end
  return vim.filetype.match({ buf = buf }) or "text"
end

return M
