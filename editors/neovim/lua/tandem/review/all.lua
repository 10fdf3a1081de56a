--- Decides all pending reviews of a session at once.
local ending = require("tandem.review.ending")
local registry = require("tandem.review.registry")

local M = {}

local function session_of(review)
  return review.proposal.client and review.proposal.client.id
end

--- Returns the pending reviews of the session of the current review, or of the only session.
local function of_one_session()
  local all, current = registry.all(), registry.current()
  local session = session_of(current or all[1])
  local own = vim.tbl_filter(function(review)
    return session_of(review) == session
  end, all)
  if not current and #own < #all then
    error("There are reviews of several sessions. Use ! for all of them, or go to one first.", 0)
  end
  return own
end

--- Accepts or rejects all pending reviews of the session of the current review, or of the only session.
---@param decision "accept"|"reject"
---@param of_all_sessions boolean?
function M.decide(decision, of_all_sessions)
  if registry.count() == 0 then
    error("No pending reviews.", 0)
  end
  for _, review in ipairs(of_all_sessions and registry.all() or of_one_session()) do
    -- The user has closed it to reject it.
    if not review.aside or decision == "reject" then
      ending[decision](review)
    end
  end
end

return M
