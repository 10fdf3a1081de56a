--- The keys in files with changes on disk. They are only mapped while a file has changes, and never replace the user's
--- own.
local M = {}

--- Returns the selected lines in Visual mode, or nothing.
local function selection()
  if vim.fn.mode():find("^[vV\22]") then
    return require("tandem.review.keys").selected()
  end
end

---@type table<string, { modes: string[], run: fun(changes: table), desc: string }>
local actions = {
  next = {
    modes = { "n", "x" },
    desc = "next change on disk",
    run = function(changes)
      changes.jump(1)
    end,
  },
  previous = {
    modes = { "n", "x" },
    desc = "previous change on disk",
    run = function(changes)
      changes.jump(-1)
    end,
  },
  keep = {
    modes = { "n", "x" },
    desc = "keep this change",
    run = function(changes)
      changes.keep(nil, selection())
    end,
  },
  undo = {
    modes = { "n", "x" },
    desc = "undo this change on disk",
    run = function(changes)
      changes.undo(nil, selection())
    end,
  },
}

local mapped = {} ---@type table<integer, { mode: string, lhs: string, run: fun() }[]>

---@param buf integer
function M.map(buf)
  if mapped[buf] then
    return
  end
  mapped[buf] = {}
  for name, lhs in pairs(require("tandem.config").get().changes.keys) do
    local action = actions[name]
    local function run()
      local ok, problem = pcall(action.run, require("tandem.changes"))
      if not ok then
        require("tandem.notify").warn(tostring(problem))
      end
    end
    for _, mode in ipairs(type(lhs) == "string" and lhs ~= "" and action.modes or {}) do
      if not require("tandem.keys").is_taken(lhs, mode, buf) then
        vim.keymap.set(mode, lhs, run, { buffer = buf, desc = "Tandem: " .. action.desc })
        table.insert(mapped[buf], { mode = mode, lhs = lhs, run = run })
      end
    end
  end
end

---@param buf integer
function M.unmap(buf)
  for _, each in ipairs(mapped[buf] or {}) do
    vim.api.nvim_buf_call(buf, function()
      -- The user may have mapped it in the meantime.
      if vim.fn.maparg(each.lhs, each.mode, false, true).callback == each.run then
        vim.keymap.del(each.mode, each.lhs, { buffer = buf })
      end
    end)
  end
  mapped[buf] = nil
end

return M
