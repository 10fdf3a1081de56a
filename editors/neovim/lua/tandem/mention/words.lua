--- What became of mentions, in one short line: a message of several lines would stop the user with a prompt.
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

--- The one, or how many they are.
local function several(mentions)
  return #mentions == 1 and label(mentions[1]) or ("%d files"):format(#mentions)
end

local function sentences(groups)
  local said = {}
  local sent, queued = groups.sent, groups.queued
  if sent then
    local clients = sent[1].clients or 1
    local whom = clients == 1 and "Claude" or ("%d Claude sessions"):format(clients)
    table.insert(said, ("Sent %s to %s."):format(several(sent), whom))
  end
  if queued then
    local verb = #queued == 1 and "waits" or "wait"
    table.insert(said, ("No Claude is connected yet: %s %s for it."):format(several(queued), verb))
  end
  for _, status in ipairs({ "withheld", "refused", "failed" }) do
    local group = groups[status]
    if group then
      local verb = #group == 1 and "was" or "were"
      local why = status == "withheld" and ", because Claude does not see " .. (#group == 1 and "it" or "them") or ""
      table.insert(said, ("%s %s not sent%s: %s"):format(several(group), verb, why, group[1].reason or "no reason was given"))
    end
  end
  return said
end

---@param mentions tandem.Mention[] with their outcomes
---@return string message, boolean is_warning
function M.describe(mentions)
  local groups, unsaved = {}, {}
  for _, mention in ipairs(mentions) do
    groups[mention.status] = groups[mention.status] or {}
    table.insert(groups[mention.status], mention)
    if mention.is_unsaved and (mention.status == "sent" or mention.status == "queued") then
      table.insert(unsaved, mention)
    end
  end
  local said = sentences(groups)
  if #unsaved > 0 then
    table.insert(said, "Its unsaved changes are not seen by Claude until they are written.")
  end
  local is_warning = (groups.withheld or groups.refused or groups.failed) ~= nil
  return (table.concat(said, " "):gsub("%s*\n%s*", " ")), is_warning
end

return M
