--- What the user tells an agent about a review: the reason for a rejection, and comments on lines. It goes into the prompt of
--- the agent's terminal if that is ours, else into a register.
local notify = require("tandem.notify")

local M = {}

---@class tandem.review.Comment
---@field mark integer an extmark, which moves with the text
---@field text string

local namespace = vim.api.nvim_create_namespace("tandem.review.comments")

local function row_of(review, comment)
  local mark = vim.api.nvim_buf_get_extmark_by_id(review.result, namespace, comment.mark, {})
  return mark[1] or 0
end

--- Returns the comments with their lines, from 0.
---@return { line: integer, text: string }[]
function M.comments(review)
  if review.aside then
    return review.aside.comments
  end
  if not review.result or not vim.api.nvim_buf_is_valid(review.result) then
    return {}
  end
  return vim.tbl_map(function(comment)
    return { line = row_of(review, comment), text = comment.text }
  end, review.comments)
end

--- Returns the line of the result for the cursor, from 0. In the window of the original text, that of the hunk there.
local function line_here(review)
  local line = vim.fn.line(".")
  if vim.api.nvim_get_current_buf() == review.base then
    local index = require("tandem.review.navigation").find(review.hunks, "old", line, line, false)[1]
    line = index and review.hunks[index].new or line
  end
  return math.min(line, vim.api.nvim_buf_line_count(review.result)) - 1
end

local function draw(review, row, text)
  vim.api.nvim_set_hl(0, "TandemComment", { default = true, link = "DiagnosticInfo" })
  local mark = vim.api.nvim_buf_set_extmark(review.result, namespace, row, 0, {
    virt_text = { { "▸ " .. vim.fn.strtrans(text), "TandemComment" } },
  })
  table.insert(review.comments, { mark = mark, text = text })
end

--- Draws the comments again in a new buffer.
---@param comments { line: integer, text: string }[]
function M.restore(review, comments)
  review.comments = {}
  for _, comment in ipairs(comments) do
    draw(review, comment.line, comment.text)
  end
end

local function set(review, row, text)
  review.comments = vim.tbl_filter(function(comment)
    if row_of(review, comment) == row then
      vim.api.nvim_buf_del_extmark(review.result, namespace, comment.mark)
      return false
    end
    return true
  end, review.comments)
  if vim.trim(text) ~= "" then
    draw(review, row, text)
  end
  require("tandem.sidecar").send("comments", { id = review.id, comments = M.comments(review) })
end

local function text_at(review, row)
  for _, comment in ipairs(review.comments) do
    if row_of(review, comment) == row then
      return comment.text
    end
  end
end

--- Comments on the line of the cursor. Without a text, asks for it; an empty one removes the comment.
---@param text string?
function M.comment(text)
  local review = require("tandem.review.registry").current()
  if not review or not review.view or not vim.b.tandem_review then
    error("Not in a review window. Go to one with :TandemReview.", 0)
  end
  local row = line_here(review)
  if text and text ~= "" then
    set(review, row, text)
    return
  end
  vim.ui.input({ prompt = "Comment: ", default = text_at(review, row) }, function(input)
    if input and not review.is_closed then
      set(review, row, input)
    end
  end)
end

--- Rejects a review after asking for the reason. Without an answer, it stays.
---@param id string?
function M.ask_reason(id)
  local review = require("tandem.review.registry").resolve(id)
  vim.ui.input({ prompt = "Reason for rejecting: " }, function(input)
    if input and not review.is_closed then
      require("tandem.review.ending").reject(review, input)
    end
  end)
end

local function copy(agent, text)
  local has_clipboard = vim.fn.has("clipboard") == 1 and pcall(vim.fn.setreg, "+", text)
  if not has_clipboard then
    vim.fn.setreg('"', text)
  end
  notify.info(("Your message for %s is in register %s."):format(agent, has_clipboard and "+" or '"'))
end

--- Puts the text into the prompt of the agent's terminal, unsent, or copies it.
---@param message { agent: string, pid: integer?, text: string, paste: string }
function M.deliver(message)
  local terminal = package.loaded["tandem.terminal"]
  local found = terminal and message.pid and terminal.of_process(message.pid)
  if not found then
    copy(message.agent, message.text)
    return
  end
  require("tandem.terminal.idle").paste(found, message.paste, function(is_put)
    if is_put then
      notify.info(("Your message for %s is in its prompt, not sent yet."):format(message.agent))
    else
      copy(message.agent, message.text)
    end
  end)
end

return M
