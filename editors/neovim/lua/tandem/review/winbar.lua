--- The winbar of review windows: the place in the queue, the file, the decisions, and the keys. Those of changes on disk have their
--- own texts, in lua/tandem/changes.
local M = {}

--- Escapes text for the winbar.
---@param value string
function M.escape(value)
  return (vim.fn.strtrans(value):gsub("%%", "%%%%"))
end

local function client_of(review)
  local sidecar = package.loaded["tandem.sidecar"]
  local _, live = (sidecar and sidecar.info or function() end)()
  if not live or #(live.clients or {}) < 2 then
    return
  end
  local client = review.proposal.client or {}
  return ("from %s%s"):format(client.name or "a client", client.pid and (" (process " .. client.pid .. ")") or "")
end

--- Describes a change of the last newline, which is not visible in the text.
local function newline_of(review)
  for _, hunk in ipairs(review.hunks) do
    local is_newline = hunk.oldCount == 0 and hunk.newCount == 0 and #review.old.lines > 0 and #review.new.lines > 0
    if is_newline and hunk.decision ~= "rejected" then
      return review.eol and "adds a newline at the end" or "removes the last newline"
    end
  end
end

--- Returns ":w or <leader>ca accept", or ":w accept" if that is not mapped or too long.
---@param always string a key or command that always works
---@param name string of a key in the options
---@param action string
---@param is_short boolean?
function M.key(always, name, action, is_short)
  local mapped = not is_short and require("tandem.config").get().review.keys[name]
  return M.escape(("%s%s %s"):format(always, mapped and " or " .. mapped or "", action))
end

---@param parts string[]
local function line_of(parts)
  return " " .. table.concat(parts, " · ") .. "%<"
end

local function fits(line, width)
  return vim.api.nvim_eval_statusline(line, { use_winbar = true, maxwidth = 10000 }).width <= width
end

--- Returns the first line that fits, or the last one, which will be cut off.
---@param width integer
---@param lines string[][] the parts of each
function M.fitting(width, lines)
  local line
  for _, parts in ipairs(lines) do
    line = line_of(parts)
    if fits(line, width) then
      break
    end
  end
  return line
end

---@param ... string[]|string
function M.joined(...)
  return vim.iter({ ... }):flatten():totable()
end

local function count_of(review)
  return M.joined(require("tandem.review.registry").position(review) or {}, review.counts)
end

--- The keys that decide on the whole proposal.
local function keys_of_all(is_short)
  return { M.key(":w", "accept", "accept", is_short), M.key(":q", "reject", "reject", is_short) }
end

---@param width integer
function M.result(review, width)
  local proposal = review.proposal
  local name = (proposal.isNewFile and "New file " or "Proposed ") .. M.escape(vim.fn.fnamemodify(proposal.path, ":t"))
  local count = count_of(review)
  local notes = {}
  if proposal.hasUnsavedChanges then
    table.insert(notes, "%#WarningMsg#doesn't include your unsaved changes%*")
  end
  if review.is_outdated then
    table.insert(notes, "%#WarningMsg#changed on disk: accepting may fail, or replace the newer text%*")
  end
  if proposal.isHidden then
    table.insert(notes, "%#WarningMsg#hidden from Claude: accepting sends this text%*")
  end
  if proposal.oldPath and proposal.oldPath ~= proposal.path then
    table.insert(notes, "compared with " .. M.escape(vim.fn.fnamemodify(proposal.oldPath, ":~:.")))
  end
  notes[#notes + 1] = newline_of(review)
  local client = client_of(review)
  if client then
    table.insert(notes, M.escape(client))
  end
  local function one(is_short)
    return { M.key("do", "reject_hunk", "reject hunk", is_short), M.key("dp", "accept_hunk", "accept hunk", is_short) }
  end
  return M.fitting(width, {
    M.joined(name, count, notes, keys_of_all(), one()),
    M.joined(name, count, notes, keys_of_all(true), one(true)),
    -- The keys come first, so that they still fit in half of 80 columns.
    M.joined(keys_of_all(true), count, notes, name, one(true)),
  })
end

---@param width integer
function M.base(review, width)
  local proposal = review.proposal
  local name = "Original " .. M.escape(vim.fn.fnamemodify(proposal.oldPath or proposal.path, ":t"))
  local notes = proposal.hasUnsavedChanges and { "%#WarningMsg#without unsaved changes%*" } or {}
  local function one(is_short)
    return { M.key("dp", "reject_hunk", "reject hunk", is_short), M.key("do", "accept_hunk", "accept hunk", is_short) }
  end
  local count = count_of(review)
  if review.layout == "vertical" and not fits(line_of(M.joined(keys_of_all(true), count)), width) then
    -- There is no room for them above the proposed text.
    return M.fitting(width, { M.joined("Original", notes, count), M.joined(notes, count), M.joined(notes, review.counts) })
  end
  return M.fitting(width, {
    M.joined(name, notes, one()),
    M.joined(name, notes, one(true)),
    M.joined(name, notes),
    M.joined("Original", notes, one(true)),
  })
end

--- Updates the winbars of all reviews, because their number has changed.
M.update_all = vim.schedule_wrap(function()
  for _, review in ipairs(require("tandem.review.registry").all()) do
    if review.view and vim.api.nvim_buf_is_valid(review.result) then
      M.update(review)
    end
  end
end)

--- Updates the winbar of all windows of a review.
---@param review tandem.review.Shown
function M.update(review)
  local function set(buf, make)
    for _, win in ipairs(buf and vim.fn.win_findbuf(buf) or {}) do
      local now = vim.api.nvim_get_option_value("winbar", { win = win })
      local value = make(review, vim.api.nvim_win_get_width(win))
      if now == "" and vim.api.nvim_win_get_height(win) < 2 then
        vim.api.nvim_win_set_height(win, 2)
      end
      -- Setting it without room for it is an error.
      if now ~= value and (now ~= "" or vim.api.nvim_win_get_height(win) > 1) then
        vim.api.nvim_set_option_value("winbar", value, { scope = "local", win = win })
      end
    end
  end
  set(review.result, review.winbar.result)
  set(review.base, review.winbar.base)
end

return M
