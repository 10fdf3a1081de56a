--- Types into Claude Code's prompt.
local M = {}

--- Claude Code treats an Enter that arrives together with a long text as a part of it (seen with 2.1.112 and 2.1.325).
local enter_after_ms = 100

--- Removes control characters except tab and newline: an escape sequence would act as keys.
local function cleaned(text)
  return (text:gsub("\r\n?", "\n"):gsub("\194[\128-\159]", ""):gsub("[%z\1-\8\11-\31\127]", ""))
end

--- Returns the bytes to send for some text. Several lines are sent as a paste, so that line breaks do not act as Enter.
---@param text string
---@return string
function M.bytes(text)
  text = cleaned(text)
  if text:find("\n", 1, true) then
    return "\27[200~" .. text .. "\27[201~"
  end
  return text
end

---@class tandem.PromptInput
---@field type fun(text: string, enter: boolean?)
---@field paste fun(bytes: string): boolean sends bytes unless other text is still on its way

--- Returns an input queue for a job.
---@param job integer
---@return tandem.PromptInput
function M.input(job)
  local waiting, is_busy = {}, false
  local function send(bytes)
    -- The job may have exited.
    pcall(vim.fn.chansend, job, bytes)
  end
  local function send_next()
    while not is_busy and #waiting > 0 do
      local item = table.remove(waiting, 1)
      if item.bytes ~= "" then
        send(item.bytes)
      end
      if item.enter then
        is_busy = true
        vim.defer_fn(function()
          send("\r")
          -- The next text must not arrive together with this Enter.
          vim.defer_fn(function()
            is_busy = false
            send_next()
          end, enter_after_ms)
        end, enter_after_ms)
      end
    end
  end
  return {
    type = function(text, enter)
      table.insert(waiting, { bytes = M.bytes(text), enter = enter })
      send_next()
    end,
    paste = function(bytes)
      if is_busy or #waiting > 0 then
        return false
      end
      send(bytes)
      return true
    end,
  }
end

return M
