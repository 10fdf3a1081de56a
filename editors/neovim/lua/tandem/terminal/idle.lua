--- Puts a text into the prompt of Claude Code's terminal, unsent, as soon as the prompt waits for one. A permission menu takes
--- single keys, so nothing is sent before the sidecar has recognized the empty prompt on the screen.
local M = {}

--- After a rejection, Claude Code ends its turn.
local wait_ms = 5000
--- More lines than the screen has.
local max_lines = 200

local function screen_of(buf)
  if not vim.api.nvim_buf_is_valid(buf) then
    return
  end
  return table.concat(vim.api.nvim_buf_get_lines(buf, -max_lines - 1, -1, false), "\n")
end

---@param terminal { buf: integer, input: tandem.PromptInput }
---@param paste string the bytes of a paste
---@param done fun(is_put: boolean) called once
function M.paste(terminal, paste, done)
  local is_done, is_asking = false, false
  local function finish(is_put)
    if not is_done then
      is_done = true
      done(is_put)
    end
  end
  local function check()
    local screen = screen_of(terminal.buf)
    if is_done or is_asking or not screen then
      return
    end
    is_asking = true
    require("tandem.sidecar").request("is_idle", { screen = screen }, function(problem, is_idle)
      is_asking = false
      if is_done then
        return
      end
      if problem then
        finish(false)
      elseif screen ~= screen_of(terminal.buf) then
        check()
      elseif is_idle and terminal.input.paste(paste) then
        finish(true)
      end
    end)
  end
  vim.api.nvim_buf_attach(terminal.buf, false, {
    on_lines = function()
      vim.schedule(check)
      return is_done
    end,
    on_detach = vim.schedule_wrap(function()
      finish(false)
    end),
  })
  vim.defer_fn(function()
    finish(false)
  end, wait_ms)
  check()
end

return M
