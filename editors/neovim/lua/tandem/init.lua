--- What users call. Everything behind it is loaded when it is needed.
local M = {}

--- Sets the options, and starts Tandem as `start` says. Without it the commands use the defaults.
---
--- ```lua
--- require("tandem").setup({ review = { layout = "inline" } })
--- ```
---@param options tandem.Options? see `:help tandem-options`
function M.setup(options)
  local config = require("tandem.config")
  local problems = config.set(options)
  if #problems > 0 then
    require("tandem.notify").error("Tandem's options:\n- " .. table.concat(problems, "\n- "))
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
      -- After what else waits for this event: the user sees their file first.
      callback = function()
        vim.schedule(M.start)
      end,
    })
  end
end

--- Starts the endpoint, unless it runs.
---@param callback fun(problem: string?)?
function M.start(callback)
  require("tandem.sidecar").start(callback)
end

--- Ends the endpoint; the lock file is gone when this returns.
function M.stop()
  require("tandem.sidecar").stop()
end

--- Sends the current file to Claude, the selection of it in a visual mode, or what is marked in a file tree.
---@param options { first: integer?, last: integer?, whole: boolean? }?
---@param callback tandem.MentionCallback?
function M.send(options, callback)
  require("tandem.mention").send(options, callback)
end

--- Sends a file or a folder by its name, or lines of a file, counted from 1.
---@param file string
---@param first integer?
---@param last integer?
---@param callback tandem.MentionCallback?
function M.add(file, first, last, callback)
  require("tandem.mention").add(file, first, last, callback)
end

--- Sends several files and folders.
---@param files string[]
---@param callback tandem.MentionCallback?
function M.add_files(files, callback)
  require("tandem.mention").files(files, callback)
end

--- What is going on: state, port, clients, folders.
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
