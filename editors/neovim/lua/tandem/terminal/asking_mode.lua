--- The mode in which Claude Code asks before it edits: in others, and in the one that current releases start in, no proposal
--- ever comes to the editor. What it is called depends on the release, so Claude Code is asked.
local M = {}

local patience_ms = 5000
local choosing = { "--permission-mode", "--dangerously-skip-permissions" }

--- By program: what its help says.
local known = {} ---@type table<string, string[]>

local function has_chosen(words)
  for _, word in ipairs(words) do
    for _, flag in ipairs(choosing) do
      if word == flag or vim.startswith(word, flag .. "=") then
        return true
      end
    end
  end
  return false
end

--- The arguments for the mode, by what `--help` says; none where it says nothing of modes.
---@param help string
---@return string[]
function M.read(help)
  local choices = help:match("%-%-permission%-mode(.-)\n%s+%-") or help:match("%-%-permission%-mode(.*)") or ""
  for _, mode in ipairs({ "manual", "default" }) do
    if choices:find('"' .. mode .. '"', 1, true) then
      return { "--permission-mode", mode }
    end
  end
  return {}
end

--- Calls back with the words of a command in that mode: as they are where the user has chosen another, does not want it, or
--- starts Claude Code by another program.
---@param words string[]
---@param callback fun(words: string[])
function M.add(words, callback)
  local program = words[1]
  if not require("tandem.config").get().terminal.ask_before_edits or has_chosen(words) or vim.fs.basename(program) ~= "claude" then
    callback(words)
    return
  end
  local function go_on(mode)
    callback(vim.list_extend(vim.deepcopy(words), mode))
  end
  if known[program] then
    go_on(known[program])
    return
  end
  local options = vim.tbl_extend("force", require("tandem.programs").place(), { text = true, timeout = patience_ms })
  local ok = pcall(vim.system, { program, "--help" }, options, function(result)
    vim.schedule(function()
      -- One that does not answer is started as it is, and asked again the next time.
      local mode = result.code == 0 and M.read(result.stdout or "") or nil
      known[program] = mode
      go_on(mode or {})
    end)
  end)
  if not ok then
    callback(words)
  end
end

return M
