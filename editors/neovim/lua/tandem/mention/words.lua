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

--- Claude reads the file, not the buffer.
local function unsaved(mentions)
  return #mentions == 1 and mentions[1].is_unsaved and ", without its unsaved changes" or ""
end

local function sentences(groups)
  local said = {}
  local sent, queued = groups.sent, groups.queued
  if sent then
    local clients = sent[1].clients or 1
    local whom = clients == 1 and "Claude" or ("%d Claude sessions"):format(clients)
    table.insert(said, ("Sent %s to %s%s."):format(several(sent), whom, unsaved(sent)))
  end
  if queued then
    local verb = #queued == 1 and "waits" or "wait"
    table.insert(said, ("No Claude is ready yet: %s %s for it%s."):format(several(queued), verb, unsaved(queued)))
  end
  for _, status in ipairs({ "withheld", "refused", "failed" }) do
    local group = groups[status]
    if group then
      local verb = #group == 1 and "was" or "were"
      local why = status == "withheld" and ", because Claude does not see " .. (#group == 1 and "it" or "them") or ""
      local reason = group[1].reason or "no reason was given"
      table.insert(said, ("%s %s not sent%s: %s"):format(several(group), verb, why, reason))
    end
  end
  return said
end

---@param mentions tandem.Mention[] with their outcomes
---@return string message, boolean is_warning
function M.describe(mentions)
  local groups = {}
  for _, mention in ipairs(mentions) do
    groups[mention.status] = groups[mention.status] or {}
    table.insert(groups[mention.status], mention)
  end
  local said = sentences(groups)
  local is_warning = (groups.withheld or groups.refused or groups.failed) ~= nil
  return (table.concat(said, " "):gsub("%s*\n%s*", " ")), is_warning
end

return M
