--- Asks the user whether Claude may run code. Shows one question at a time.
local events = require("tandem.events")
local notify = require("tandem.notify")

local M = {}

---@class tandem.CodeQuestion
---@field id string
---@field code string
---@field lines string[] the code with signs such as `<U+202E>` for invisible characters
---@field signs { row: integer, from: integer, to: integer }[]
---@field folder string?

---@alias tandem.CodeAnswer "once"|"always"|"never"

--- The first one is shown.
---@type { question: tandem.CodeQuestion, answered: fun(answer: tandem.CodeAnswer) }[]
local queue = {}
---@type tandem.QuestionView?
local view
local group
local is_retrying = false
--- The question on the screen was withdrawn: a command typed for it must not answer the next one.
local is_replaced = false

--- One short line, to avoid the hit-enter prompt.
local hint = "Claude Code wants to run code: :TandemAllow or :TandemDeny"

local function mode()
  return vim.api.nvim_get_mode().mode
end

--- True in Normal mode, including that of a terminal.
local function is_normal_mode()
  return mode() == "n" or mode() == "nt"
end

--- False in the command line, at a prompt and in the command-line window, where no float can be shown.
local function can_show()
  return not mode():find("^[cr]") and vim.fn.getcmdwintype() == ""
end

local present

local function find(id)
  for index, item in ipairs(queue) do
    if item.question.id == id then
      return index, item
    end
  end
end

--- Closes the view of the first question.
local function close_view()
  local closing = view
  view = nil
  if closing then
    closing:close()
  end
end

--- Ends a question. Without an answer it was withdrawn, and `answered` is not called.
local function finish(index, answer)
  local item = table.remove(queue, index)
  if index == 1 then
    is_replaced = answer == nil
    close_view()
  elseif view then
    view.waiting = #queue - 1
    view:refresh()
  end
  if answer then
    item.answered(answer)
  end
  events.emit("CodeAnswered", { id = item.question.id, answer = answer or "withdrawn" })
  vim.schedule(present)
end

local tick_ms = 50

--- Moves to the float and enables its keys, once it has been visible for a moment without any key press.
local function settle(shown)
  shown.is_settling = false
  local is_done = view ~= shown or shown.is_armed or not shown.win or not vim.api.nvim_win_is_valid(shown.win)
  if is_done or not (shown.takes_focus or shown:is_current()) then
    return
  end
  if not shown:is_idle() then
    shown.is_settling = true
    vim.defer_fn(function()
      settle(shown)
    end, tick_ms)
  elseif shown:is_current() then
    shown:arm()
  elseif is_normal_mode() and can_show() then
    shown:focus()
    shown:arm()
  else
    -- The user has started typing: leave the keyboard to them.
    shown.takes_focus = false
    notify.info(hint)
  end
end

local function begin_to_settle(shown)
  if not shown.is_settling then
    settle(shown)
  end
end

local function watch()
  group = vim.api.nvim_create_augroup("tandem_question", {})
  local function on(names, callback)
    vim.api.nvim_create_autocmd(names, { group = group, callback = callback })
  end
  on("WinClosed", function(event)
    local closed = view
    if not closed or tonumber(event.match) ~= closed.win then
      return
    end
    closed.win, closed.is_leaving = nil, true
    -- The window is still closing here.
    vim.schedule(function()
      closed.is_leaving = false
      if view ~= closed then
        return
      elseif vim.api.nvim_tabpage_is_valid(closed.tab) then
        finish(1, "never")
      else
        -- Closing the tab page is not an answer.
        present()
      end
    end)
  end)
  on("WinEnter", function()
    if view and view:is_current() then
      view:entered(vim.fn.win_getid(vim.fn.winnr("#")))
      begin_to_settle(view)
    end
  end)
  on("VimResized", function()
    if view then
      view:refresh()
    end
  end)
  on("TabEnter", vim.schedule_wrap(function()
    present()
  end))
end

--- Shows the first question in this tab page.
function present()
  local item = queue[1]
  if not item then
    if group then
      vim.api.nvim_del_augroup_by_id(group)
      group = nil
    end
    return
  end
  if not can_show() or (view and view.is_leaving) then
    if not is_retrying then
      is_retrying = true
      vim.defer_fn(function()
        is_retrying = false
        present()
      end, 100)
    end
    return
  end
  local is_new = view == nil
  if not view then
    local id = item.question.id
    view = require("tandem.question.view").new(item.question, function(answer)
      M.answer(answer, id)
    end)
  elseif view.win and vim.api.nvim_win_is_valid(view.win) then
    if vim.api.nvim_win_get_tabpage(view.win) == vim.api.nvim_get_current_tabpage() then
      return
    end
  end
  view.waiting = #queue - 1
  view:show()
  view.takes_focus = is_normal_mode()
  begin_to_settle(view)
  if is_new and not view.takes_focus then
    notify.info(hint)
  end
end

--- Asks a question. `answered` is called once, or never if the question is withdrawn.
---@param question tandem.CodeQuestion
---@param answered fun(answer: tandem.CodeAnswer)
function M.ask(question, answered)
  table.insert(queue, { question = question, answered = answered })
  if not group then
    watch()
  end
  if view then
    view.waiting = #queue - 1
    view:refresh()
  end
  events.emit("CodeAsked", { id = question.id, code = question.code, folder = question.folder })
  present()
end

--- Withdraws a question because the client cancelled it or has disconnected.
---@param id string
function M.withdraw(id)
  local index = find(id)
  if index then
    finish(index, nil)
  end
end

--- Withdraws all questions because the sidecar has stopped.
function M.sidecar_lost()
  if #queue == 0 then
    return
  end
  local gone = queue
  queue = {}
  close_view()
  for _, item in ipairs(gone) do
    events.emit("CodeAnswered", { id = item.question.id, answer = "withdrawn" })
  end
  notify.warn("Tandem has stopped, so Claude's code wasn't run")
  present()
end

--- Returns the open questions; the first one is shown.
---@return tandem.CodeQuestion[]
function M.list()
  return vim.tbl_map(function(item)
    return vim.deepcopy(item.question)
  end, queue)
end

--- Answers the question on the screen, or one by its id. Raises a message for the user if there is none, or if the user
--- can't have seen it.
---@param answer tandem.CodeAnswer
---@param id string?
function M.answer(answer, id)
  if not vim.tbl_contains({ "once", "always", "never" }, answer) then
    error('The answer must be "once", "always" or "never", not ' .. vim.inspect(answer), 0)
  end
  local index = id and find(id) or (not id and queue[1] and 1) or nil
  if not index then
    error("No code is awaiting approval", 0)
  end
  if not id and answer ~= "never" and not (view and view.drawn_at) then
    error("The code hasn't been shown yet: look at it first", 0)
  end
  if not id and answer ~= "never" and is_replaced and not view:was_seen() then
    error("The code has changed: look at it first", 0)
  end
  local folder = queue[index].question.folder
  finish(index, answer)
  if answer ~= "always" then
    return
  end
  -- Also allow the other questions of this workspace.
  for other = #queue, 1, -1 do
    if queue[other].question.folder == folder then
      finish(other, "always")
    end
  end
end

return M
