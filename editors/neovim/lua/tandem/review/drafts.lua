--- Drafts: edits in reviews that ended without a decision, for the user to copy. The sidecar stores them, because the
--- buffers of a review have no swap file.
local buffers = require("tandem.review.buffers")
local text = require("tandem.review.text")

local M = {}

---@type string[] the ids of the drafts that were shown
local shown = {}

---@param drafts { id: string, path: string, text: tandem.review.Content }[]
local function show(drafts)
  shown = {}
  for _, draft in ipairs(drafts) do
    local buf = buffers.show_draft(draft.path, text.of(draft.text).lines)
    table.insert(shown, draft.id)
    vim.cmd.tabnew()
    vim.bo.bufhidden = "wipe"
    vim.api.nvim_win_set_buf(0, buf)
  end
  require("tandem.notify").info("These reviews have ended. :TandemDrafts! discards the drafts.")
end

---@param done fun(result: any)
local function request(method, params, done)
  require("tandem.sidecar").request(method, params, function(problem, result)
    if problem then
      require("tandem.notify").error(problem)
    else
      done(result)
    end
  end)
end

--- Shows each draft in its own buffer.
function M.show()
  request("drafts", {}, function(drafts)
    if #drafts == 0 then
      require("tandem.notify").info("There are no drafts.")
    else
      show(drafts)
    end
  end)
end

--- Discards the drafts that were shown.
function M.discard()
  if #shown == 0 then
    error("Use :TandemDrafts to see the drafts first.", 0)
  end
  local ids = shown
  shown = {}
  request("discard_drafts", { ids = ids }, function()
    require("tandem.notify").info("Drafts discarded.")
  end)
end

return M
