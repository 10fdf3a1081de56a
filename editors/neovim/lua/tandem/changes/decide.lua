--- Keeps, undoes and restores changes on disk, and shows the outcome.
local notify = require("tandem.notify")

local M = {}

---@class tandem.changes.Target what to keep or undo
---@field turn string? without it, the newest one that changed the file
---@field path string?
---@field isTurn boolean? the whole turn
---@field hunks { version: string, indexes: integer[] }? counted from 0

---@class tandem.changes.Outcome
---@field kind "done"|"question"|"outdated"|"refused"
---@field message string?
---@field question string?
---@field undone string?

--- Asks once no key that was meant for something else can answer.
---@param question string
---@param yes string
---@param confirmed fun()
local function ask(question, yes, confirmed)
  local timing = require("tandem.review.timing")
  timing.when(timing.is_free, function()
    vim.ui.select({ yes, "Cancel" }, { prompt = question, kind = "tandem_changes" }, function(_, choice)
      if choice == 1 then
        confirmed()
      end
    end)
  end)
end

---@param outcome tandem.changes.Outcome
---@param yes string
---@param again fun() the same with confirmation
local function show(outcome, yes, again)
  if outcome.kind == "question" then
    ask(outcome.question, yes, again)
  elseif outcome.kind == "done" then
    notify.info(outcome.message .. (outcome.undone and " (:TandemRestore)" or ""))
  else
    notify.warn(outcome.message)
  end
end

---@param yes string the label of the answer that confirms
---@param done fun(outcome: tandem.changes.Outcome): boolean? called first; true if it shows the outcome
local function request(method, params, yes, done)
  params.isConfirmed = params.isConfirmed or false
  require("tandem.sidecar").request(method, params, function(problem, outcome)
    if problem then
      notify.error(problem)
    elseif not done(outcome) then
      show(outcome, yes, function()
        params.isConfirmed = true
        request(method, params, yes, function() end)
      end)
    end
  end)
end

--- Decides one after another. Several messages would show the hit-enter prompt, so successes are combined into one.
---@param decision "keep"|"undo"
---@param targets tandem.changes.Target[]
function M.decide(decision, targets)
  local yes = decision == "undo" and "Undo" or "Keep"
  local succeeded = 0
  local function decide_next(index)
    local target = targets[index]
    local params = vim.tbl_extend("keep", { decision = decision, isTurn = target.isTurn or false }, target)
    request("decide_change", params, yes, function(outcome)
      local is_last = index == #targets
      local is_done = outcome.kind == "done"
      succeeded = succeeded + (is_done and 1 or 0)
      if is_last and is_done and succeeded > 1 then
        outcome.message = ("%s, and %d more"):format(outcome.message, succeeded - 1)
      elseif not is_last then
        vim.schedule(function()
          decide_next(index + 1)
        end)
      end
      return is_done and not is_last
    end)
  end
  decide_next(1)
end

---@param id string? without it, the last undone change
function M.restore(id)
  request("restore_change", { id = id }, "Restore", function() end)
end

function M.start_over()
  request("start_over", {}, "Start over", function() end)
end

return M
