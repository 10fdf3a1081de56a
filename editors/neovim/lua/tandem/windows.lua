--- Helpers for windows.
local M = {}

--- Sets window-local options, which apply as long as the window shows its current buffer.
---@param win integer
---@param options table<string, any>
function M.set_options(win, options)
  for name, value in pairs(options) do
    vim.api.nvim_set_option_value(name, value, { scope = "local", win = win })
  end
end

--- Returns the first suitable window of this tab page: the current one, the previous one, or any other.
---@param is_suitable fun(win: integer): boolean
---@return integer?
function M.find(is_suitable)
  local candidates = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr("#")) }
  vim.list_extend(candidates, vim.api.nvim_tabpage_list_wins(0))
  for _, win in ipairs(candidates) do
    if win ~= 0 and is_suitable(win) then
      return win
    end
  end
end

--- Returns the listed buffer that was used last, or a new one.
---@param buf integer? a buffer to ignore
---@return integer
function M.other_buffer(buf)
  local best
  for _, info in ipairs(vim.fn.getbufinfo({ buflisted = 1 })) do
    if info.bufnr ~= buf and (not best or info.lastused > best.lastused) then
      best = info
    end
  end
  return best and best.bufnr or vim.api.nvim_create_buf(true, false)
end

return M
