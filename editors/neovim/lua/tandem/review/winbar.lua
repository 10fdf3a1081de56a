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
  local undecided = vim.tbl_filter(function(hunk)
    return hunk.decision == "undecided"
  end, review.hunks)
  return ("%d undecided"):format(#undecided)
end

--- A last newline that comes or goes is a change without lines, which is drawn nowhere.
local function newline_of(review)
  for _, hunk in ipairs(review.hunks) do
    local is_newline = hunk.oldCount == 0 and hunk.newCount == 0 and #review.old.lines > 0 and #review.new.lines > 0
    if is_newline and hunk.decision ~= "rejected" then
      return review.eol and "a newline is added at the end" or "the last newline is removed"
    end
  end
end

--- ":w or <leader>ca accepts", or only ":w accepts" where that is not mapped or is to be short.
local function key(always, name, does, is_short)
  local mapped = not is_short and require("tandem.config").get().review.keys[name]
  return words(("%s%s %s"):format(always, mapped and " or " .. mapped or "", does))
end

--- The first of these lines that there is room for, or the last one, of which the end is cut off.
---@param width integer
---@param lines string[][] the parts of each
local function fitting(width, lines)
  local line
  for _, parts in ipairs(lines) do
    line = " " .. table.concat(parts, " · ") .. "%<"
    if vim.api.nvim_eval_statusline(line, { use_winbar = true, maxwidth = 10000 }).width <= width then
      break
    end
  end
  return line
end

---@param ... string[]|string
local function joined(...)
  return vim.iter({ ... }):flatten():totable()
end

---@param review tandem.review.Review
---@param width integer
function M.result(review, width)
  local proposal = review.proposal
  local name = (proposal.isNewFile and "New file " or "Proposed ") .. words(vim.fn.fnamemodify(proposal.path, ":t"))
  local count = count_of(review)
  local notes = {}
  if proposal.hasUnsavedChanges then
    table.insert(notes, "%#WarningMsg#your buffer has unsaved changes that this does not show%*")
  end
  notes[#notes + 1] = newline_of(review)
  local client = client_of(review)
  if client then
    table.insert(notes, words(client))
  end
  local function all(is_short)
    return { key(":w", "accept", "accepts", is_short), key(":q", "reject", "rejects", is_short) }
  end
  local function one(is_short)
    return { key("do", "reject_hunk", "refuses one", is_short), key("dp", "accept_hunk", "takes one", is_short) }
  end
  return fitting(width, {
    joined(name, count, notes, all(), one()),
    joined(name, count, notes, all(true), one(true)),
    -- How to decide comes first: it is seen in half of a screen of 80 columns too.
    joined(count, all(true), notes, name, one(true)),
  })
end

---@param review tandem.review.Review
---@param width integer
function M.base(review, width)
  local proposal = review.proposal
  local name = "Before " .. words(vim.fn.fnamemodify(proposal.oldPath or proposal.path, ":t"))
  local notes = proposal.hasUnsavedChanges and { "%#WarningMsg#without your unsaved changes%*" } or {}
  local function one(is_short)
    return { key("dp", "reject_hunk", "refuses one", is_short), key("do", "accept_hunk", "takes one", is_short) }
  end
  return fitting(width, {
    joined(name, notes, one()),
    joined(name, notes, one(true)),
    joined(name, notes),
    joined("Before", notes, one(true)),
  })
end

---@param review tandem.review.Review
function M.update(review)
  local function set(buf, make)
    for _, win in ipairs(buf and vim.fn.win_findbuf(buf) or {}) do
      local now = vim.api.nvim_get_option_value("winbar", { win = win })
      local value = make(review, vim.api.nvim_win_get_width(win))
      if now == "" and vim.api.nvim_win_get_height(win) < 2 then
        vim.api.nvim_win_set_height(win, 2)
      end
      -- Where there is no room for it, Neovim would say so as an error.
      if now ~= value and (now ~= "" or vim.api.nvim_win_get_height(win) > 1) then
        vim.api.nvim_set_option_value("winbar", value, { scope = "local", win = win })
      end
    end
  end
  set(review.result, M.result)
  set(review.base, M.base)
end

return M
