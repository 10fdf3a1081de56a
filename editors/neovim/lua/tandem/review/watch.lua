--- Follows the texts of a review while they change: counts what is undecided, and draws it.
local hunks = require("tandem.review.hunks")
local text = require("tandem.review.text")

local M = {}

--- Counts, and shows it.
---@param review tandem.review.Review
function M.refresh(review)
  if review.is_over or not vim.api.nvim_buf_is_valid(review.result) then
    return
  end
  local lines = text.lines(review.result)
  local found
  if review.layout == "inline" then
    found = hunks.between(review.base_lines, lines)
    require("tandem.review.inline").draw(review, found)
  elseif vim.api.nvim_buf_is_valid(review.base) then
    found, review.hides = hunks.drawn(text.lines(review.base), lines)
  else
    return
  end
  review.undecided = #found
  require("tandem.review.winbar").update(review)
  return found
end

--- Soon, and not for every key in a text that takes long to compare: at most a tenth of the time goes there.
---@param review tandem.review.Review
function M.refresh_soon(review)
  if review.is_due then
    return
  end
  review.is_due = true
  vim.defer_fn(function()
    review.is_due = false
    local began = vim.uv.hrtime()
    M.refresh(review)
    local took = (vim.uv.hrtime() - began) / 1e6
    review.pause = took < 5 and 0 or math.min(2000, math.floor(took * 10))
  end, review.pause or 0)
end

---@param review tandem.review.Review
---@param buf integer
local function attach(review, buf)
  local function changed()
    if review.is_over then
      return true
    end
    -- Never "modified", or `:wall` and 'autowrite' would write it and `:qall` would stop at it.
    vim.bo[buf].modified = false
    M.refresh_soon(review)
    if buf == review.result then
      require("tandem.review.drafts").changed(review)
    end
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
      -- In the layout "inline" nothing else brings back a change that was taken.
      review.base_lines = review.old.lines
      M.refresh_soon(review)
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
  for _, buf in ipairs({ review.result, review.base }) do
    attach(review, buf)
  end
  return M.refresh(review)
end

--- When its view is gone.
---@param review tandem.review.Review
function M.stop(review)
  vim.tbl_map(vim.api.nvim_del_autocmd, review.watching or {})
  review.watching = nil
end

return M
