--- Runs Claude Code in a terminal of this Neovim, one for all tab pages.
local notify = require("tandem.notify")

local M = {}

--- How long to wait for the endpoint before starting Claude Code without it.
local timeout_ms = 10000

---@type tandem.TerminalSession?
local session
--- A start that is waiting for the sidecar.
---@type { focus_from: string?, texts: { text: string, enter: boolean? }[] }?
local starting
--- The job of an external terminal, while that runs.
---@type integer?
local external_job

local function options()
  return require("tandem.config").get().terminal
end

--- Describes the window, buffer, mode, cursor and text. While they don't change, the user is waiting for the terminal, so it
--- may take the focus.
local function context()
  local win, buf = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  local cursor = vim.api.nvim_win_get_cursor(win)
  -- In a terminal, the text and the cursor change without the user.
  local is_terminal = vim.bo[buf].buftype == "terminal"
  local text = is_terminal and "" or ("%d %d %d"):format(vim.b[buf].changedtick, cursor[1], cursor[2])
  -- A mapping in Select mode runs in Visual mode.
  local mode = vim.api.nvim_get_mode().mode:gsub("[sS\19]", { s = "v", S = "V", ["\19"] = "\22" })
  return ("%d %d %s %s"):format(win, buf, mode, text)
end

--- Shows errors as messages, and returns false with them.
local function with_errors_shown(run)
  return function(...)
    local ok, result = pcall(run, ...)
    if ok then
      return result ~= false
    end
    notify.error(result)
    return false, result
  end
end

local function assert_available()
  if options().provider == "none" then
    error('terminal.provider is "none". Start claude yourself and type /ide', 0)
  end
  if vim.fn.getcmdwintype() ~= "" then
    error("Close the command-line window first", 0)
  end
  local problem = require("tandem.terminal.plugins").why_not(options().provider)
  if problem then
    error(problem, 0)
  end
end

--- Returns the session, unless the user has wiped its buffer.
local function current()
  if session and not vim.api.nvim_buf_is_valid(session.buf) then
    session = nil
  end
  return session
end

local function launch(plan, env, request)
  if options().provider == "external" then
    external_job = require("tandem.terminal.external").start(plan, env, function(code, output)
      external_job = nil
      if code ~= 0 then
        notify.warn(("Claude Code's terminal exited with code %d. %s"):format(code, output))
      end
    end)
    return
  end
  local created
  created = require("tandem.terminal.session").start(plan, env, function()
    if session == created then
      session = nil
    end
  end)
  session = created
  for _, item in ipairs(request.texts) do
    session.input.type(item.text, item.enter)
  end
  if request.focus_from and request.focus_from == context() then
    session:focus()
  end
end

--- Starts Claude Code when the endpoint is running, or without it if it fails.
local function start_after_sidecar(plan, request)
  local is_done = false
  local sidecar = require("tandem.sidecar")
  local function continue(problem)
    if is_done then
      return
    end
    is_done = true
    if starting ~= request then
      return
    end
    starting = nil
    if problem then
      -- The details have already been shown.
      notify.warn("Starting Claude Code without Tandem: " .. problem:match("[^\n]*"))
    end
    local env = require("tandem.terminal.command").environment(not problem and sidecar.environment() or nil)
    launch(plan, env, request)
  end
  local ok, problem = pcall(sidecar.start, function(problem)
    if vim.in_fast_event() then
      vim.schedule_wrap(with_errors_shown(continue))(problem)
    else
      with_errors_shown(continue)(problem)
    end
  end)
  if not ok then
    continue(tostring(problem))
  elseif not is_done then
    vim.defer_fn(function()
      with_errors_shown(continue)("the sidecar doesn't respond")
    end, timeout_ms)
  end
end

local function start(plan, wants_focus)
  local request = { focus_from = wants_focus and context() or nil, texts = {} }
  starting = request
  require("tandem.terminal.permission_mode").add(plan.command, function(command)
    plan.command = command
    if starting == request then
      start_after_sidecar(plan, request)
    end
  end)
end

local function show(args, wants_focus)
  assert_available()
  local arguments = require("tandem.terminal.command").arguments(args)
  if current() and not session.job then
    session:remove()
  end
  if starting then
    starting.focus_from = wants_focus and context() or starting.focus_from
    return
  end
  if session then
    if #arguments > 0 then
      notify.info("Already running. To change its arguments, run :TandemClose first")
    end
    session:show()
    if wants_focus then
      session:focus()
    end
    return
  end
  if external_job and #arguments == 0 then
    notify.info("Claude Code is running in an external terminal")
    return
  end
  start(require("tandem.terminal.command").plan(arguments), wants_focus)
end

--- Shows Claude Code without entering its window, and starts it if necessary.
---@param args string|string[]|nil a list, or a line as for a shell, without expansion
---@return boolean ok, string? problem
M.open = with_errors_shown(function(args)
  show(args, false)
end)

--- Shows and enters Claude Code's window, or hides it if it is visible. The process keeps running.
---@param args string|string[]|nil
---@return boolean ok, string? problem
M.toggle = with_errors_shown(function(args)
  local is_here = current() and session:window_here()
  if not is_here or #require("tandem.terminal.command").arguments(args) > 0 then
    show(args, true)
    return
  end
  assert_available()
  session:hide()
end)

--- Enters Claude Code's window in terminal mode.
---@param args string|string[]|nil
---@return boolean ok, string? problem
M.focus = with_errors_shown(function(args)
  show(args, true)
end)

--- Stops Claude Code.
---@return boolean ok, string? problem
M.close = with_errors_shown(function()
  if starting then
    starting = nil
  elseif current() then
    assert_available()
    local closing = session
    session = nil
    closing:close()
  elseif external_job then
    vim.fn.jobstop(external_job)
  else
    notify.info("Claude Code isn't running in this Neovim")
  end
end)

--- Opens Claude Code's list of earlier sessions.
---@return boolean ok, string? problem
function M.resume()
  return M.open({ "--resume" })
end

--- Continues the latest session.
---@return boolean ok, string? problem
function M.continue()
  return M.open({ "--continue" })
end

--- Types text into Claude Code's prompt. Several lines are pasted.
---
--- ```lua
--- require("tandem.terminal").send("Explain this function", { enter = true })
--- ```
---@param text string
---@param settings { enter: boolean? }?
---@return boolean ok, string? problem
M.send = with_errors_shown(function(text, settings)
  if type(text) ~= "string" then
    error("The text must be a string, not " .. vim.inspect(text), 0)
  end
  local enter = settings and settings.enter
  if starting then
    table.insert(starting.texts, { text = text, enter = enter })
  elseif current() and session.input then
    session.input.type(text, enter)
  elseif external_job then
    error("Can't type into Claude Code in an external terminal", 0)
  else
    error("Claude Code isn't running in this Neovim. Start it with :TandemOpen", 0)
  end
end)

--- Returns the terminal in which a process runs.
---@param pid integer
---@return { buf: integer, input: tandem.PromptInput }?
function M.of_process(pid)
  if not current() or not session.job then
    return
  end
  local own = vim.fn.jobpid(session.job)
  -- A command such as a version manager runs Claude Code as a child.
  local function is_below(parent, depth)
    if parent == pid then
      return true
    end
    for _, child in ipairs(depth > 0 and vim.api.nvim_get_proc_children(parent) or {}) do
      if is_below(child, depth - 1) then
        return true
      end
    end
    return false
  end
  return is_below(own, 3) and { buf = session.buf, input = session.input } or nil
end

--- True for the buffer of Claude Code's terminal.
---@param buf integer
function M.is_terminal(buf)
  return vim.api.nvim_buf_is_valid(buf) and vim.b[buf].tandem_terminal == true
end

--- True if the terminal is visible in this tab page.
function M.visible()
  return current() ~= nil and session:window_here() ~= nil
end

--- Returns the buffer of the terminal, if there is one.
---@return integer?
function M.bufnr()
  return current() and session.buf
end

return M
