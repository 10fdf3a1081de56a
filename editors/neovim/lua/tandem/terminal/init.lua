--- Claude Code in a terminal of this Neovim: one for all tab pages, shown where the user wants it. The keyboard moves
--- only for who asks for that.
local M = {}

--- How long Claude Code waits for an endpoint that neither serves nor fails.
local patience_ms = 10000

---@type tandem.TerminalSession?
local session
--- A start that waits for the sidecar.
---@type { place: string?, texts: { text: string, enter: boolean? }[] }?
local starting
--- The job of an external terminal, while that runs.
---@type integer?
local external_job

local function options()
  return require("tandem.config").get().terminal
end

local function notify()
  return require("tandem.notify")
end

--- Where the keyboard is and what it has done: while that stays, the user waits for what they asked for.
local function place()
  local win, buf = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  local cursor = vim.api.nvim_win_get_cursor(win)
  -- The text of a terminal changes by itself, and its cursor with it.
  local is_terminal = vim.bo[buf].buftype == "terminal"
  local text = is_terminal and "" or ("%d %d %d"):format(vim.b[buf].changedtick, cursor[1], cursor[2])
  -- A map in a select mode is run in the visual mode beside it.
  local mode = vim.api.nvim_get_mode().mode:gsub("[sS\19]", { s = "v", S = "V", ["\19"] = "\22" })
  return ("%d %d %s %s"):format(win, buf, mode, text)
end

--- Says what is thrown as words, and answers false with them: these functions are called from keys and scripts.
local function saying(run)
  return function(...)
    local ok, result = pcall(run, ...)
    if ok then
      return result ~= false
    end
    notify().error(result)
    return false, result
  end
end

local function in_neovim()
  if options().provider == "none" then
    error('terminal.provider is "none": start claude yourself, and type /ide', 0)
  end
  if vim.fn.getcmdwintype() ~= "" then
    error("Close the command-line window first: it allows no other window", 0)
  end
end

--- The session, unless the user has wiped its buffer.
local function current()
  if session and not vim.api.nvim_buf_is_valid(session.buf) then
    session = nil
  end
  return session
end

local function launch(plan, env, asked)
  if options().provider == "external" then
    external_job = require("tandem.terminal.external").start(plan, env, function(code, words)
      external_job = nil
      if code ~= 0 then
        notify().warn(("The terminal for Claude Code ended with exit code %d. %s"):format(code, words))
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
  for _, item in ipairs(asked.texts) do
    session.typist.type(item.text, item.enter)
  end
  if asked.place and asked.place == place() then
    session:focus()
  end
end

--- Starts Claude Code when the endpoint serves, or without it when it cannot.
local function start_when_served(plan, asked)
  local is_over = false
  local sidecar = require("tandem.sidecar")
  local function go_on(problem)
    if is_over then
      return
    end
    is_over = true
    if starting ~= asked then
      return
    end
    starting = nil
    if problem then
      -- The rest of it has been said by whoever failed.
      notify().warn("Claude Code starts without Tandem: " .. problem:match("[^\n]*"))
    end
    local env = require("tandem.terminal.command").environment(not problem and sidecar.environment() or nil)
    launch(plan, env, asked)
  end
  local ok, problem = pcall(sidecar.start, function(problem)
    if vim.in_fast_event() then
      vim.schedule_wrap(saying(go_on))(problem)
    else
      saying(go_on)(problem)
    end
  end)
  if not ok then
    go_on(tostring(problem))
  elseif not is_over then
    vim.defer_fn(function()
      saying(go_on)("its sidecar does not answer")
    end, patience_ms)
  end
end

local function start(plan, wants_focus)
  local asked = { place = wants_focus and place() or nil, texts = {} }
  starting = asked
  require("tandem.terminal.asking_mode").add(plan.words, function(words)
    plan.words = words
    if starting == asked then
      start_when_served(plan, asked)
    end
  end)
end

local function show(args, wants_focus)
  in_neovim()
  local words = require("tandem.terminal.command").words(args)
  if current() and not session.job then
    session:remove()
  end
  if starting then
    starting.place = wants_focus and place() or starting.place
    return
  end
  if session then
    if #words > 0 then
      notify().info("It runs already: for other arguments, end it with :TandemClose")
    end
    session:show()
    if wants_focus then
      session:focus()
    end
    return
  end
  if external_job and #words == 0 then
    notify().info("Claude Code runs in a terminal of its own")
    return
  end
  start(require("tandem.terminal.command").plan(words), wants_focus)
end

--- Shows Claude Code, and starts it unless it runs. The keyboard stays where it is.
---@param args string|string[]|nil for its start: a line as for a shell, in which nothing is expanded, or a list
---@return boolean ok, string? problem
M.open = saying(function(args)
  show(args, false)
end)

--- Shows it and goes there; or hides it, if this tab page shows it. Its process stays.
---@param args string|string[]|nil
---@return boolean ok, string? problem
M.toggle = saying(function(args)
  local is_here = current() and session:window_here()
  if not is_here or #require("tandem.terminal.command").words(args) > 0 then
    show(args, true)
    return
  end
  in_neovim()
  session:hide()
end)

--- Shows it if need be, and goes there, in terminal mode.
---@param args string|string[]|nil
---@return boolean ok, string? problem
M.focus = saying(function(args)
  show(args, true)
end)

--- Ends Claude Code.
---@return boolean ok, string? problem
M.close = saying(function()
  if starting then
    starting = nil
  elseif current() then
    in_neovim()
    local closing = session
    session = nil
    closing:close()
  elseif external_job then
    vim.fn.jobstop(external_job)
  else
    notify().info("Claude Code does not run in this Neovim")
  end
end)

--- Picks up an earlier conversation, from a list that Claude Code shows.
---@return boolean ok, string? problem
function M.resume()
  return M.open({ "--resume" })
end

--- Goes on with the latest conversation.
---@return boolean ok, string? problem
function M.continue()
  return M.open({ "--continue" })
end

--- Types a text into Claude Code's prompt; several lines as one paste. Enter is pressed only if asked for.
---
--- ```lua
--- require("tandem.terminal").send("Explain this function", { enter = true })
--- ```
---@param text string
---@param settings { enter: boolean? }?
---@return boolean ok, string? problem
M.send = saying(function(text, settings)
  if type(text) ~= "string" then
    error("What is typed into Claude Code must be a string, not " .. vim.inspect(text), 0)
  end
  local enter = settings and settings.enter
  if starting then
    table.insert(starting.texts, { text = text, enter = enter })
  elseif current() and session.typist then
    session.typist.type(text, enter)
  elseif external_job then
    error("Claude Code runs in a terminal of its own, where Neovim cannot type", 0)
  else
    error("Claude Code does not run in this Neovim: :TandemOpen starts it", 0)
  end
end)

--- Is this the buffer of Claude Code's terminal?
---@param buf integer
function M.is_terminal(buf)
  return vim.api.nvim_buf_is_valid(buf) and vim.b[buf].tandem_terminal == true
end

--- Does this tab page show it?
function M.visible()
  return current() ~= nil and session:window_here() ~= nil
end

--- Its buffer, while there is one.
---@return integer?
function M.bufnr()
  return current() and session.buf
end

--- Completes the arguments of `:TandemOpen` and `:TandemToggle`.
function M.complete(lead)
  return require("tandem.terminal.command").complete(lead)
end

return M
