--- The options: their types, valid values and defaults.
local M = {}

---@class tandem.Options the argument of `setup()`; every option has a default
---@field start? "startup"|"first_use"
---@field node? string
---@field log_level? "error"|"warn"|"info"|"debug"
---@field log_bodies? boolean
---@field export_environment? boolean
---@field clients? "many"|"single"
---@field max_clients? integer
---@field refuse_with? 401|1008
---@field port_range? { min?: integer, max?: integer }
---@field hidden_files? string[] rules in the form of .gitignore
---@field workspace_requests? "off"|"read"|"ask"|"write"
---@field paused? boolean
---@field review? tandem.ReviewOptions
---@field terminal? tandem.TerminalOptions
---@field mention? { focus_terminal?: boolean }
---@field diagnostics? { language_servers?: boolean }
---@field code? { enabled?: boolean }
---@field changes? tandem.ChangesOptions
---@field keys? boolean|table<string, string|boolean>

---@class tandem.ReviewOptions
---@field layout? "vertical"|"horizontal"|"inline"
---@field place? "tab"|"here"
---@field focus? "auto"|"always"|"never"
---@field open_next_review? boolean
---@field keys? { accept?: string|false, reject?: string|false, accept_hunk?: string|false, reject_hunk?: string|false }

---@class tandem.ChangesOptions
---@field enabled? boolean
---@field signs? boolean
---@field keys? { next?: string|false, previous?: string|false, keep?: string|false, undo?: string|false }

---@class tandem.TerminalOptions
---@field provider? "split"|"float"|"tab"|"toggleterm"|"snacks"|"external"|"none"
---@field command? string|string[]
---@field ask_before_edits? boolean
---@field side? "left"|"right"|"top"|"bottom"
---@field size? number
---@field float? { width?: number, height?: number, border?: string }
---@field external? false|string[]|fun(command: string[], env: table<string, string>, cwd: string)
---@field env? table<string, string>
---@field close_on_exit? boolean

---@class tandem.Option
---@field default any
---@field type string|string[] as returned by `type()`
---@field choices any[]? the valid values
---@field min number?
---@field max number?
---@field items string? the type of a list's items
---@field is_whole boolean?

local function option(default, type, more)
  return vim.tbl_extend("force", { is_option = true, default = default, type = type }, more or {})
end

local function choice(default, choices)
  return option(default, "string", { choices = choices })
end

--- All options. `doc/tandem.txt` describes them; a test compares the two.
M.options = {
  start = choice("startup", { "startup", "first_use" }),
  node = option("node", "string"),
  log_level = choice("info", { "error", "warn", "info", "debug" }),
  log_bodies = option(false, "boolean"),
  export_environment = option(true, "boolean"),
  clients = choice("many", { "many", "single" }),
  max_clients = option(10, "number", { min = 1, max = 10000, is_whole = true }),
  refuse_with = option(1008, "number", { choices = { 401, 1008 } }),
  port_range = {
    min = option(10000, "number", { min = 1, max = 65535, is_whole = true }),
    max = option(65535, "number", { min = 1, max = 65535, is_whole = true }),
  },
  hidden_files = option({}, "table", { items = "string" }),
  workspace_requests = choice("ask", { "off", "read", "ask", "write" }),
  paused = option(false, "boolean"),
  review = {
    layout = choice("vertical", { "vertical", "horizontal", "inline" }),
    place = choice("tab", { "tab", "here" }),
    focus = choice("auto", { "auto", "always", "never" }),
    open_next_review = option(true, "boolean"),
    keys = {
      accept = option("<leader>ca", { "string", "boolean" }),
      reject = option("<leader>cr", { "string", "boolean" }),
      accept_hunk = option("<leader>ch", { "string", "boolean" }),
      reject_hunk = option("<leader>cx", { "string", "boolean" }),
    },
  },
  terminal = {
    provider = choice("split", { "split", "float", "tab", "toggleterm", "snacks", "external", "none" }),
    command = option({ "claude" }, { "table", "string" }, { items = "string" }),
    ask_before_edits = option(true, "boolean"),
    side = choice("right", { "left", "right", "top", "bottom" }),
    size = option(0.4, "number", { min = 0.05, max = 1 }),
    float = {
      width = option(0.8, "number", { min = 0.05, max = 1 }),
      height = option(0.8, "number", { min = 0.05, max = 1 }),
      border = choice("rounded", { "none", "single", "double", "rounded", "solid", "shadow" }),
    },
    external = option(false, { "boolean", "table", "function" }),
    env = option({}, "table"),
    close_on_exit = option(true, "boolean"),
  },
  mention = {
    focus_terminal = option(false, "boolean"),
  },
  diagnostics = {
    language_servers = option(true, "boolean"),
  },
  code = {
    enabled = option(true, "boolean"),
  },
  changes = {
    enabled = option(true, "boolean"),
    signs = option(true, "boolean"),
    keys = {
      next = option("]v", { "string", "boolean" }),
      previous = option("[v", { "string", "boolean" }),
      keep = option("<leader>ch", { "string", "boolean" }),
      undo = option("<leader>cx", { "string", "boolean" }),
    },
  },
  keys = option(false, { "boolean", "table" }),
}

--- Returns why a value is invalid, or nil.
local function problem(spec, value)
  local types = type(spec.type) == "table" and spec.type or { spec.type }
  if not vim.tbl_contains(types, type(value)) then
    return ("must be a %s, not %s"):format(table.concat(types, " or "), vim.inspect(value))
  end
  if spec.choices and not vim.tbl_contains(spec.choices, value) then
    local names = vim.tbl_map(vim.inspect, spec.choices)
    return ("must be one of %s, not %s"):format(table.concat(names, ", "), vim.inspect(value))
  end
  if type(value) == "number" and ((spec.min and value < spec.min) or (spec.max and value > spec.max)) then
    return ("must be between %s and %s, not %s"):format(spec.min, spec.max, value)
  end
  if spec.is_whole and value % 1 ~= 0 then
    return ("must be a whole number, not %s"):format(value)
  end
  if spec.items and type(value) == "table" then
    local is_list = vim.islist(value)
    for _, item in pairs(value) do
      is_list = is_list and type(item) == spec.items
    end
    if not is_list then
      return ("must be a list of %ss, not %s"):format(spec.items, vim.inspect(value))
    end
  end
end

--- Returns the edit distance between two names.
local function distance(one, other)
  local row = {}
  for at = 0, #other do
    row[at] = at
  end
  for line = 1, #one do
    local diagonal = row[0]
    row[0] = line
    for at = 1, #other do
      local same = one:byte(line) == other:byte(at) and 0 or 1
      diagonal, row[at] = row[at], math.min(row[at] + 1, row[at - 1] + 1, diagonal + same)
    end
  end
  return row[#other]
end

--- Returns the valid name that is most like a mistyped one.
local function nearest(name, specs)
  local best, least = nil, math.max(2, math.floor(#name / 3)) + 1
  for known in pairs(specs) do
    local far = distance(name, known)
    if far < least or (far == least and best and known < best) then
      best, least = known, far
    end
  end
  return best
end

---@param path string the section name, with a dot
local function resolve(specs, given, path, problems)
  local result = {}
  for name in pairs(given) do
    if specs[name] == nil then
      local near = nearest(tostring(name), specs)
      local hint = near and (" Did you mean %s%s?"):format(path, near) or " See :help tandem-options."
      table.insert(problems, ("Unknown option %s%s.%s"):format(path, tostring(name), hint))
    end
  end
  for name, spec in pairs(specs) do
    local value = given[name]
    if not spec.is_option then
      if value ~= nil and type(value) ~= "table" then
        table.insert(problems, ("%s%s must be a table, not %s"):format(path, name, vim.inspect(value)))
        value = nil
      end
      result[name] = resolve(spec, value or {}, path .. name .. ".", problems)
    elseif value == nil then
      result[name] = vim.deepcopy(spec.default)
    else
      local wrong = problem(spec, value)
      if wrong then
        table.insert(problems, ("%s%s %s"):format(path, name, wrong))
        result[name] = vim.deepcopy(spec.default)
      else
        result[name] = vim.deepcopy(value)
      end
    end
  end
  return result
end

--- Returns the options with defaults filled in, and the problems. An invalid option keeps its default.
---@param given tandem.Options?
---@return tandem.Options options, string[] problems
function M.resolve(given)
  local problems = {}
  if given ~= nil and type(given) ~= "table" then
    given, problems = nil, { "setup() needs a table, not " .. vim.inspect(given) }
  end
  given = given or {}
  -- The old name. Ignoring it would expose files that were hidden before an update.
  if given.withhold ~= nil and given.hidden_files == nil then
    given = vim.tbl_extend("force", given, { hidden_files = given.withhold })
    given.withhold = nil
  end
  local options = resolve(M.options, given, "", problems)
  if options.port_range.min > options.port_range.max then
    table.insert(problems, "port_range.min must not be greater than port_range.max")
    options.port_range = { min = 10000, max = 65535 }
  end
  vim.list_extend(problems, require("tandem.keys").problems(options.keys))
  table.sort(problems)
  return options, problems
end

local current
local last_problems = {} ---@type string[]

--- Returns the current options. Before `setup()` these are the defaults.
function M.get()
  current = current or (M.resolve())
  return current
end

--- Returns the problems with the last `setup()` call.
---@return string[]
function M.problems()
  return last_problems
end

---@param given tandem.Options?
---@return string[] problems
function M.set(given)
  current, last_problems = M.resolve(given)
  return last_problems
end

return M
