--- Messages for the user.
local M = {}

--- Neovim's own vim.notify() shows a long message with a hit-enter prompt, which would take the next typed key.
local function would_prompt(message)
  local is_own = debug.getinfo(vim.notify, "S").source:find("editor%.lua$") ~= nil
  return is_own and (message:find("\n", 1, true) ~= nil or vim.fn.strdisplaywidth(message) > vim.v.echospace)
end

local function is_typing()
  return vim.api.nvim_get_mode().mode:find("^[iRtcsS\19]") ~= nil
end

local function notify(message, level)
  local function show()
    vim.notify(message, level, { title = "Tandem" })
  end
  if vim.in_fast_event() then
    vim.schedule(function()
      notify(message, level)
    end)
  elseif is_typing() and would_prompt(message) then
    vim.api.nvim_create_autocmd("ModeChanged", { pattern = "*:n*", once = true, callback = vim.schedule_wrap(show) })
  else
    show()
  end
end

---@param message string
function M.info(message)
  notify(message, vim.log.levels.INFO)
end

---@param message string
function M.warn(message)
  notify(message, vim.log.levels.WARN)
end

---@param message string
function M.error(message)
  notify(message, vim.log.levels.ERROR)
end

return M
