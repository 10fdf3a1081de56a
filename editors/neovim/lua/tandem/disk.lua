--- The file of a buffer, as it was when it was read or written, and as it is now. Vim knows that too, and asks its user
--- where the two differ; nothing that a client wants may wait for such an answer.
local M = {}

local known = {} ---@type table<integer, string>

local function state(buf)
  local stat = vim.uv.fs_stat(vim.api.nvim_buf_get_name(buf))
  return stat and ("%d.%09d %d"):format(stat.mtime.sec, stat.mtime.nsec, stat.size)
end

--- The buffer has just been read or written.
---@param buf integer
function M.remember(buf)
  known[buf] = state(buf)
end

---@param buf integer
function M.forget(buf)
  known[buf] = nil
end

--- Whether somebody else has written the file since.
---@param buf integer
function M.is_changed(buf)
  local now = state(buf)
  return now ~= nil and known[buf] ~= nil and now ~= known[buf]
end

--- Shows what is in the file now, unless the user has changes of their own or it is gone.
---@param buf integer
function M.reload(buf)
  if vim.bo[buf].modified or not state(buf) then
    return
  end
  -- With noautoread Vim would ask.
  local autocmd = vim.api.nvim_create_autocmd("FileChangedShell", {
    buffer = buf,
    callback = function()
      vim.v.fcs_choice = "reload"
    end,
  })
  local ok, problem = pcall(vim.cmd.checktime, tostring(buf))
  vim.api.nvim_del_autocmd(autocmd)
  if not ok then
    -- An autocommand of the user's, as a rule.
    require("tandem.notify").warn(("%s was not read again: %s"):format(vim.api.nvim_buf_get_name(buf), problem))
  end
end

return M
