--- What changed on disk while clients were connected: the list, reviews, marks in files, and decisions about them.
local M = {}

local modules = { list = "tandem.changes.list", review = "tandem.changes.review", signs = "tandem.changes.signs" }

--- Returns a module, if it is loaded.
local function loaded(name)
  return package.loaded[modules[name]]
end

--- From the last message of the sidecar: how many files changed, and why something isn't recorded.
local count = 0
local problems = {} ---@type string[]

---@return integer
function M.count()
  return count
end

---@return string[]
function M.problems()
  return problems
end

--- Opens the list of changes, or goes to it. With a file, opens its review.
---@param path string?
function M.show(path)
  if path then
    require("tandem.changes.review").open(path)
  else
    require("tandem.changes.list").show()
  end
end

---@param first integer?
---@param last integer?
local function decide_in_file(decision, scope, first, last)
  local buf = vim.api.nvim_get_current_buf()
  local signs = require("tandem.changes.signs")
  local hunks, marks = signs.hunks(buf)
  local target = { path = vim.api.nvim_buf_get_name(buf), isTurn = scope == "turn" }
  if not marks and scope == "hunk" then
    error("No changes in this file. :TandemChanges lists those in others.", 0)
  end
  if scope == "file" and marks then
    target.turn = marks.turn
  elseif scope == "hunk" then
    local line = vim.fn.line(".")
    local navigation = require("tandem.review.navigation")
    local indexes = navigation.find(hunks, "new", first or line, last or first or line, first ~= nil)
    if #indexes == 0 then
      error("No change here.", 0)
    end
    local from_zero = vim.tbl_map(function(index)
      return index - 1
    end, indexes)
    target.turn, target.hunks = marks.turn, { version = marks.version, indexes = from_zero }
  end
  require("tandem.changes.decide").decide(decision, { target })
end

--- Decides in the window that the user is in: the list, a review, or a file.
---@param scope "hunk"|"file"|"turn"|nil
---@param first integer?
---@param last integer?
local function decide(decision, scope, first, last)
  scope = scope or "hunk"
  if not vim.tbl_contains({ "hunk", "file", "turn" }, scope) then
    error('Expected "file", "turn" or no argument, not ' .. vim.inspect(scope), 0)
  end
  local list, review = loaded("list"), loaded("review")
  if list and list.is_current() then
    list.decide(decision, scope, first, last)
  elseif review and review.current() then
    review.decide(decision, scope, first, last)
  else
    decide_in_file(decision, scope, first, last)
  end
end

--- Keeps changes: they are not shown any more. Nothing on disk changes.
---@param scope "hunk"|"file"|"turn"|nil what to keep; by default the change under the cursor or in the lines
---@param first integer?
---@param last integer?
function M.keep(scope, first, last)
  decide("keep", scope, first, last)
end

--- Undoes changes, in the same way.
---@param scope "hunk"|"file"|"turn"|nil
---@param first integer?
---@param last integer?
function M.undo(scope, first, last)
  decide("undo", scope, first, last)
end

--- Restores the last undone change.
function M.restore()
  require("tandem.changes.decide").restore()
end

--- Keeps everything.
function M.start_over()
  require("tandem.changes.decide").start_over()
end

--- Goes to the next or previous change of a file or a review.
---@param direction 1|-1
function M.jump(direction)
  local review = loaded("review") and loaded("review").current()
  for _ = 1, vim.v.count1 do
    if review then
      require("tandem.review.hunks").jump(review, direction)
    else
      local hunks = require("tandem.changes.signs").hunks(vim.api.nvim_get_current_buf())
      if not require("tandem.review.navigation").jump(hunks, "new", direction) then
        local where = direction > 0 and "below" or "above"
        require("tandem.notify").info(("No more changes %s. :TandemChanges lists all."):format(where))
        return
      end
    end
  end
end

--- Reports to the sidecar whether something is shown that depends on the list.
function M.shown_changed()
  local list, review = loaded("list"), loaded("review")
  local is_shown = (list and list.is_shown() or false) or (review and review.count() > 0 or false)
  require("tandem.sidecar").send("changes_shown", { isShown = is_shown })
end

--- Handles the sidecar's message `changes_changed`.
---@param params { files: integer, problems: string[] }
function M.changed(params)
  count, problems = params.files, params.problems
  if loaded("list") and loaded("list").is_shown() then
    loaded("list").refresh()
  end
  if loaded("review") then
    loaded("review").refresh()
  end
  require("tandem.events").emit("ChangesChanged", { files = count })
end

--- Shows the list of the new sidecar.
function M.sidecar_started()
  M.shown_changed()
  if loaded("list") and loaded("list").is_shown() then
    loaded("list").refresh()
  end
end

--- Removes what depends on the sidecar, because it has stopped.
function M.sidecar_lost()
  count, problems = 0, {}
  if loaded("review") then
    loaded("review").close_all()
  end
  if loaded("signs") then
    loaded("signs").clear_all()
  end
end

return M
