--- The line above each window of a review: what it is, what is left to decide, and which keys do it.
local M = {}

--- For people, and for a line in which % means something.
local function words(value)
  return (vim.fn.strtrans(value):gsub("%%", "%%%%"))
end

local function client_of(review)
  local sidecar = package.loaded["tandem.sidecar"]
  local _, live = (sidecar and sidecar.info or function() end)()
  if not live or #(live.clients or {}) < 2 then
    return
  end
  local client = review.proposal.client or {}
  return ("from %s%s"):format(client.name or "a client", client.pid and (" with process " .. client.pid) or "")
end

local function count_of(review)
  return ("%d undecided%s"):format(review.undecided or 0, review.hides and " and what 'diffopt' hides" or "")
end

--- ":w or <leader>ca accepts", without what is not mapped.
local function key(always, name, does)
  local mapped = require("tandem.config").get().review.keys[name]
  return words(("%s%s %s"):format(always, mapped and " or " .. mapped or "", does))
end

--- Where there is no room for all of it, the end is cut off.
local function line(parts)
  return " " .. table.concat(parts, " · ") .. " %<"
end

---@param review tandem.review.Review
function M.result(review)
  local proposal = review.proposal
  local parts = {
    (proposal.isNewFile and "New file " or "Proposed ") .. words(vim.fn.fnamemodify(proposal.path, ":t")),
    count_of(review),
  }
  if proposal.hasUnsavedChanges then
    table.insert(parts, "%#WarningMsg#your buffer has unsaved changes that this does not show%*")
  end
  if require("tandem.review.text").changes_only_eol(review.old, review.new) then
    table.insert(parts, review.new.eol and "a newline is added at the end" or "the last newline is removed")
  end
  local client = client_of(review)
  if client then
    table.insert(parts, words(client))
  end
  vim.list_extend(parts, {
    key(":w", "accept", "accepts"),
    key(":q", "reject", "rejects"),
    key("do", "reject_hunk", "refuses one"),
    key("dp", "accept_hunk", "takes one"),
  })
  return line(parts)
end

---@param review tandem.review.Review
function M.base(review)
  local parts = {
    "Before " .. words(vim.fn.fnamemodify(review.proposal.oldPath or review.proposal.path, ":t")),
    key("dp", "reject_hunk", "refuses one"),
    key("do", "accept_hunk", "takes one"),
  }
  return line(parts)
end

---@param review tandem.review.Review
function M.update(review)
  local function set(buf, value)
    for _, win in ipairs(vim.fn.win_findbuf(buf)) do
      if vim.api.nvim_get_option_value("winbar", { win = win }) ~= value then
        vim.api.nvim_set_option_value("winbar", value, { scope = "local", win = win })
      end
    end
  end
  set(review.result, M.result(review))
  if review.base then
    set(review.base, M.base(review))
  end
end

return M
