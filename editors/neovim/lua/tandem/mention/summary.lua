--- Describes the results of mentions in one line, because a longer message would show the hit-enter prompt.
local paths = require("tandem.mention.paths")

local M = {}

local function label(mention)
  local name = paths.label(mention.path)
  if not mention.first then
    return name
  end
  return mention.first == mention.last and ("%s:%d"):format(name, mention.first)
    or ("%s:%d-%d"):format(name, mention.first, mention.last)
end

local function count(mentions)
  return #mentions == 1 and label(mentions[1]) or ("%d files"):format(#mentions)
end

--- Claude reads the file, not the buffer.
local function unsaved(mentions)
  return #mentions == 1 and mentions[1].is_unsaved and ", without its unsaved changes" or ""
end

local function sentences(groups)
  local result = {}
  local sent, queued = groups.sent, groups.queued
  if sent then
    local clients = sent[1].clients or 1
    local target = clients == 1 and "Claude" or ("%d Claude sessions"):format(clients)
    table.insert(result, ("Sent %s to %s%s."):format(count(sent), target, unsaved(sent)))
  end
  if queued then
    local verb = #queued == 1 and "is" or "are"
    table.insert(result, ("Claude isn't connected yet; %s %s queued%s."):format(count(queued), verb, unsaved(queued)))
  end
  for _, status in ipairs({ "hidden", "refused", "failed" }) do
    local group = groups[status]
    if group then
      local verb = #group == 1 and "wasn't" or "weren't"
      local why = status == "hidden" and ", because " .. (#group == 1 and "it is" or "they are") .. " hidden from Claude" or ""
      local reason = group[1].reason or "no reason given"
      table.insert(result, ("%s %s sent%s: %s"):format(count(group), verb, why, reason))
    end
  end
  return result
end

---@param mentions tandem.Mention[] with their status
---@return string message, boolean is_warning
function M.describe(mentions)
  local groups = {}
  for _, mention in ipairs(mentions) do
    groups[mention.status] = groups[mention.status] or {}
    table.insert(groups[mention.status], mention)
  end
  local is_warning = (groups.hidden or groups.refused or groups.failed) ~= nil
  return (table.concat(sentences(groups), " "):gsub("%s*\n%s*", " ")), is_warning
end

return M
