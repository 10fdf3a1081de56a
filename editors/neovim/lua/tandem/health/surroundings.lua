--- What the environment does to Claude Code: proxies, and variables of other editors.
local M = {}

local health = vim.health

--- The variables that this Neovim was started with, which terminals outside of it are likely to have too. Tandem sets
--- some for the terminals inside. Where the system does not tell, those of now.
---@return table<string, string>
local function at_start()
  local file = io.open("/proc/self/environ", "rb")
  if not file then
    return vim.fn.environ()
  end
  local variables = {}
  for pair in vim.gsplit(file:read("*a"), "\0", { plain = true, trimempty = true }) do
    local name, value = pair:match("^([^=]+)=(.*)$")
    if name then
      variables[name] = value
    end
  end
  file:close()
  return variables
end

local proxies = { "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY" }

local function has_loopback(no_proxy)
  for host in vim.gsplit(no_proxy or "", "[,%s]+") do
    if host == "*" or host == "127.0.0.1" or host == "127.0.0.0/8" then
      return true
    end
  end
  return false
end

function M.proxy()
  local set = vim.tbl_filter(function(name)
    return (vim.env[name] or "") ~= ""
  end, proxies)
  if #set == 0 then
    health.ok("No proxy is set")
    return
  end
  local names = table.concat(set, ", ")
  local before = at_start()
  if has_loopback(before.no_proxy or before.NO_PROXY) and has_loopback(before.NO_PROXY or before.no_proxy) then
    health.ok(("%s: set, and no_proxy names 127.0.0.1"):format(names))
    return
  end
  local words = "%s: set, and no_proxy does not name 127.0.0.1. "
    .. "Claude Code in a terminal outside of this Neovim would ask the proxy for it"
  health.warn(words:format(names), {
    "Start Claude Code with :TandemToggle, which sets no_proxy for it",
    "Or put `export no_proxy=127.0.0.1,localhost,::1 NO_PROXY=127.0.0.1,localhost,::1` where your shell starts",
  })
end

local function other_port(before)
  local info = require("tandem.sidecar").info()
  local now = vim.env.CLAUDE_CODE_SSE_PORT
  if now and not (info and tonumber(now) == info.port) then
    local words = "CLAUDE_CODE_SSE_PORT is %s, which is not the port of this Neovim: it is another editor's"
    health.warn(words:format(now), {
      "Start Claude Code with :TandemToggle, which sets the right one",
      "Or set the option export_environment to true, for every terminal of this Neovim",
    })
  elseif before.CLAUDE_CODE_SSE_PORT and info and tonumber(before.CLAUDE_CODE_SSE_PORT) ~= info.port then
    local words = "Neovim was started in a terminal of another editor (port %s). "
      .. "Terminals of this Neovim have its own port"
    health.info(words:format(before.CLAUDE_CODE_SSE_PORT))
  end
end

local function config_dir(before)
  local now = vim.env.CLAUDE_CONFIG_DIR
  if not now or now == "" then
    return
  end
  if before.CLAUDE_CONFIG_DIR ~= now then
    local words = "CLAUDE_CONFIG_DIR is %s in this Neovim only: "
      .. "Claude Code in other terminals looks for locks elsewhere"
    health.warn(words:format(now), {
      "Set it where your shell starts instead of in Neovim",
      "Or start Claude Code with :TandemToggle",
    })
  else
    health.info(("CLAUDE_CONFIG_DIR is %s. Terminals that find this Neovim need the same"):format(now))
  end
end

function M.environment()
  local before = at_start()
  other_port(before)
  config_dir(before)
  if vim.env.CLAUDE_CODE_AUTO_CONNECT_IDE == "false" then
    health.warn("CLAUDE_CODE_AUTO_CONNECT_IDE is false: Claude Code does not connect by itself", {
      "Unset it, or type /ide in Claude Code",
    })
  else
    health.ok("Nothing keeps Claude Code from connecting by itself")
  end
end

return M
