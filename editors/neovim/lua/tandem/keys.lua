--- Key mappings. `<Plug>` maps are always defined, keys only if `setup()` enables them.
local M = {}

---@class tandem.Key
---@field modes string
---@field run string the command that the `<Plug>` map runs
---@field default string
---@field desc string

local function key(modes, default, run, desc)
  return { modes = modes, default = default, run = run, desc = desc }
end

local send = 'lua require("tandem.mention").send('

---@type table<string, tandem.Key>
M.names = {
  send = key("nx", "s", send .. ")", "Mention the file, lines or marked files"),
  add_file = key("nx", "b", send .. "{ whole = true })", "Mention the whole file"),
  toggle = key("nxt", "c", "TandemToggle", "Show or hide Claude's terminal"),
  focus = key("nxt", "f", "TandemFocus", "Go to Claude's terminal"),
  resume = key("n", "r", "TandemToggle --resume", "Resume a Claude session"),
  continue = key("n", "C", "TandemToggle --continue", "Continue the last Claude session"),
  accept = key("n", "a", "TandemAccept", "Accept Claude's proposal"),
  reject = key("n", "d", "TandemReject", "Reject Claude's proposal"),
  review = key("n", "v", "TandemReview", "Go to the next pending review"),
  changes = key("n", "l", "TandemChanges", "List what changed on disk"),
}

--- The prefix of the default keys.
M.prefix = "<leader>a"

---@param name string
function M.plug(name)
  return "<Plug>(tandem-" .. name:gsub("_", "-") .. ")"
end

--- Defines the `<Plug>` maps, without loading other modules.
function M.define()
  for name, each in pairs(M.names) do
    local plug, options = M.plug(name), { noremap = true, silent = true, desc = each.desc }
    for mode in each.modes:gmatch(".") do
      vim.api.nvim_set_keymap(mode, plug, "<Cmd>" .. each.run .. "<CR>", options)
    end
  end
end

--- Returns the problems with the option `keys`.
---@param keys boolean|table
---@return string[]
function M.problems(keys)
  local problems = {}
  for name, lhs in pairs(type(keys) == "table" and keys or {}) do
    if not M.names[name] then
      local names = vim.tbl_keys(M.names)
      table.sort(names)
      local message = "Unknown key name keys.%s. Valid names are %s."
      table.insert(problems, message:format(tostring(name), table.concat(names, ", ")))
    elseif type(lhs) ~= "boolean" and (type(lhs) ~= "string" or lhs == "") then
      table.insert(problems, ("keys.%s must be a key or a boolean, not %s"):format(name, vim.inspect(lhs)))
    end
  end
  table.sort(problems)
  return problems
end

--- In a terminal, only keys that don't type text may be mapped.
local function is_for_terminals(lhs)
  return lhs:find("^<[CcMmAaDd]%-") ~= nil or lhs:find("^<[Ff]%d+>") ~= nil
end

--- True if these keys or a prefix of them are mapped. Mapping longer keys would delay the prefix.
---@param lhs string
---@param mode string
---@param buf integer? also among the maps of this buffer
function M.is_taken(lhs, mode, buf)
  local leader = vim.g.mapleader
  leader = leader ~= nil and leader ~= "" and leader or "\\"
  local keys = lhs:gsub("<[Ll]eader>", function()
    return leader
  end)
  local raw = vim.api.nvim_replace_termcodes(keys, true, true, true)
  local maps = vim.api.nvim_get_keymap(mode)
  for _, each in ipairs(vim.list_extend(maps, buf and vim.api.nvim_buf_get_keymap(buf, mode) or {})) do
    if vim.startswith(raw, each.lhsraw or each.lhs) then
      return true
    end
  end
  return false
end

--- The maps that `apply` has set, to be removed by the next `setup()`.
local mapped = {} ---@type { mode: string, lhs: string, rhs: string }[]

local function unmap()
  for _, map in ipairs(mapped) do
    if vim.fn.maparg(map.lhs, map.mode) == map.rhs then
      vim.api.nvim_del_keymap(map.mode, map.lhs)
    end
  end
  mapped = {}
end

local function map(name, lhs, is_default)
  local named, rhs = M.names[name], M.plug(name)
  for mode in named.modes:gmatch(".") do
    if (mode ~= "t" or is_for_terminals(lhs)) and not (is_default and M.is_taken(lhs, mode)) then
      vim.api.nvim_set_keymap(mode, lhs, rhs, { silent = true, desc = named.desc })
      table.insert(mapped, { mode = mode, lhs = lhs, rhs = rhs })
    end
  end
end

--- Maps the keys of the option `keys`. Default keys never replace the user's maps.
---@param keys boolean|table<string, string|boolean>
function M.apply(keys)
  unmap()
  if keys == true then
    keys = {}
    for name in pairs(M.names) do
      keys[name] = true
    end
  end
  for name, lhs in pairs(keys or {}) do
    if M.names[name] and lhs == true then
      map(name, M.prefix .. M.names[name].default, true)
    elseif M.names[name] and type(lhs) == "string" and lhs ~= "" then
      map(name, lhs)
    end
  end
end

return M
