--- Sets the variables by which Claude Code finds this Neovim, so that every terminal and job of Neovim has them.
local M = {}

--- For each name, the value set here and the previous one.
local exported = {} ---@type table<string, { value: string, before: string? }>

--- Sets the variables; nil restores them. Variables that the user has changed in the meantime are left alone.
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
