--- Follows the proposed text of a review while it changes.
local hunks = require("tandem.review.hunks")
local text = require("tandem.review.text")

local M = {}

---@param review tandem.review.Review
local function attach(review)
  local buf = review.result
  local function changed()
    if review.is_over then
      return true
    end
    -- Never "modified", or `:wall` and 'autowrite' would write it and `:qall` would stop at it.
    vim.bo[buf].modified = false
    hunks.changed(review)
  end
  vim.api.nvim_buf_attach(buf, false, {
    on_lines = changed,
    on_reload = changed,
  })
  -- Undo sets it once more after it has told of its changes.
  vim.api.nvim_create_autocmd("BufModifiedSet", {
    group = vim.api.nvim_create_augroup("tandem.review.watch", { clear = false }),
    buffer = buf,
    callback = function()
      if not review.is_over and not review.is_writing then
        vim.bo[buf].modified = false
      end
    end,
  })
end

--- `:edit!` gives each its text back, instead of looking for a file.
---@param review tandem.review.Review
local function refill(review)
  return vim.api.nvim_create_autocmd("BufReadCmd", {
    group = vim.api.nvim_create_augroup("tandem.review.watch", { clear = false }),
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

--- What the winbar says depends on the room that it has.
---@param review tandem.review.Review
local function follow_sizes(review)
  return vim.api.nvim_create_autocmd("WinResized", {
    group = vim.api.nvim_create_augroup("tandem.review.watch", { clear = false }),
    callback = function()
      if not review.is_over and vim.api.nvim_buf_is_valid(review.result) then
        require("tandem.review.winbar").update(review)
      end
    end,
  })
end

---@param review tandem.review.Review
function M.start(review)
  review.watching = { refill(review), follow_sizes(review) }
  attach(review)
  hunks.start(review)
end

--- When its view is gone.
---@param review tandem.review.Review
function M.stop(review)
  vim.tbl_map(vim.api.nvim_del_autocmd, review.watching or {})
  review.watching = nil
end

return M
