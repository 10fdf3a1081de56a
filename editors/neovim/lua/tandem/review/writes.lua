--- Accepts the proposal when the user writes it with `:w`. Automatic writes, by a timer or an autocommand, don't accept
--- it.
local M = {}

local namespace = vim.api.nvim_create_namespace("tandem.review.typed")
local group = vim.api.nvim_create_augroup("tandem.review.writes", { clear = true })
local autocommands ---@type integer[]? while a review is watched

--- True while a typed key is being handled, including its mapping.
local is_typed = false
local keys = 0

--- Reviews by the buffer of their result.
local watched = {} ---@type table<integer, tandem.review.Review>

--- These commands only write modified buffers. A result is never modified, or `:wall` and 'autowrite' would write it.
local writes_if_modified = { xit = true, exit = true, update = true }

---@param commands string a command line
local function writes_if_modified_buffer(commands)
  local rest = commands
  for _ = 1, 10 do
    local ok, parsed = pcall(vim.api.nvim_parse_cmd, rest, {})
    if not ok then
      return false
    end
    -- With a file name, they write a copy.
    if writes_if_modified[parsed.cmd] and #(parsed.args or {}) == 0 then
      return true
    end
    rest = parsed.nextcmd
    if not rest or rest == "" then
      return false
    end
  end
  return false
end

--- Sets 'modified' so that the command that is about to run writes the result.
local function expect_write()
  local buf = vim.api.nvim_get_current_buf()
  local review = watched[buf]
  if not review or review.is_closed then
    return
  end
  review.is_writing = true
  vim.bo[buf].modified = true
  vim.schedule(function()
    review.is_writing = false
    if vim.api.nvim_buf_is_valid(buf) then
      vim.bo[buf].modified = false
    end
  end)
end

--- The key that vim.on_key() gets for a mapping to `<Cmd>…<CR>`.
local command_key = vim.keycode("<Cmd>")

local function on_key(key, typed)
  if not typed or typed == "" then
    return
  end
  is_typed, keys = true, keys + 1
  local mine = keys
  vim.schedule(function()
    if mine == keys then
      is_typed = false
    end
  end)
  if key == command_key and watched[vim.api.nvim_get_current_buf()] then
    local map = vim.fn.maparg(vim.fn.keytrans(typed), vim.api.nvim_get_mode().mode:sub(1, 1), false, true)
    for command in (map.rhs or ""):gmatch("<[Cc][Mm][Dd]>(.-)<[Cc][Rr]>") do
      if writes_if_modified_buffer(command) then
        expect_write()
      end
    end
  end
end

--- True if the user typed the command that writes. The stack contains this autocommand, and any others that caused it.
local function is_by_user()
  local _, autocommands = vim.fn.expand("<stack>"):gsub(" Autocommands for ", "")
  -- While an operator is pending, only a timer can write.
  return is_typed and autocommands <= 1 and not vim.api.nvim_get_mode().mode:find("^no")
end

function M.explain_base()
  require("tandem.notify").warn("This is the original text. Use :w in the proposed text to accept.")
end

local function start()
  vim.on_key(on_key, namespace)
  -- SafeState comes before queued timer and process events, a scheduled function after them.
  local safe_state = vim.api.nvim_create_autocmd("SafeState", {
    group = group,
    callback = function()
      is_typed = false
    end,
  })
  -- Changing 'fileformat' also sets 'modified', and `:qall` would fail.
  local quit = vim.api.nvim_create_autocmd("QuitPre", {
    group = group,
    callback = function()
      for buf in pairs(watched) do
        if vim.api.nvim_buf_is_valid(buf) then
          vim.bo[buf].modified = false
        end
      end
    end,
  })
  local command_line = vim.api.nvim_create_autocmd("CmdlineLeave", {
    group = group,
    pattern = ":",
    callback = function()
      if vim.v.event.abort or not vim.b.tandem_review or not writes_if_modified_buffer(vim.fn.getcmdline()) then
        return
      end
      if watched[vim.api.nvim_get_current_buf()] then
        expect_write()
      else
        -- In the window of the base, `:x` would only close it. In Lua, v:event is a copy.
        vim.cmd("let v:event.abort = v:true")
        vim.schedule(M.explain_base)
      end
    end,
  })
  autocommands = { safe_state, quit, command_line }
end

---@param accept fun(review: tandem.review.Review)
function M.watch(review, accept)
  if not autocommands then
    start()
  end
  watched[review.result] = review
  review.write_autocmd = vim.api.nvim_create_autocmd("BufWriteCmd", {
    group = group,
    -- A pattern, not the buffer: `:w other.txt` writes a copy as usual.
    pattern = ("tandem://review/%d/proposed/*"):format(review.number),
    callback = function(event)
      -- Otherwise Neovim assumes that the write failed.
      vim.bo[event.buf].modified = false
      if review.is_closed then
        require("tandem.notify").info("This review has ended. Nothing was accepted.")
      elseif is_by_user() then
        accept(review)
      elseif not review.has_explained_writes then
        review.has_explained_writes = true
        require("tandem.notify").info("Automatic writes don't accept the proposal. Use :TandemAccept.")
      end
    end,
  })
end

function M.unwatch(review)
  watched[review.result or -1] = nil
  if review.write_autocmd then
    vim.api.nvim_del_autocmd(review.write_autocmd)
    review.write_autocmd = nil
  end
  if autocommands and not next(watched) then
    vim.on_key(nil, namespace)
    vim.tbl_map(vim.api.nvim_del_autocmd, autocommands)
    autocommands, is_typed = nil, false
  end
end

return M
