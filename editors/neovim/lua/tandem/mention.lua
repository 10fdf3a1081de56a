--- Puts files, folders and lines into Claude's prompt: `:TandemSend`, `:TandemAdd`, and the same for scripts. Lines are
--- counted from 1 here, as people do; only the sidecar is told them from 0.
local M = {}

---@class tandem.Mention
---@field path string absolute
---@field first integer? from 1; none for a whole file or a folder
---@field last integer? included
---@field status "sent"|"queued"|"withheld"|"refused"|"failed"
---@field clients integer? how many it was sent to
---@field reason string? why it was not sent
---@field is_unsaved boolean? the buffer has changes that are not in the file

---@alias tandem.MentionCallback fun(problem: string?, mentions: tandem.Mention[]?)

local function paths()
  return require("tandem.mention.paths")
end

--- The user asked for it, and has not gone elsewhere meanwhile.
local function focus_terminal(win)
  if require("tandem.config").get().mention.focus_terminal and vim.api.nvim_get_current_win() == win then
    require("tandem.terminal").focus()
  end
end

local function finish(mentions, win, callback)
  local sidecar = require("tandem.sidecar")
  local heard, is_told = false, false
  for _, mention in ipairs(mentions) do
    heard = heard or mention.status == "sent" or mention.status == "queued"
    -- Why it does not start is said where it is started.
    is_told = is_told or (mention.status == "failed" and sidecar.problem ~= nil and mention.reason == sidecar.problem())
  end
  if not is_told then
    local message, is_warning = require("tandem.mention.words").describe(mentions)
    require("tandem.notify")[is_warning and "warn" or "info"](message)
  end
  require("tandem.events").emit("Mentioned", { mentions = mentions })
  if heard then
    focus_terminal(win)
  end
  if callback then
    callback(nil, mentions)
  end
end

--- Sends them all, in their order, and says once what became of them.
---@param mentions tandem.Mention[]
---@param callback tandem.MentionCallback?
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
  -- Once for all of them: each request would try anew, and fail anew.
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

--- Runs what may throw words for people: they are shown, and handed to the script that called.
---@param callback tandem.MentionCallback?
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

--- The lines that the visual selection touches; nil outside of the visual modes. The marks `'<` and `'>` are not looked
--- at: until this selection ends, they are those of the one before it.
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
    -- A closed fold is selected as a whole.
    local fold_start, fold_end = vim.fn.foldclosed(first), vim.fn.foldclosedend(last)
    first, last = fold_start > 0 and fold_start or first, fold_end > 0 and fold_end or last
  elseif mode:find("^[vs]") and vim.o.selection == "exclusive" and to[3] == 1 and last > first then
    last = last - 1
  end
  return first, last
end

--- As every command of Vim's does with a selection.
local function leave_visual_mode()
  if vim.fn.mode():find("^[vVsS\22\19]") then
    vim.cmd("normal! \27")
  end
end

--- Buffers of these kinds are files under their name.
local file_kinds = { [""] = true, acwrite = true, help = true, nowrite = true }

--- The file of a buffer. Throws words.
---@param buf integer
---@return string path
local function buffer_file(buf)
  local kind, name = vim.bo[buf].buftype, vim.api.nvim_buf_get_name(buf)
  if not file_kinds[kind] then
    local what = kind == "nofile" and "window" or kind
    error(("This %s is no file: there is nothing to send. :TandemAdd sends a file by its name."):format(what), 0)
  end
  if name == "" then
    error("This buffer has no file yet. Write it with :w {name} first, because Claude reads the file.", 0)
  end
  local why = name:find("^%a[%w+.-]+://") and "is not a file of this machine" or "is not written yet: :w first"
  return paths().check(paths().absolute(name), paths().label(name), why)
end

---@return tandem.Mention[]
local function of_tree(buf, first, last)
  local found = require("tandem.trees").selected(buf, first, last) or {}
  if #found == 0 then
    error(first and "No file is in the selected lines." or "No file is under the cursor.", 0)
  end
  return vim.tbl_map(function(path)
    return { path = path }
  end, found)
end

--- Sends the current buffer: the selection in a visual mode, else the lines that are given, else the whole file. In a
--- file tree it sends what is marked there, or else what is under the cursor or in the lines.
---@param options { first: integer?, last: integer?, whole: boolean? }? `whole`: the file, whatever is selected
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
    if first and not options.whole and paths().kind(mention.path) == "file" then
      mention.first, mention.last = math.min(first, last), math.max(first, last)
    end
    return { mention }
  end)
  leave_visual_mode()
end

--- `:TandemSend`. Without lines it is the whole file, or the selection if a map called it from a visual mode.
---@param line1 integer?
---@param line2 integer?
---@param callback tandem.MentionCallback?
function M.send_range(line1, line2, callback)
  M.send({ first = line1, last = line2 }, callback)
end

--- Sends a file or a folder by its name, or lines of a file, from 1.
---@param file string as `:TandemAdd` takes it
---@param start integer|string|nil
---@param last integer|string|nil the same line by default
---@param callback tandem.MentionCallback?
function M.add(file, start, last, callback)
  local arguments = require("tandem.mention.arguments")
  attempt(callback, function()
    if type(file) ~= "string" or file == "" then
      error("No file was named: nothing was sent.", 0)
    end
    local path = arguments.find(file) or paths().absolute(file)
    local buf = require("tandem.buffers").find(path)
    local missing = "does not exist, seen from " .. vim.fn.strtrans(vim.fn.getcwd())
    local why = buf and "is not written yet: :w first" or missing
    paths().check(path, vim.fn.strtrans(file), why)
    local from, to = arguments.line(start, "first"), arguments.line(last, "last")
    if to and not from then
      error("A last line needs a first line.", 0)
    end
    if from and paths().kind(path) == "directory" then
      error(("%s is a folder, and has no lines."):format(paths().label(path)), 0)
    end
    if from and to and to < from then
      error(("Line %d is before line %d: the first line comes first."):format(to, from), 0)
    end
    local is_unsaved = buf and vim.bo[buf].modified or nil
    return { { path = path, first = from, last = to or from, is_unsaved = is_unsaved } }
  end)
end

--- `:TandemAdd` with all that was written after it.
---@param text string
---@param callback tandem.MentionCallback?
function M.add_command(text, callback)
  local file, start, last = require("tandem.mention.arguments").split(text)
  M.add(file, start, last, callback)
end

--- For the completion of `:TandemAdd`.
---@param lead string
---@return string[]
function M.complete(lead)
  return require("tandem.mention.arguments").complete(lead)
end

--- Sends several files and folders; names are taken as they are, relative ones from the working directory.
---@param files string[]
---@param callback tandem.MentionCallback?
function M.files(files, callback)
  attempt(callback, function()
    local mentions = {}
    for _, file in ipairs(files) do
      local path = paths().check(paths().absolute(file), vim.fn.strtrans(file), "does not exist: nothing was sent")
      table.insert(mentions, { path = path })
    end
    if #mentions == 0 then
      error("No file was named: nothing was sent.", 0)
    end
    return mentions
  end)
end

return M
