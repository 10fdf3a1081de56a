--- Keys, offered and not forced: `<Plug>` maps are there for everybody, keys only for those who ask in `setup()`.
local M = {}

---@class tandem.Key
---@field modes string
---@field run string what the `<Plug>` map does
---@field default string
---@field desc string

local function key(modes, default, run, desc)
  return { modes = modes, default = default, run = run, desc = desc }
end

local send = 'lua require("tandem.mention").send('

---@type table<string, tandem.Key>
M.names = {
  send = key("nx", "s", send .. ")", "Send file, lines or marked files to Claude"),
  add_file = key("nx", "b", send .. "{ whole = true })", "Send the whole file to Claude"),
  toggle = key("nxt", "c", "TandemToggle", "Show or hide Claude's terminal"),
  focus = key("nxt", "f", "TandemFocus", "Go to Claude's terminal"),
  resume = key("n", "r", "TandemToggle --resume", "Resume a session of Claude's"),
  continue = key("n", "C", "TandemToggle --continue", "Continue the last session of Claude's"),
  accept = key("n", "a", "TandemAccept", "Accept what Claude proposes"),
  reject = key("n", "d", "TandemReject", "Reject what Claude proposes"),
  review = key("n", "v", "TandemReview", "Show what Claude proposes"),
}

--- What the default keys begin with.
M.prefix = "<leader>a"

---@param name string
function M.plug(name)
  return "<Plug>(tandem-" .. name:gsub("_", "-") .. ")"
end

--- The `<Plug>` maps. They load nothing.
function M.define()
  for name, each in pairs(M.names) do
    local plug, options = M.plug(name), { noremap = true, silent = true, desc = each.desc }
    for mode in each.modes:gmatch(".") do
      vim.api.nvim_set_keymap(mode, plug, "<Cmd>" .. each.run .. "<CR>", options)
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
      local words = "there is no key keys.%s. There are %s."
      table.insert(problems, words:format(tostring(name), table.concat(names, ", ")))
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
  local named, rhs = M.names[name], M.plug(name)
  for mode in named.modes:gmatch(".") do
    if (mode ~= "t" or is_for_terminals(lhs)) and not (taken and is_taken(lhs, taken[mode])) then
      vim.api.nvim_set_keymap(mode, lhs, rhs, { silent = true, desc = named.desc })
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
