--- The winbar of the review of a change on disk.
local winbar = require("tandem.review.winbar")

local M = {}

local kinds = { created = "Created ", changed = "Changed ", deleted = "Deleted ", renamed = "Renamed " }

local function name_of(path)
  return winbar.escape(vim.fn.fnamemodify(path, ":t"))
end

---@param review tandem.changes.Review
---@param width integer
function M.result(review, width)
  local name = kinds[review.change.kind] .. name_of(review.path)
  local count = #review.hunks == 1 and "1 change" or ("%d changes"):format(#review.hunks)
  local function one(is_short)
    return { winbar.key("do", "reject_hunk", "undo", is_short), winbar.key("dp", "accept_hunk", "keep", is_short) }
  end
  local keys = require("tandem.config").get().review.keys
  local all = {}
  for _, each in ipairs({ { keys.accept, "keep all" }, { keys.reject, "undo all" } }) do
    if type(each[1]) == "string" and each[1] ~= "" then
      table.insert(all, winbar.escape(each[1] .. " " .. each[2]))
    end
  end
  return winbar.fitting(width, {
    winbar.joined(name, count, one(), all, "<CR> edit"),
    winbar.joined(name, count, one(true), all, "<CR> edit"),
    winbar.joined(count, one(true), name),
  })
end

---@param review tandem.changes.Review
---@param width integer
function M.base(review, width)
  local name = "Before " .. name_of(review.old_path or review.path)
  local function one(is_short)
    return { winbar.key("dp", "reject_hunk", "undo", is_short), winbar.key("do", "accept_hunk", "keep", is_short) }
  end
  return winbar.fitting(width, {
    winbar.joined(name, one()),
    winbar.joined(name, one(true)),
    winbar.joined(name),
  })
end

return M
