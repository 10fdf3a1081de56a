--- Words for the user, always with the same title.
local M = {}

local function say(message, level)
  local show = function()
    vim.notify(message, level, { title = "Tandem" })
  end
  if vim.in_fast_event() then
    vim.schedule(show)
  else
    show()
  end
end

---@param message string
function M.info(message)
  say(message, vim.log.levels.INFO)
end

---@param message string
function M.warn(message)
  say(message, vim.log.levels.WARN)
end

---@param message string
function M.error(message)
  say(message, vim.log.levels.ERROR)
end

return M
