--- `:w` in the proposed text accepts it, if it was the user who wrote. What saves by itself, on a timer or on an event,
--- never accepts anything.
local M = {}

local namespace = vim.api.nvim_create_namespace("tandem.review.typed")
local group = vim.api.nvim_create_augroup("tandem.review.writes", { clear = true })
local command_line ---@type integer? the autocommand that looks at command lines
local others = {} ---@type integer[] the other autocommands of this file that are there as long as it is

--- True while a key that somebody typed is being handled, with all that it is mapped to.
local is_typed = false
local keys = 0

--- The proposed texts, by their buffers.
local watched = {} ---@type table<integer, tandem.review.Review>

--- `:x` and `:update` write only what is modified, and a proposed text never is: `:wall` and 'autowrite' would take it.
local writes_if_modified = { xit = true, exit = true, update = true }

---@param commands string a command line
local function would_write(commands)
  local rest = commands
  for _ = 1, 10 do
    local ok, parsed = pcall(vim.api.nvim_parse_cmd, rest, {})
    if not ok then
      return false
    end
    -- With a file's name it is a copy that is written.
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

--- The command that is about to run writes the proposed text.
local function expect_write()
  local buf = vim.api.nvim_get_current_buf()
  local review = watched[buf]
  if not review or review.is_over then
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

--- What Neovim's keyboard says when a key is mapped to `<Cmd>…<CR>`.
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
      if would_write(command) then
        expect_write()
      end
    end
  end
end

--- Is this write of the user's own making? The stack names the autocommand that we are in, and those around it.
local function is_by_hand()
  local _, autocommands = vim.fn.expand("<stack>"):gsub(" Autocommands for ", "")
  -- While an operator waits for its motion, keys have not come to their end, and what runs is a timer.
  return is_typed and autocommands <= 1 and not vim.api.nvim_get_mode().mode:find("^no")
end

--- For those who want to write in the wrong window.
function M.explain_base()
  require("tandem.notify").warn("This is the text before: write in the proposed one to accept.")
end

local function start()
  vim.on_key(on_key, namespace)
  -- It comes before what timers and processes have put into the queue meanwhile; what is scheduled comes after that.
  local safe_state = vim.api.nvim_create_autocmd("SafeState", {
    group = group,
    callback = function()
      is_typed = false
    end,
  })
  -- Another 'fileformat' would make `:qall` stop, too.
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
  others = { safe_state, quit }
  command_line = vim.api.nvim_create_autocmd("CmdlineLeave", {
    group = group,
    pattern = ":",
    callback = function()
      if vim.v.event.abort or not vim.b.tandem_review or not would_write(vim.fn.getcmdline()) then
        return
      end
      if watched[vim.api.nvim_get_current_buf()] then
        expect_write()
      else
        -- In the window of the text before, `:x` would only close it. Lua has but a copy of v:event.
        vim.cmd("let v:event.abort = v:true")
        vim.schedule(M.explain_base)
      end
    end,
  })
end

---@param review tandem.review.Review
---@param accept fun(review: tandem.review.Review)
function M.watch(review, accept)
  if not command_line then
    start()
  end
  watched[review.result] = review
  review.write_autocmd = vim.api.nvim_create_autocmd("BufWriteCmd", {
    group = group,
    -- Not for the buffer as such: `:w other.txt` is none of ours, and Neovim writes that copy.
    pattern = ("tandem://review/%d/proposed/*"):format(review.number),
    callback = function(event)
      -- Or Neovim takes it for a write that failed.
      vim.bo[event.buf].modified = false
      if review.is_over then
        require("tandem.notify").info("This proposal is no longer under review: nothing was accepted.")
      elseif is_by_hand() then
        accept(review)
      elseif not review.has_explained_writes then
        review.has_explained_writes = true
        require("tandem.notify").info("A write that nobody typed accepts nothing. :TandemAccept does.")
      end
    end,
  })
end

--- When its view is gone.
---@param review tandem.review.Review
function M.unwatch(review)
  watched[review.result or -1] = nil
  if review.write_autocmd then
    vim.api.nvim_del_autocmd(review.write_autocmd)
    review.write_autocmd = nil
  end
  if command_line and not next(watched) then
    vim.on_key(nil, namespace)
    vim.tbl_map(vim.api.nvim_del_autocmd, { command_line, unpack(others) })
    command_line, others, is_typed = nil, {}, false
  end
end

return M
