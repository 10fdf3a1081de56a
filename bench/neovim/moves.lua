--- Measures the cost of a cursor move for Neovim's main thread: keys go one by one through the main loop, with no listener,
--- with an empty autocommand, and with Tandem. Uses CPU time, which excludes waiting and other programs.
local M = {}

local events = { "CursorMoved", "CursorMovedI" }
--- Counts the calls of the empty autocommand, to check that the keys move the cursor.
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

--- Calls back when the keys have been processed.
local function input(keys, done)
  vim.api.nvim_input(keys)
  vim.schedule(done)
end

--- Sends one key after another. Each waits until Neovim has processed the previous one, and `pause_ms` more.
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

--- Measures once. Calls back with the CPU time of a move in microseconds, including the notification after the last one.
---@param listener "nobody"|"empty"|"tandem"
---@param mode "normal"|"visual"|"insert"
local function measure(listener, mode, count, pause_ms, done)
  local group = vim.api.nvim_create_augroup("bench", {})
  require("tandem.listen").stop()
  listeners[listener](group)
  input("<C-\\><C-n>50G0" .. modes[mode].enter, function()
    -- Waits for work that entering the mode has started.
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

--- Alternates between all three, so that other load on the machine affects them equally.
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
