--- Words for the user, always with the same title.
local M = {}

--- Neovim's own way shows what does not fit into one line with a prompt, which takes the next key of whoever types.
local function would_prompt(message)
  local is_own = debug.getinfo(vim.notify, "S").source:find("editor%.lua$") ~= nil
  return is_own and (message:find("\n", 1, true) ~= nil or vim.fn.strdisplaywidth(message) > vim.v.echospace)
end

local function is_typing()
  return vim.api.nvim_get_mode().mode:find("^[iRtcsS\19]") ~= nil
end

local function say(message, level)
  local function show()
    vim.notify(message, level, { title = "Tandem" })
  end
  if vim.in_fast_event() then
    vim.schedule(function()
      say(message, level)
    end)
  elseif is_typing() and would_prompt(message) then
    vim.api.nvim_create_autocmd("ModeChanged", { pattern = "*:n*", once = true, callback = vim.schedule_wrap(show) })
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
