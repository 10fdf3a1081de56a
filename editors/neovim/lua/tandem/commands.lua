--- The commands. They are defined when Neovim starts, so what they do is loaded when one is used.
local M = {}

local function call(module, name)
  return function(...)
    return require(module)[name](...)
  end
end

--- Pauses or resumes sharing; `:TandemPause!` resumes in any case.
local function pause(command)
  local sidecar = require("tandem.sidecar")
  local _, live = sidecar.info()
  local paused = not command.bang and not (live and live.isPaused)
  sidecar.request("pause", { paused = paused }, function(problem)
    local notify = require("tandem.notify")
    if problem then
      notify.error(problem)
    else
      notify.info(paused and "Nothing is shared with Claude Code until :TandemPause resumes it." or "Sharing again.")
    end
  end)
end

local function open_log()
  local info = require("tandem.sidecar").info()
  local path = info and info.log_file or vim.fs.joinpath(vim.fn.stdpath("log"), "tandem.log")
  vim.cmd({ cmd = "tabedit", args = { path }, magic = { file = false } })
  vim.bo.readonly, vim.bo.autoread = true, true
  vim.cmd("normal! G")
end

--- Words for people are shown as such, without the trace of where they come from.
local function saying(run)
  return function(...)
    local ok, problem = pcall(run, ...)
    if not ok then
      require("tandem.notify").error((tostring(problem)))
    end
  end
end

--- The change under the cursor, or those in the range that was given.
local function on_hunk(name)
  return function(command)
    local is_range = command.range > 0
    require("tandem.review")[name](is_range and command.line1 or nil, is_range and command.line2 or nil)
  end
end

local function review(command)
  local reviews = require("tandem.review")
  if reviews.pending() == 0 then
    require("tandem.notify").info("Nothing waits for a decision.")
  else
    reviews.next(command.bang and -1 or 1)
  end
end

local function terminal(name)
  return function(command)
    require("tandem.terminal")[name](command.args)
  end
end

local function complete_terminal(lead)
  return require("tandem.terminal").complete(lead)
end

--- Name, description, what it does, and how it is called.
local commands = {
  { "TandemStart", "Start serving Claude Code", function() require("tandem").start() end },
  { "TandemStop", "Stop serving Claude Code", call("tandem", "stop") },
  { "TandemStatus", "Show what is connected and shared", call("tandem.status", "show") },
  { "TandemPause", "Pause sharing with Claude Code, or resume it", pause, { bang = true } },
  { "TandemLog", "Open the log", open_log },

  {
    "TandemSend",
    "Send the file, lines or what is marked in a file tree to Claude",
    function(command)
      local is_range = command.range > 0
      require("tandem.mention").send_range(is_range and command.line1 or nil, is_range and command.line2 or nil)
    end,
    { range = true },
  },
  {
    "TandemAdd",
    "Send a file, a folder or lines of a file to Claude",
    function(command)
      require("tandem.mention").add_command(command.args)
    end,
    { nargs = 1, complete = function(lead) return require("tandem.mention").complete(lead) end },
  },

  { "TandemReview", "Go to the next proposal that waits, or with ! to the one before", review, { bang = true } },
  { "TandemAccept", "Accept the proposal as it stands", function() require("tandem.review").accept() end },
  { "TandemReject", "Reject the proposal", function() require("tandem.review").reject() end },
  { "TandemAcceptHunk", "Accept the change at the cursor or in the range, or undo that", on_hunk("accept_hunk"), { range = true } },
  { "TandemRejectHunk", "Reject the change at the cursor or in the range, or undo that", on_hunk("reject_hunk"), { range = true } },

  {
    "TandemDrafts",
    "Show what you typed into reviews that nobody waits for, or with ! discard it",
    function(command)
      require("tandem.review.drafts")[command.bang and "discard" or "show"]()
    end,
    { bang = true },
  },

  { "TandemToggle", "Show or hide Claude Code", terminal("toggle"), { nargs = "*", complete = complete_terminal } },
  { "TandemOpen", "Open Claude Code and stay here", terminal("open"), { nargs = "*", complete = complete_terminal } },
  { "TandemFocus", "Go to Claude Code", terminal("focus"), { nargs = "*", complete = complete_terminal } },
  { "TandemClose", "End Claude Code", function() require("tandem.terminal").close() end },
  {
    "TandemType",
    "Type text into Claude's prompt, and with ! press Enter",
    function(command)
      require("tandem.terminal").send(command.args, { enter = command.bang })
    end,
    { nargs = 1, bang = true },
  },

  {
    "TandemAllow",
    "Let the code run that Claude wants to run, or with ! all code in this workspace",
    function(command)
      require("tandem.question").answer(command.bang and "always" or "once")
    end,
    { bang = true },
  },
  { "TandemDeny", "Do not let the code run", function() require("tandem.question").answer("never") end },
  {
    "TandemAskAgain",
    "Ask again before code is run in this workspace",
    function()
      require("tandem.sidecar").request("ask_again", {}, function(problem)
        require("tandem.notify")[problem and "error" or "info"](problem or "Claude asks again before it runs code here.")
      end)
    end,
  },
}

function M.define()
  for _, command in ipairs(commands) do
    local name, description, run, options = unpack(command)
    options = vim.tbl_extend("force", { desc = description }, options or {})
    -- Another command may follow one that takes no words.
    options.bar = options.nargs == nil
    vim.api.nvim_create_user_command(name, saying(run), options)
  end
end

return M
