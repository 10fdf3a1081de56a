--- The options: one table that says what each may be, what it is by default, and what it is for.
local M = {}

---@class tandem.Options what `setup()` takes; everything has a default
---@field start? "startup"|"first_use"
---@field node? string
---@field log_level? "error"|"warn"|"info"|"debug"
---@field log_bodies? boolean
---@field export_environment? boolean
---@field clients? "many"|"single"
---@field max_clients? integer
---@field refuse_with? 401|1008
---@field port_range? { min?: integer, max?: integer }
---@field withhold? string[] rules in the form of .gitignore
---@field workspace_requests? "off"|"read"|"ask"|"write"
---@field paused? boolean
---@field review? tandem.ReviewOptions
---@field terminal? tandem.TerminalOptions
---@field mention? { focus_terminal?: boolean }
---@field diagnostics? { language_servers?: boolean }
---@field code? { enabled?: boolean }
---@field keys? boolean|table<string, string|boolean>

---@class tandem.ReviewOptions
---@field layout? "vertical"|"horizontal"|"inline"
---@field place? "tab"|"here"
---@field focus? "auto"|"always"|"never"
---@field keys? { accept?: string|false, reject?: string|false, accept_hunk?: string|false, reject_hunk?: string|false }

---@class tandem.TerminalOptions
---@field provider? "split"|"float"|"tab"|"external"|"none"
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
---@field type string|string[] as `type()` says it
---@field choices any[]? the only values
---@field min number?
---@field max number?
---@field items string? the type of a list's items
---@field is_whole boolean? a whole number

local function option(default, type, more)
  return vim.tbl_extend("force", { is_option = true, default = default, type = type }, more or {})
end

local function choice(default, choices)
  return option(default, "string", { choices = choices })
end

--- Every option there is. `doc/tandem.txt` describes them, and a test holds the two together.
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
  withhold = option({}, "table", { items = "string" }),
  workspace_requests = choice("ask", { "off", "read", "ask", "write" }),
  paused = option(false, "boolean"),
  review = {
    layout = choice("vertical", { "vertical", "horizontal", "inline" }),
    place = choice("tab", { "tab", "here" }),
    focus = choice("auto", { "auto", "always", "never" }),
    keys = {
      accept = option("<leader>ca", { "string", "boolean" }),
      reject = option("<leader>cr", { "string", "boolean" }),
      accept_hunk = option("<leader>ch", { "string", "boolean" }),
      reject_hunk = option("<leader>cx", { "string", "boolean" }),
    },
  },
  terminal = {
    provider = choice("split", { "split", "float", "tab", "external", "none" }),
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
  keys = option(false, { "boolean", "table" }),
}

local function one_of(types)
  return type(types) == "table" and table.concat(types, " or ") or types
end

local function is_of(value, types)
  return vim.tbl_contains(type(types) == "table" and types or { types }, type(value))
end

--- What is wrong with a value, or nil.
local function problem(spec, value)
  if not is_of(value, spec.type) then
    return ("must be a %s, not %s"):format(one_of(spec.type), vim.inspect(value))
  end
  if spec.choices and not vim.tbl_contains(spec.choices, value) then
    local names = vim.tbl_map(vim.inspect, spec.choices)
    return ("must be one of %s, not %s"):format(table.concat(names, ", "), vim.inspect(value))
  end
  if type(value) == "number" and ((spec.min and value < spec.min) or (spec.max and value > spec.max)) then
    return ("must be from %s to %s, not %s"):format(spec.min, spec.max, value)
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

--- How many letters have to be put in, taken out or changed.
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

--- The nearest name there is, for a name that was mistyped.
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

---@param specs table
---@param given table
---@param path string the name of the section, with its dot
---@param problems string[]
local function resolve(specs, given, path, problems)
  local result = {}
  for name in pairs(given) do
    if specs[name] == nil then
      local near = nearest(tostring(name), specs)
      local hint = near and (" Did you mean %s%s?"):format(path, near) or " See :help tandem-options."
      table.insert(problems, ("there is no option %s%s.%s"):format(path, tostring(name), hint))
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

--- The options with their defaults, and what is wrong with those that were given. One that is wrong keeps its default.
---@param given tandem.Options?
---@return tandem.Options options, string[] problems
function M.resolve(given)
  local problems = {}
  if given ~= nil and type(given) ~= "table" then
    given, problems = nil, { "setup() takes a table, not " .. vim.inspect(given) }
  end
  local options = resolve(M.options, given or {}, "", problems)
  if options.port_range.min > options.port_range.max then
    table.insert(problems, "port_range.min must not be above port_range.max")
    options.port_range = { min = 10000, max = 65535 }
  end
  if type(options.keys) == "table" then
    vim.list_extend(problems, require("tandem.keys").problems(options.keys))
  end
  table.sort(problems)
  return options, problems
end

local current
local last_problems = {} ---@type string[]

--- The options in force; the defaults before `setup()`.
function M.get()
  current = current or (M.resolve())
  return current
end

--- What was wrong with what `setup()` was given last.
---@return string[]
function M.problems()
  return last_problems
end

---@param given tandem.Options?
---@return string[] problems
function M.set(given)
  local problems
  current, problems = M.resolve(given)
  last_problems = problems
  return problems
end

return M
