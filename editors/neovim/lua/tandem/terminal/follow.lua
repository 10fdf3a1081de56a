--- Follows the user in and out of the terminal's windows: where they came from, and in which mode they left.
local M = {}

local function mode()
  return vim.api.nvim_get_mode().mode
end

---@param session tandem.TerminalSession
---@return integer group of autocommands
function M.begin(session)
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
      -- Somebody only passed through: terminal mode must not become insert mode where they go.
      session.is_entering = false
      vim.cmd.stopinsert()
    end
  end)
  on("TermLeave", function()
    -- Keys that a mapping typed behind it come first: who is gone by then went from terminal mode.
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
    -- A process that runs is ended by Neovim, which tells it.
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
