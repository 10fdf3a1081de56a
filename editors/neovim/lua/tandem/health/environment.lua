--- Health checks of environment variables: proxies, and variables of other editors.
local M = {}

local health = vim.health

--- Returns the variables that Neovim was started with, which other terminals probably have too, or the current ones if the
--- system doesn't provide them. Tandem changes some for the terminals of Neovim.
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
    health.ok("No proxy is configured")
    return
  end
  local names = table.concat(set, ", ")
  local before = at_start()
  if has_loopback(before.no_proxy or before.NO_PROXY) and has_loopback(before.NO_PROXY or before.no_proxy) then
    health.ok(("%s: set, and no_proxy includes 127.0.0.1"):format(names))
    return
  end
  local message = "%s: set, but no_proxy doesn't include 127.0.0.1. "
    .. "In a terminal outside Neovim, Claude Code would try to connect through the proxy"
  health.warn(message:format(names), {
    "Start Claude Code with :TandemToggle, which sets no_proxy for it",
    "Or add `export no_proxy=127.0.0.1,localhost,::1 NO_PROXY=127.0.0.1,localhost,::1` to your shell's startup file",
  })
end

local function other_port(before)
  local info = require("tandem.sidecar").info()
  local now = vim.env.CLAUDE_CODE_SSE_PORT
  if now and not (info and tonumber(now) == info.port) then
    health.warn(("CLAUDE_CODE_SSE_PORT is %s, the port of another editor"):format(now), {
      "Start Claude Code with :TandemToggle, which sets the right port",
      "Or set the option export_environment to true to set it for every terminal in this Neovim",
    })
  elseif before.CLAUDE_CODE_SSE_PORT and info and tonumber(before.CLAUDE_CODE_SSE_PORT) ~= info.port then
    local message = "Neovim was started in a terminal of another editor (port %s). "
      .. "Terminals in this Neovim use its own port"
    health.info(message:format(before.CLAUDE_CODE_SSE_PORT))
  end
end

local function config_dir(before)
  local now = vim.env.CLAUDE_CONFIG_DIR
  if not now or now == "" then
    return
  end
  if before.CLAUDE_CONFIG_DIR ~= now then
    local message = "CLAUDE_CONFIG_DIR is %s in this Neovim only: "
      .. "Claude Code in other terminals looks for lock files elsewhere"
    health.warn(message:format(now), {
      "Set it in your shell's startup file instead of in Neovim",
      "Or start Claude Code with :TandemToggle",
    })
  else
    health.info(("CLAUDE_CONFIG_DIR is %s. Claude Code needs the same value to find this Neovim"):format(now))
  end
end

function M.environment()
  local before = at_start()
  other_port(before)
  config_dir(before)
  if vim.env.CLAUDE_CODE_AUTO_CONNECT_IDE == "false" then
    health.warn("CLAUDE_CODE_AUTO_CONNECT_IDE is false: Claude Code doesn't connect automatically", {
      "Unset it, or type /ide in Claude Code",
    })
  else
    health.ok("Claude Code can connect automatically")
  end
end

return M
