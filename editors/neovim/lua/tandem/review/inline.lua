--- The inline layout: highlights new and changed lines of the proposed text, and draws deleted lines between them.
local M = {}

local namespace = vim.api.nvim_create_namespace("tandem.review.inline")

--- Deleted lines are cut off after this many columns, and hunks after this many lines.
local max_columns = 1000
local max_lines = 2000

local function virtual_text(line, tabstop)
  -- Vimscript represents NUL as a line break, and shows it as ^@.
  line = line:gsub("%z", "\n")
  if #line > max_columns then
    line = vim.fn.strcharpart(line:sub(1, max_columns * 4), 0, max_columns) .. "…"
  end
  local column = 0
  local shown = line:gsub("[^\t]*\t?", function(part)
    if part:sub(-1) ~= "\t" then
      return nil
    end
    local before_tab = part:sub(1, -2)
    column = column + vim.fn.strdisplaywidth(before_tab)
    local gap = tabstop - column % tabstop
    column = column + gap
    return before_tab .. (" "):rep(gap)
  end)
  shown = vim.fn.strtrans(shown)
  return shown .. (" "):rep(vim.o.columns - vim.fn.strdisplaywidth(shown))
end

local function virtual_lines(review, lines, first, count, highlight, what)
  local shown, tabstop = {}, vim.bo[review.result].tabstop
  for i = first, first + math.min(count, max_lines) - 1 do
    table.insert(shown, { { virtual_text(lines[i], tabstop), highlight } })
  end
  if count > max_lines then
    table.insert(shown, { { (" … and %d more %s lines"):format(count - max_lines, what), highlight } })
  end
  return shown
end

local function deleted_lines(review, hunk)
  return virtual_lines(review, review.old.lines, hunk.old, hunk.oldCount, "DiffDelete", "deleted")
end

local function rejected_lines(review, hunk)
  return virtual_lines(review, hunk.rejected, 1, #hunk.rejected, "TandemRejected", "rejected")
end

--- Scrolls windows so that virtual lines above the first line are visible.
local function reveal_top(review, count)
  for _, win in ipairs(vim.fn.win_findbuf(review.result)) do
    vim.api.nvim_win_call(win, function()
      local view = vim.fn.winsaveview()
      local wanted = math.min(count, math.max(0, vim.api.nvim_win_get_height(win) - 2))
      if view.topline == 1 and view.topfill ~= wanted then
        vim.fn.winrestview({ topline = 1, topfill = wanted })
      end
    end)
  end
end

--- Draws the hunks: deleted lines above the new ones, and rejected lines below those that they don't replace.
function M.draw(review)
  local buf = review.result
  local last = vim.api.nvim_buf_line_count(buf)
  local above_first = 0
  M.clear(buf)
  vim.api.nvim_set_hl(0, "TandemRejected", { default = true, link = "Comment" })
  local function draw_lines(row, lines)
    if row == 0 then
      above_first = #lines
    end
    local options = { virt_lines = lines, virt_lines_above = row == 0 }
    vim.api.nvim_buf_set_extmark(buf, namespace, math.max(row - 1, 0), 0, options)
  end
  for _, hunk in ipairs(review.hunks) do
    local row = math.min(hunk.new, last + 1) - 1
    if hunk.decision == "rejected" then
      draw_lines(math.min(row + hunk.newCount, last), rejected_lines(review, hunk))
    elseif hunk.oldCount > 0 then
      draw_lines(row, deleted_lines(review, hunk))
    end
    if hunk.decision ~= "rejected" and hunk.newCount > 0 then
      vim.api.nvim_buf_set_extmark(buf, namespace, hunk.new - 1, 0, {
        end_row = math.min(hunk.new - 1 + hunk.newCount, last),
        end_col = 0,
        hl_group = hunk.oldCount > 0 and "DiffChange" or "DiffAdd",
        hl_eol = true,
        -- Below syntax highlighting.
        priority = 50,
        strict = false,
      })
    end
  end
  reveal_top(review, above_first)
end

---@param buf integer
function M.clear(buf)
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
end

return M
