--- Tracks when the user enters and leaves the terminal's windows, and in which mode.
local M = {}

local function mode()
  return vim.api.nvim_get_mode().mode
end

---@param session tandem.TerminalSession
---@return integer group of autocommands
function M.start(session)
  local group = vim.api.nvim_create_augroup("tandem_terminal_" .. session.buf, {})
  local function on(names, callback, more)
    local settings = vim.tbl_extend("force", { group = group, callback = callback }, more or { buffer = session.buf })
    vim.api.nvim_create_autocmd(names, settings)
  end
  on({ "WinEnter", "BufEnter" }, function()
    local previous = vim.fn.win_getid(vim.fn.winnr("#"))
    if vim.fn.winnr("#") > 0 and vim.api.nvim_win_get_buf(previous) ~= session.buf then
      session.came_from, session.came_typing, session.previous = previous, mode() == "t", nil
    end
    if session.was_typing then
      session:type_here()
    end
  end)
  on("TermEnter", function()
    session.is_entering = false
  end)
  on({ "WinLeave", "BufLeave" }, function()
    if mode() == "t" then
      session.was_typing = true
    elseif session.is_entering then
      -- The user has already left: pending terminal mode would become Insert mode in the next window.
      session.is_entering = false
      vim.cmd.stopinsert()
    end
  end)
  on("TermLeave", function()
    -- A mapping can leave terminal mode and the window: check after its remaining keys.
    vim.schedule(function()
      if vim.api.nvim_get_current_buf() == session.buf and mode() ~= "t" then
        session.was_typing = false
      elseif mode() ~= "t" then
        session.was_typing = true
      end
    end)
  end)
  on("BufWipeout", function()
    session.is_closing = true
    -- A running process is stopped by Neovim, which calls on_exit.
    if not session.job then
      vim.schedule(function()
        session:remove()
      end)
    end
  end)
  on("VimResized", function()
    if session.shown then
      require("tandem.terminal.window").fit(session.shown)
    end
  end, {})
  return group
end

return M
