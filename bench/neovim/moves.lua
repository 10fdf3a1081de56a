--- What a cursor move costs Neovim's main thread: keys as somebody types them, one by one through the main loop, with
--- nobody listening, with an empty autocommand, and with Tandem. Time is that of the processor, so that it neither counts
--- waiting nor what other programs do.
local M = {}

local events = { "CursorMoved", "CursorMovedI" }
--- The empty autocommand counts: a key that moves nothing would measure nothing.
local heard = 0

local listeners = {
  nobody = function() end,
  empty = function(group)
    vim.api.nvim_create_autocmd(events, {
      group = group,
      callback = function()
        heard = heard + 1
      end,
    })
  end,
  tandem = function()
    require("tandem.listen").start()
  end,
}

local modes = {
  normal = { keys = { "j", "k" }, enter = "" },
  visual = { keys = { "j", "k" }, enter = "v" },
  insert = { keys = { "<Down>", "<Up>" }, enter = "i" },
}

local function processor_us()
  local usage = vim.uv.getrusage()
  return (usage.utime.sec + usage.stime.sec) * 1e6 + usage.utime.usec + usage.stime.usec
end

--- Calls back when the keys were handled.
local function input(keys, done)
  vim.api.nvim_input(keys)
  vim.schedule(done)
end

--- One key after another; each waits until Neovim has handled the one before, and `pause_ms` more.
local function moves(mode, count, pause_ms, done)
  local keys, sent = modes[mode].keys, 0
  local function next_key()
    if sent == count then
      return done()
    end
    sent = sent + 1
    vim.api.nvim_input(keys[sent % 2 + 1])
    if pause_ms > 0 then
      vim.defer_fn(next_key, pause_ms)
    else
      vim.schedule(next_key)
    end
  end
  next_key()
end

--- One measure. Calls back with the processor's microseconds for a move, what is told after the last one included.
---@param listener "nobody"|"empty"|"tandem"
---@param mode "normal"|"visual"|"insert"
local function measure(listener, mode, count, pause_ms, done)
  local group = vim.api.nvim_create_augroup("bench", {})
  require("tandem.listen").stop()
  listeners[listener](group)
  input("<C-\\><C-n>50G0" .. modes[mode].enter, function()
    -- What entering the mode has started is over by then.
    vim.defer_fn(function()
      heard = 0
      local before = processor_us()
      moves(mode, count, pause_ms, function()
        vim.defer_fn(function()
          done((processor_us() - before) / count, heard)
        end, 40)
      end)
    end, 40)
  end)
end

--- Rounds of all three take turns, so that whatever else the machine does falls on them alike.
---@param options { mode: string, rounds: integer, count: integer, pause_ms: integer }
---@param done fun(samples: table<string, number[]>, heard: integer)
function M.run(options, done)
  local order = { "nobody", "empty", "tandem" }
  local samples, all_heard = { nobody = {}, empty = {}, tandem = {} }, 0
  local function turn(index)
    if index > options.rounds * #order then
      return done(samples, all_heard)
    end
    local listener = order[(index - 1) % #order + 1]
    measure(listener, options.mode, options.count, options.pause_ms, function(cost, count)
      table.insert(samples[listener], cost)
      all_heard = all_heard + count
      turn(index + 1)
    end)
  end
  turn(1)
end

return M
