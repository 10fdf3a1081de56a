--- What was typed into reviews that nobody waits for any more comes back as text to copy. The sidecar keeps it: these buffers
--- have no swap file.
local buffers = require("tandem.review.buffers")
local text = require("tandem.review.text")

local M = {}

---@type string[] the ids of those that the user has seen
local shown = {}

---@param drafts { id: string, path: string, text: tandem.review.Told }[]
local function show(drafts)
  shown = {}
  for _, draft in ipairs(drafts) do
    local buf = buffers.kept(draft.path, text.of(draft.text).lines)
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
