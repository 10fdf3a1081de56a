--- The user commands. Modules are loaded when a command is used, because this file is loaded at startup.
local M = {}

local function call(module, name)
  return function(...)
    return require(module)[name](...)
  end
end

--- Toggles sharing; `:TandemPause!` always resumes it.
local function pause(command)
  local sidecar = require("tandem.sidecar")
  local _, live = sidecar.info()
  local paused = not command.bang and not (live and live.isPaused)
  sidecar.request("pause", { paused = paused }, function(problem)
    local notify = require("tandem.notify")
    if problem then
      notify.error(problem)
    else
      notify.info(paused and "Sharing is paused. :TandemPause resumes it." or "Sharing resumed.")
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

--- Shows errors as plain messages, without a stack trace.
local function with_errors_shown(run)
  return function(...)
    local ok, problem = pcall(run, ...)
    if not ok then
      require("tandem.notify").error((tostring(problem)))
    end
  end
end

--- Calls a function with the first and last line of the range, or without arguments.
local function with_range(name)
  return function(command)
    local is_range = command.range > 0
    require("tandem.review")[name](is_range and command.line1 or nil, is_range and command.line2 or nil)
  end
end

--- Keeps or undoes changes: with ! or "file" all of the file, with "turn" all of the turn.
local function decide_change(decision)
  return function(command)
    local is_range = command.range > 0
    local scope = command.args ~= "" and command.args or command.bang and "file" or nil
    require("tandem.changes")[decision](scope, is_range and command.line1 or nil, is_range and command.line2 or nil)
  end
end

local change_options = {
  range = true,
  bang = true,
  nargs = "?",
  complete = function(typed)
    return vim.tbl_filter(function(scope)
      return vim.startswith(scope, typed)
    end, { "file", "turn" })
  end,
}

local function review(command)
  local reviews = require("tandem.review")
  if reviews.pending() == 0 then
    require("tandem.notify").info("No pending reviews.")
  else
    reviews.next(command.bang and -1 or 1)
  end
end

local function decide_all(decision)
  return function(command)
    require("tandem.review.all").decide(decision, command.bang)
  end
end

local function terminal(name)
  return function(command)
    require("tandem.terminal")[name](command.args)
  end
end

local terminal_options = { nargs = "*", complete = call("tandem.terminal.command", "complete") }

--- Name, description, function and options.
local commands = {
  { "TandemStart", "Start the Tandem endpoint", function() require("tandem").start() end },
  { "TandemStop", "Stop the Tandem endpoint", call("tandem", "stop") },
  { "TandemStatus", "Show connection and sharing status", call("tandem.status", "show") },
  { "TandemPause", "Pause or resume sharing with Claude", pause, { bang = true } },
  { "TandemLog", "Open the log", open_log },

  { "TandemSessions", "Choose a session, and go to its reviews or its terminal", call("tandem.sessions", "pick") },
  {
    "TandemSend",
    "Mention the file, the selected lines or the files marked in a file tree",
    function(command)
      local is_range = command.range > 0
      require("tandem.mention").send(is_range and { first = command.line1, last = command.line2 } or nil)
    end,
    { range = true },
  },
  {
    "TandemAdd",
    "Mention a file, a folder or lines of a file",
    function(command)
      require("tandem.mention").add_command(command.args)
    end,
    { nargs = 1, complete = call("tandem.mention.arguments", "complete") },
  },

  { "TandemReview", "Go to the next pending review (with !, the previous one)", review, { bang = true } },
  { "TandemAccept", "Accept the proposal", function() require("tandem.review").accept() end },
  {
    "TandemReject",
    "Reject the proposal and tell the agent why (with !, ask for the reason)",
    function(command)
      if command.bang then
        require("tandem.review.feedback").ask_reason()
      else
        require("tandem.review").reject(nil, command.args)
      end
    end,
    { nargs = "?", bang = true },
  },
  { "TandemReopen", "Reopen the review that you have just closed", function() require("tandem.review").reopen() end },
  {
    "TandemComment",
    "Comment on this line for the agent (without text, ask for it)",
    function(command)
      require("tandem.review.feedback").comment(command.args)
    end,
    { nargs = "?" },
  },
  { "TandemAcceptAll", "Accept all proposals of the session (with !, of all sessions)", decide_all("accept"), { bang = true } },
  { "TandemRejectAll", "Reject all proposals of the session (with !, of all sessions)", decide_all("reject"), { bang = true } },
  { "TandemDecisions", "List how reviews have ended", function() require("tandem.review.decisions").show() end },
  { "TandemAcceptHunk", "Accept the hunk under the cursor or the hunks in the range", with_range("accept_hunk"), { range = true } },
  { "TandemRejectHunk", "Reject the hunk under the cursor or the hunks in the range", with_range("reject_hunk"), { range = true } },

  {
    "TandemChanges",
    "List what changed on disk, or review a file that changed",
    function(command)
      require("tandem.changes").show(command.args ~= "" and vim.fn.fnamemodify(command.args, ":p") or nil)
    end,
    { nargs = "?", complete = "file" },
  },
  { "TandemKeep", "Keep changes: the one under the cursor, those in the range, a file or a turn", decide_change("keep"), change_options },
  { "TandemUndo", "Undo changes: the one under the cursor, those in the range, a file or a turn", decide_change("undo"), change_options },
  { "TandemRestore", "Restore what :TandemUndo last undid", function() require("tandem.changes").restore() end },
  { "TandemStartOver", "Keep all changes, and start a new turn", function() require("tandem.changes").start_over() end },

  {
    "TandemDrafts",
    "Show your unsaved edits from interrupted reviews (with !, discard them)",
    function(command)
      require("tandem.review.drafts")[command.bang and "discard" or "show"]()
    end,
    { bang = true },
  },

  { "TandemToggle", "Show or hide Claude Code", terminal("toggle"), terminal_options },
  { "TandemOpen", "Open Claude Code without moving the cursor to it", terminal("open"), terminal_options },
  { "TandemFocus", "Go to the Claude Code terminal", terminal("focus"), terminal_options },
  { "TandemClose", "Close Claude Code", function() require("tandem.terminal").close() end },
  {
    "TandemType",
    "Type text into Claude's prompt (with !, also press Enter)",
    function(command)
      require("tandem.terminal").send(command.args, { enter = command.bang })
    end,
    { nargs = 1, bang = true },
  },

  {
    "TandemAllow",
    "Allow Claude to run this code (with !, all code in this workspace)",
    function(command)
      require("tandem.question").answer(command.bang and "always" or "once")
    end,
    { bang = true },
  },
  { "TandemDeny", "Don't allow Claude to run this code", function() require("tandem.question").answer("never") end },
  {
    "TandemAskAgain",
    "Ask again before Claude runs code in this workspace",
    function()
      require("tandem.sidecar").request("ask_again", {}, function(problem)
        require("tandem.notify")[problem and "error" or "info"](problem or "Claude will ask again before it runs code here.")
      end)
    end,
  },
}

function M.define()
  for _, command in ipairs(commands) do
    local name, description, run, options = unpack(command)
    options = vim.tbl_extend("force", { desc = description }, options or {})
    -- Without arguments, "|" can start another command.
    options.bar = options.nargs == nil
    vim.api.nvim_create_user_command(name, with_errors_shown(run), options)
  end
end

return M
