--- `User Tandem*` events, for the user's own scripts.
local M = {}

---@param name string without `Tandem`
---@param data table?
function M.emit(name, data)
  vim.api.nvim_exec_autocmds("User", { pattern = "Tandem" .. name, modeline = false, data = data })
end

return M
