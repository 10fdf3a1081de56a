--- Watches the buffers of a review.
local hunks = require("tandem.review.hunks")
local text = require("tandem.review.text")

local M = {}

local group = vim.api.nvim_create_augroup("tandem.review.watch", {})

local function attach(review)
  local buf = review.result
  local function changed()
    if review.is_closed then
      return true
    end
    -- Otherwise `:wall` and 'autowrite' would write it, and `:qall` would fail.
    vim.bo[buf].modified = false
    hunks.changed(review)
  end
  vim.api.nvim_buf_attach(buf, false, {
    on_lines = changed,
    on_reload = changed,
  })
  -- Undo sets 'modified' again after on_lines.
  vim.api.nvim_create_autocmd("BufModifiedSet", {
    group = group,
    buffer = buf,
    callback = function()
      if not review.is_closed and not review.is_writing then
        vim.bo[buf].modified = false
      end
    end,
  })
end

--- Makes `:edit!` restore the original text.
local function restore_on_edit(review)
  return vim.api.nvim_create_autocmd("BufReadCmd", {
    group = group,
    pattern = ("tandem://review/%d/*"):format(review.number),
    callback = function(event)
      local original = event.buf == review.base and review.old or review.new
      text.fill(event.buf, original.lines)
      vim.bo[event.buf].endofline = original.eol
      if event.buf == review.result then
        hunks.reset(review)
      end
    end,
  })
end

--- Updates the winbar when its width changes.
local function update_winbar_on_resize(review)
  return vim.api.nvim_create_autocmd("WinResized", {
    group = group,
    callback = function()
      if not review.is_closed and vim.api.nvim_buf_is_valid(review.result) then
        require("tandem.review.winbar").update(review)
      end
    end,
  })
end

function M.start(review)
  review.watching = { restore_on_edit(review), update_winbar_on_resize(review) }
  attach(review)
  hunks.start(review)
end

function M.stop(review)
  vim.tbl_map(vim.api.nvim_del_autocmd, review.watching or {})
  review.watching = nil
end

return M
