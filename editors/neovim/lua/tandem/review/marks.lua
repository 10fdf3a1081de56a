--- Shows the decision about each hunk, or another note, at the end of its first line.
local M = {}

local namespace = vim.api.nvim_create_namespace("tandem.review.decided")

local labels = { accepted = "✓ accepted", rejected = "✗ rejected" }

function M.draw(review)
  local buf = review.result
  local last = vim.api.nvim_buf_line_count(buf)
  M.clear(buf)
  for _, hunk in ipairs(review.hunks) do
    local label = hunk.note or labels[hunk.decision]
    if label then
      vim.api.nvim_buf_set_extmark(buf, namespace, math.min(hunk.new, last) - 1, 0, {
        virt_text = { { label, "Comment" } },
      })
    end
  end
end

---@param buf integer
function M.clear(buf)
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
end

return M
