--- What the user types into a review goes to the sidecar, which keeps it: these buffers have no swap file. What is left
--- after a crash comes back as text to copy.
local buffers = require("tandem.review.buffers")
local text = require("tandem.review.text")

local M = {}

--- With the sidecar's own pause a draft is less than a second old.
local pause_ms = 200

---@type string[] the ids of those that the user has seen
local shown = {}

---@param review tandem.review.Review
local function tell(review)
  if review.is_over or not vim.api.nvim_buf_is_valid(review.result) then
    return
  end
  local whole = text.result(text.lines(review.result), review.old, review.new, nil)
  require("tandem.sidecar").tell("draft", { id = review.proposal.id, text = whole })
end

--- Tells the sidecar soon. Of a text that takes long to put together at most a tenth of the time goes there.
---@param review tandem.review.Review
function M.changed(review)
  if review.is_draft_due then
    return
  end
  review.is_draft_due = true
  vim.defer_fn(function()
    review.is_draft_due = false
    local began = vim.uv.hrtime()
    tell(review)
    review.draft_pause = math.max(pause_ms, math.floor((vim.uv.hrtime() - began) / 1e5))
  end, review.draft_pause or pause_ms)
end

---@param drafts { id: string, path: string, text: string }[]
local function show(drafts)
  shown = {}
  for _, draft in ipairs(drafts) do
    local buf = buffers.kept(draft.path, text.split(draft.text).lines)
    table.insert(shown, draft.id)
    vim.cmd({ cmd = "tabnew" })
    vim.bo.bufhidden = "wipe"
    vim.api.nvim_win_set_buf(0, buf)
  end
  require("tandem.notify").info("Claude is no longer waiting. :TandemDrafts! discards this.")
end

---@param method string
---@param params table
---@param done fun(result: any)
local function ask(method, params, done)
  require("tandem.sidecar").request(method, params, function(problem, result)
    if problem then
      require("tandem.notify").error(problem)
    else
      done(result)
    end
  end)
end

--- Shows what was typed into reviews that nobody waits for any more, each text in a buffer of its own.
function M.show()
  ask("drafts", {}, function(drafts)
    if #drafts == 0 then
      require("tandem.notify").info("Nothing that you typed into a review is kept.")
    else
      show(drafts)
    end
  end)
end

--- Throws away what was shown.
function M.discard()
  if #shown == 0 then
    error("Look at it first: :TandemDrafts shows what is kept.", 0)
  end
  local ids = shown
  shown = {}
  ask("discard_drafts", { ids = ids }, function()
    require("tandem.notify").info("Discarded.")
  end)
end

return M
