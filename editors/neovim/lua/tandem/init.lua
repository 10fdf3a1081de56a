--- The public API. Other modules are loaded on first use.
local M = {}

--- Sets the options, and starts Tandem according to the option `start`. Without it, commands use the defaults.
---
--- ```lua
--- require("tandem").setup({ review = { layout = "inline" } })
--- ```
---@param options tandem.Options? see `:help tandem-options`
function M.setup(options)
  local config = require("tandem.config")
  local problems = config.set(options)
  if #problems > 0 then
    require("tandem.notify").error("Invalid options for Tandem:\n- " .. table.concat(problems, "\n- "))
  end
  require("tandem.keys").apply(config.get().keys)
  local group = vim.api.nvim_create_augroup("tandem", {})
  if config.get().start ~= "startup" then
    return
  end
  if vim.v.vim_did_enter == 1 then
    vim.schedule(M.start)
  else
    vim.api.nvim_create_autocmd("VimEnter", {
      group = group,
      once = true,
      -- After other VimEnter handlers, so that the user's file is shown first.
      callback = function()
        vim.schedule(M.start)
      end,
    })
  end
end

--- Starts the endpoint if it is not running.
---@param callback fun(problem: string?)?
function M.start(callback)
  require("tandem.sidecar").start(callback)
end

--- Stops the endpoint. The lock file is gone when this returns.
function M.stop()
  require("tandem.sidecar").stop()
end

--- Mentions the current file, the visual selection, or the files marked in a file tree.
---@param options { first: integer?, last: integer?, whole: boolean? }?
---@param callback tandem.MentionCallback?
function M.send(options, callback)
  require("tandem.mention").send(options, callback)
end

--- Mentions a file, a folder or lines of a file, counted from 1.
---@param file string
---@param first integer?
---@param last integer?
---@param callback tandem.MentionCallback?
function M.add(file, first, last, callback)
  require("tandem.mention").add(file, first, last, callback)
end

--- Mentions several files and folders.
---@param files string[]
---@param callback tandem.MentionCallback?
function M.add_files(files, callback)
  require("tandem.mention").files(files, callback)
end

--- Returns the state, port, clients and folders.
---@return tandem.Status
function M.status()
  return require("tandem.status").get()
end

--- For the statusline: `%{v:lua.require'tandem'.statusline()}`.
---@return string
function M.statusline()
  return require("tandem.status").line()
end

return M
