--- Keys, offered and not forced: `<Plug>` maps are there for everybody, keys only for those who ask in `setup()`.
local M = {}

---@class tandem.Key
---@field modes string
---@field run string what the `<Plug>` map does
---@field default string
---@field desc string

---@type table<string, tandem.Key>
M.names = {
  send = { modes = "nx", run = 'lua require("tandem.mention").send()', default = "s", desc = "Send file, lines or marked files to Claude" },
  add_file = { modes = "nx", run = 'lua require("tandem.mention").send({ whole = true })', default = "b", desc = "Send the whole file to Claude" },
  toggle = { modes = "nxt", run = "TandemToggle", default = "c", desc = "Show or hide Claude's terminal" },
  focus = { modes = "nxt", run = "TandemFocus", default = "f", desc = "Go to Claude's terminal" },
  resume = { modes = "n", run = "TandemToggle --resume", default = "r", desc = "Resume a session of Claude's" },
  continue = { modes = "n", run = "TandemToggle --continue", default = "C", desc = "Continue the last session of Claude's" },
  accept = { modes = "n", run = "TandemAccept", default = "a", desc = "Accept what Claude proposes" },
  reject = { modes = "n", run = "TandemReject", default = "d", desc = "Reject what Claude proposes" },
  review = { modes = "n", run = "TandemReview", default = "v", desc = "Show what Claude proposes" },
}

--- What the default keys begin with.
M.prefix = "<leader>a"

---@param name string
function M.plug(name)
  return "<Plug>(tandem-" .. name:gsub("_", "-") .. ")"
end

--- The `<Plug>` maps. They load nothing.
function M.define()
  for name, key in pairs(M.names) do
    local plug, options = M.plug(name), { noremap = true, silent = true, desc = key.desc }
    for mode in key.modes:gmatch(".") do
      vim.api.nvim_set_keymap(mode, plug, "<Cmd>" .. key.run .. "<CR>", options)
    end
  end
end

--- What is wrong with the option `keys`, for people.
---@param keys any
---@return string[]
function M.problems(keys)
  local problems = {}
  if type(keys) ~= "table" then
    return problems
  end
  for name, lhs in pairs(keys) do
    if not M.names[name] then
      local names = vim.tbl_keys(M.names)
      table.sort(names)
      table.insert(problems, ("there is no key keys.%s. There are %s."):format(tostring(name), table.concat(names, ", ")))
    elseif type(lhs) ~= "boolean" and (type(lhs) ~= "string" or lhs == "") then
      table.insert(problems, ("keys.%s must be a key or a boolean, not %s"):format(name, vim.inspect(lhs)))
    end
  end
  table.sort(problems)
  return problems
end

--- A key that writes something must not be taken from somebody who types into a terminal.
local function is_for_terminals(lhs)
  return lhs:find("^<[CcMmAaDd]%-") ~= nil or lhs:find("^<[Ff]%d+>") ~= nil
end

--- The keys that are mapped in a mode, as bytes.
---@return table<string, true>
local function taken_keys(mode)
  local taken = {}
  for _, each in ipairs(vim.api.nvim_get_keymap(mode)) do
    taken[each.lhsraw or each.lhs] = true
  end
  return taken
end

--- Whether the user has a map for these keys, or for the first of them, which would then have to wait for the others.
local function is_taken(lhs, taken)
  local leader = vim.g.mapleader
  leader = leader ~= nil and leader ~= "" and leader or "\\"
  local keys = lhs:gsub("<[Ll]eader>", function()
    return leader
  end)
  local raw = vim.api.nvim_replace_termcodes(keys, true, true, true)
  for length = 1, #raw do
    if taken[raw:sub(1, length)] then
      return true
    end
  end
  return false
end

--- What `apply` has mapped, so that a second `setup()` starts anew.
local mapped = {} ---@type { mode: string, lhs: string, rhs: string }[]

local function unmap()
  for _, map in ipairs(mapped) do
    if vim.fn.maparg(map.lhs, map.mode) == map.rhs then
      vim.api.nvim_del_keymap(map.mode, map.lhs)
    end
  end
  mapped = {}
end

---@param taken table<string, true>? the keys that must not be taken, by mode
local function map(name, lhs, taken)
  local key, rhs = M.names[name], M.plug(name)
  for mode in key.modes:gmatch(".") do
    if (mode ~= "t" or is_for_terminals(lhs)) and not (taken and is_taken(lhs, taken[mode])) then
      vim.api.nvim_set_keymap(mode, lhs, rhs, { silent = true, desc = key.desc })
      table.insert(mapped, { mode = mode, lhs = lhs, rhs = rhs })
    end
  end
end

--- Maps what the option `keys` says: true for the default keys, which never take a key that the user has mapped, or a
--- table of names with a key, true for the default one, or false.
---@param keys boolean|table<string, string|boolean>
function M.apply(keys)
  unmap()
  if keys == true then
    keys = {}
    for name in pairs(M.names) do
      keys[name] = true
    end
  end
  local taken = setmetatable({}, {
    __index = function(self, mode)
      self[mode] = taken_keys(mode)
      return self[mode]
    end,
  })
  for name, lhs in pairs(keys or {}) do
    if M.names[name] and lhs == true then
      map(name, M.prefix .. M.names[name].default, taken)
    elseif M.names[name] and type(lhs) == "string" and lhs ~= "" then
      map(name, lhs)
    end
  end
end

return M
