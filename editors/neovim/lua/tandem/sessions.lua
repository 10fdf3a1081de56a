--- Lets the user choose a connected session, to go to its reviews or its terminal.
local notify = require("tandem.notify")

local M = {}

local function clients()
  local _, live = require("tandem.sidecar").info()
  return live and live.clients or {}
end

--- Returns the pending reviews of a session.
local function reviews_of(client)
  local reviews = package.loaded["tandem.review"]
  return vim.tbl_filter(function(review)
    return review.client and review.client.id == client.id
  end, reviews and reviews.list() or {})
end

local function terminal_of(client)
  local terminal = package.loaded["tandem.terminal"]
  return terminal and client.pid and terminal.of_process(client.pid) and terminal
end

local function describe(client)
  local count = #reviews_of(client)
  local parts = { ("%s %s"):format(client.name, client.version) }
  if client.pid then
    table.insert(parts, "process " .. client.pid)
  end
  if terminal_of(client) then
    table.insert(parts, "in this Neovim")
  end
  if count > 0 then
    table.insert(parts, count == 1 and "1 review" or count .. " reviews")
  end
  return vim.fn.strtrans(table.concat(parts, " · "))
end

--- Goes to the oldest review of a session, or else to its terminal.
local function go_to(client)
  local review, terminal = reviews_of(client)[1], terminal_of(client)
  if review then
    require("tandem.review").show(review.id)
  elseif terminal then
    terminal.focus()
  else
    notify.info("This session has no reviews, and its terminal is not in this Neovim.")
  end
end

--- Asks which session to go to. Other plugins can replace `vim.ui.select()`.
function M.pick()
  if #clients() == 0 then
    notify.info("No sessions are connected. :TandemToggle starts Claude Code.")
    return
  end
  vim.ui.select(clients(), { prompt = "Sessions", format_item = describe, kind = "tandem_session" }, function(client)
    if client then
      go_to(client)
    end
  end)
end

return M
