--- The variables by which Claude Code finds this Neovim, in Neovim's own environment: every terminal and job of it has
--- them, if the user wants that.
local M = {}

--- By name: what was set here, and what was there before it.
local exported = {} ---@type table<string, { value: string, before: string? }>

--- Sets the variables, or takes them back with nil. What the user has changed since is theirs.
---@param variables table<string, string>?
function M.export(variables)
  for name, each in pairs(exported) do
    if vim.env[name] == each.value then
      vim.env[name] = each.before
    end
  end
  exported = {}
  if not variables or not require("tandem.config").get().export_environment then
    return
  end
  for name, value in pairs(variables) do
    exported[name] = { value = value, before = vim.env[name] }
    vim.env[name] = value
  end
end

return M
