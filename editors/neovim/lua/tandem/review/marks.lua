--- Shows the decision about each hunk, and other notes, at the end of its first line, and which lines the user wrote.
local M = {}

local namespace = vim.api.nvim_create_namespace("tandem.review.decided")

--- A text that the user pastes may have more lines.
local max_own = 1000

local labels = { accepted = "✓ accepted", rejected = "✗ rejected" }

--- Marks the lines that the user wrote.
local function draw_own(buf, lines, last)
  for i = 1, math.min(#lines, max_own) do
    vim.api.nvim_buf_set_extmark(buf, namespace, math.min(lines[i], last) - 1, 0, {
      virt_text = { { "you", "Comment" } },
      virt_text_pos = "right_align",
    })
  end
end

function M.draw(review)
  local buf = review.result
  local last = vim.api.nvim_buf_line_count(buf)
  M.clear(buf)
  for _, hunk in ipairs(review.hunks) do
    draw_own(buf, hunk.own or {}, last)
    local decision = labels[hunk.decision]
    local label = decision and hunk.note and decision .. " · " .. hunk.note or decision or hunk.note
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
