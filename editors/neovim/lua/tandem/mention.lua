--- Mentions files, folders and lines in Claude's prompt: `:TandemSend`, `:TandemAdd` and their Lua functions. Lines are
--- counted from 1 here and from 0 in messages to the sidecar.
local paths = require("tandem.mention.paths")

local M = {}

---@class tandem.Mention
---@field path string absolute
---@field first integer? from 1; none for a whole file or a folder
---@field last integer? included
---@field status "sent"|"queued"|"hidden"|"refused"|"failed"
---@field clients integer? how many it was sent to
---@field reason string? why it was not sent
---@field is_unsaved boolean? the buffer has unsaved changes

---@alias tandem.MentionCallback fun(problem: string?, mentions: tandem.Mention[]?)

--- Moves to the terminal if the option says so and the user is still in the same window.
local function focus_terminal(win)
  if require("tandem.config").get().mention.focus_terminal and vim.api.nvim_get_current_win() == win then
    require("tandem.terminal").focus()
  end
end

local function finish(mentions, win, callback)
  local sidecar = require("tandem.sidecar")
  local is_sent, is_reported = false, false
  for _, mention in ipairs(mentions) do
    is_sent = is_sent or mention.status == "sent" or mention.status == "queued"
    -- If the sidecar did not start, the error was already reported.
    is_reported = is_reported or (mention.status == "failed" and mention.reason == sidecar.problem())
  end
  if not is_reported then
    local message, is_warning = require("tandem.mention.summary").describe(mentions)
    require("tandem.notify")[is_warning and "warn" or "info"](message)
  end
  require("tandem.events").emit("Mentioned", { mentions = mentions })
  if is_sent then
    focus_terminal(win)
  end
  if callback then
    callback(nil, mentions)
  end
end

--- Sends the mentions in order, and reports the results together.
local function send_all(mentions, callback)
  local sidecar = require("tandem.sidecar")
  local win = vim.api.nvim_get_current_win()
  local waiting = #mentions
  local function settle(mention, outcome)
    mention.status, mention.clients, mention.reason = outcome.status, outcome.clients, outcome.reason
    waiting = waiting - 1
    if waiting == 0 then
      finish(mentions, win, callback)
    end
  end
  -- Start the sidecar once: if it fails, each request would try again.
  require("tandem").start(function(problem)
    for _, mention in ipairs(mentions) do
      local lines = mention.first and { start = mention.first - 1, ["end"] = mention.last - 1 } or nil
      if problem then
        settle(mention, { status = "failed", reason = problem })
      else
        sidecar.request("mention", { path = mention.path, lines = lines }, function(failed, outcome)
          settle(mention, outcome or { status = "failed", reason = failed })
        end)
      end
    end
  end)
end

--- Sends the mentions that `collect` returns. If it raises a message, shows it and passes it to the callback.
---@param collect fun(): tandem.Mention[]
local function attempt(callback, collect)
  local ok, result = pcall(collect)
  if ok then
    send_all(result, callback)
    return
  end
  require("tandem.notify").warn(result)
  if callback then
    callback(result, nil)
  end
end

--- Returns the lines of the visual selection; nil in other modes. The marks `'<` and `'>` are not used, because they belong
--- to the previous selection until this one ends.
---@return integer? first, integer? last
local function visual_lines()
  local mode = vim.fn.mode()
  if not mode:find("^[vVsS\22\19]") then
    return nil
  end
  local from, to = vim.fn.getpos("v"), vim.fn.getpos(".")
  if from[2] > to[2] or (from[2] == to[2] and from[3] > to[3]) then
    from, to = to, from
  end
  local first, last = from[2], to[2]
  if mode:find("^[VS]") then
    -- Linewise, a closed fold is selected as a whole.
    local fold_start, fold_end = vim.fn.foldclosed(first), vim.fn.foldclosedend(last)
    first, last = fold_start > 0 and fold_start or first, fold_end > 0 and fold_end or last
  elseif mode:find("^[vs]") and vim.o.selection == "exclusive" and to[3] == 1 and last > first then
    last = last - 1
  end
  return first, last
end

local function leave_visual_mode()
  if vim.fn.mode():find("^[vVsS\22\19]") then
    vim.cmd("normal! \27")
  end
end

--- The values of 'buftype' for which the buffer name is a file.
local file_kinds = { [""] = true, acwrite = true, help = true, nowrite = true }

--- Returns the file of a buffer. Raises a message for the user if there is none.
---@return string path
local function buffer_file(buf)
  local kind, name = vim.bo[buf].buftype, vim.api.nvim_buf_get_name(buf)
  if not file_kinds[kind] then
    local what = kind == "nofile" and "scratch" or kind
    error(("Can't send a %s buffer. Use :TandemAdd to send a file by name."):format(what), 0)
  end
  if name == "" then
    error("This buffer has no file yet. Save it with :w {name} first.", 0)
  end
  local why = name:find("^%a[%w+.-]+://") and "isn't a local file" or "hasn't been saved yet. Use :w first"
  return paths.check(paths.absolute(name), paths.label(name), why)
end

---@return tandem.Mention[]
local function of_tree(buf, first, last)
  local found = require("tandem.trees").selected(buf, first, last) or {}
  if #found == 0 then
    error(first and "No file in the selected lines." or "No file under the cursor.", 0)
  end
  return vim.tbl_map(function(path)
    return { path = path }
  end, found)
end

--- Mentions the given lines, the visual selection, or the whole file of the current buffer. In a file tree, mentions the
--- files in the lines, the marked files, or the file under the cursor.
---@param options { first: integer?, last: integer?, whole: boolean? }? `whole` ignores the selection
---@param callback tandem.MentionCallback?
function M.send(options, callback)
  options = options or {}
  local buf = vim.api.nvim_get_current_buf()
  local first, last = options.first, options.last
  if not first then
    first, last = visual_lines()
  end
  last = last or first
  attempt(callback, function()
    if require("tandem.trees").is_tree(buf) then
      return of_tree(buf, first, last)
    end
    local mention = { path = buffer_file(buf), is_unsaved = vim.bo[buf].modified or nil }
    if first and not options.whole and paths.kind(mention.path) == "file" then
      mention.first, mention.last = math.min(first, last), math.max(first, last)
    end
    return { mention }
  end)
  leave_visual_mode()
end

--- Mentions a file, a folder, or lines of a file.
---@param file string as in `:TandemAdd`
---@param start integer|string|nil from 1
---@param last integer|string|nil the same line by default
---@param callback tandem.MentionCallback?
function M.add(file, start, last, callback)
  local arguments = require("tandem.mention.arguments")
  attempt(callback, function()
    if type(file) ~= "string" or file == "" then
      error("No file given.", 0)
    end
    local path = arguments.find(file) or paths.absolute(file)
    local buf = require("tandem.buffers").find(path)
    local missing = "doesn't exist in " .. vim.fn.strtrans(vim.fn.getcwd())
    local why = buf and "hasn't been saved yet. Use :w first" or missing
    paths.check(path, vim.fn.strtrans(file), why)
    local from, to = arguments.line(start, "First"), arguments.line(last, "Last")
    if to and not from then
      error("A last line was given without a first line.", 0)
    end
    if from and paths.kind(path) == "directory" then
      error(("%s is a folder, so you can't give line numbers."):format(paths.label(path)), 0)
    end
    if from and to and to < from then
      error(("The last line %d is before the first line %d."):format(to, from), 0)
    end
    local is_unsaved = buf and vim.bo[buf].modified or nil
    return { { path = path, first = from, last = to or from, is_unsaved = is_unsaved } }
  end)
end

--- `:TandemAdd` with its arguments as one string.
---@param text string
---@param callback tandem.MentionCallback?
function M.add_command(text, callback)
  local file, start, last = require("tandem.mention.arguments").split(text)
  M.add(file, start, last, callback)
end

--- Mentions several files and folders. Names are not expanded.
---@param files string[]
---@param callback tandem.MentionCallback?
function M.files(files, callback)
  attempt(callback, function()
    local mentions = {}
    for _, file in ipairs(files) do
      local path = paths.check(paths.absolute(file), vim.fn.strtrans(file), "doesn't exist. Nothing was sent")
      table.insert(mentions, { path = path })
    end
    if #mentions == 0 then
      error("No file given.", 0)
    end
    return mentions
  end)
end

return M
