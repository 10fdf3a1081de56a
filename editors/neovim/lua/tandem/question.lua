--- Asks the user whether code may run. One question is on the screen at a time, the others wait behind it.
local events = require("tandem.events")
local notify = require("tandem.notify")

local M = {}

---@class tandem.CodeQuestion
---@field id string
---@field code string
---@field folder string?
---@field client { id: any, name: string?, version: string?, pid: integer? }?

---@alias tandem.CodeAnswer "once"|"always"|"never"

--- The first is the one on the screen.
---@type { question: tandem.CodeQuestion, answered: fun(answer: tandem.CodeAnswer) }[]
local queue = {}
---@type tandem.QuestionView?
local view
local group
local is_retrying = false
--- The question that was on the screen was taken back: what was typed for it is not for the next one.
local is_replaced = false

--- One short line: a longer one would stop a person who is typing with a prompt.
local what_to_do = "Claude Code wants to run code: :TandemAllow or :TandemDeny"

local function mode()
  return vim.api.nvim_get_mode().mode
end

--- Normal mode, also that of a terminal: nobody is typing.
local function is_free()
  return mode() == "n" or mode() == "nt"
end

--- On the command line, at a prompt and in the command-line window nothing else can be shown; it waits for their end.
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

--- Takes the view of the first question away.
local function clear()
  local closing = view
  view = nil
  if closing then
    closing:close()
  end
end

--- A question is over. What the user said is told once, and nothing for one that was withdrawn.
local function finish(index, answer)
  local item = table.remove(queue, index)
  if index == 1 then
    is_replaced = answer == nil
    clear()
  elseif view then
    view.waiting = #queue - 1
    view:refresh()
  end
  if answer then
    item.answered(answer)
  end
  events.emit("CodeAnswered", { id = item.question.id, answer = answer or "withdrawn" })
  vim.schedule(present)
  return item
end

local tick_ms = 50

--- Gives the keyboard to the float, and its keys their meaning, when it has been seen and nobody is typing.
local function settle(shown)
  shown.is_settling = false
  local is_over = view ~= shown or shown.is_armed or not shown.win or not vim.api.nvim_win_is_valid(shown.win)
  if is_over or not (shown.takes_focus or shown:is_current()) then
    return
  end
  if not shown:is_quiet() then
    shown.is_settling = true
    vim.defer_fn(function()
      settle(shown)
    end, tick_ms)
  elseif shown:is_current() then
    shown:arm()
  elseif is_free() and can_show() then
    shown:focus()
    shown:arm()
  else
    -- They began to type after it was shown: it is theirs to come.
    shown.takes_focus = false
    notify.info(what_to_do)
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
    -- The window is still on its way out here.
    vim.schedule(function()
      closed.is_leaving = false
      if view ~= closed then
        return
      elseif vim.api.nvim_tabpage_is_valid(closed.tab) then
        finish(1, "never")
      else
        -- Its tab page was closed, which is no answer.
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

--- Shows the first question in this tab page, unless it is there.
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
  view.takes_focus = is_free()
  begin_to_settle(view)
  if is_new and not view.takes_focus then
    notify.info(what_to_do)
  end
end

--- Asks. The function is called once with the answer, or never when the question is withdrawn.
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
  events.emit("CodeAsked", vim.deepcopy(question))
  present()
end

--- The client took it back, or has gone.
---@param id string
function M.withdraw(id)
  local index = find(id)
  if index then
    finish(index, nil)
  end
end

--- Whoever asked is gone: nothing of it is run.
function M.sidecar_lost()
  if #queue == 0 then
    return
  end
  local gone = queue
  queue = {}
  clear()
  for _, item in ipairs(gone) do
    events.emit("CodeAnswered", { id = item.question.id, answer = "withdrawn" })
  end
  notify.warn("Tandem has stopped: the code that Claude wanted to run was not run")
  present()
end

--- How many questions wait.
---@return integer
function M.pending()
  return #queue
end

--- The questions, the one on the screen first.
---@return tandem.CodeQuestion[]
function M.list()
  return vim.tbl_map(function(item)
    return vim.deepcopy(item.question)
  end, queue)
end

--- Answers a question: the one on the screen, or one by its id. Throws words where there is none, or none was seen.
---@param answer tandem.CodeAnswer
---@param id string?
function M.answer(answer, id)
  if not vim.tbl_contains({ "once", "always", "never" }, answer) then
    error('The answer is "once", "always" or "never", not ' .. vim.inspect(answer), 0)
  end
  local index = id and find(id) or (not id and queue[1] and 1) or nil
  if not index then
    error("No code waits to be run", 0)
  end
  if not id and answer ~= "never" and not (view and view.drawn_at) then
    error("The code is not on the screen yet: look at it first", 0)
  end
  if not id and answer ~= "never" and is_replaced and not view:was_seen() then
    error("This code took the place of another: look at it first", 0)
  end
  local folder = queue[index].question.folder
  finish(index, answer)
  if answer ~= "always" then
    return
  end
  -- All code of this workspace: also what waits already.
  for other = #queue, 1, -1 do
    if queue[other].question.folder == folder then
      finish(other, "always")
    end
  end
end

return M
