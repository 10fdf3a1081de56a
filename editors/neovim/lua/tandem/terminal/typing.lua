--- Typing into Claude Code's prompt.
local M = {}

--- Claude Code takes an Enter that arrives together with a long text for a part of it (seen with 2.1.112 and 2.1.325).
local enter_after_ms = 100

--- What can be typed: of control characters only the tab and the line's end. An escape sequence would be keys.
local function cleaned(text)
  return (text:gsub("\r\n?", "\n"):gsub("\194[\128-\159]", ""):gsub("[%z\1-\8\11-\31\127]", ""))
end

--- The bytes for a text; several lines go as one paste, so that no line's end is taken for Enter.
---@param text string
---@return string
function M.bytes(text)
  text = cleaned(text)
  if text:find("\n", 1, true) then
    return "\27[200~" .. text .. "\27[201~"
  end
  return text
end

---@class tandem.Typist
---@field type fun(text: string, enter: boolean?)

--- Types into a job, one thing after the other.
---@param job integer
---@return tandem.Typist
function M.typist(job)
  local waiting, is_busy = {}, false
  local function send(bytes)
    -- It may have ended in between.
    pcall(vim.fn.chansend, job, bytes)
  end
  local function go_on()
    while not is_busy and #waiting > 0 do
      local item = table.remove(waiting, 1)
      if item.bytes ~= "" then
        send(item.bytes)
      end
      if item.enter then
        is_busy = true
        vim.defer_fn(function()
          send("\r")
          -- What comes next is not to be one piece with this Enter either.
          vim.defer_fn(function()
            is_busy = false
            go_on()
          end, enter_after_ms)
        end, enter_after_ms)
      end
    end
  end
  return {
    type = function(text, enter)
      table.insert(waiting, { bytes = M.bytes(text), enter = enter })
      go_on()
    end,
  }
end

return M
