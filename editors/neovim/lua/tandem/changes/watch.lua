--- Reports to the sidecar which files are open, and which ones the user has written, renamed or deleted: what the user
--- does is not an agent's change.
local buffers = require("tandem.buffers")

local M = {}

local group ---@type integer?
local open = {} ---@type string[]
local is_due = false
--- The name of a buffer that is about to be renamed.
local before_rename = {} ---@type table<integer, string>

local function send(method, params)
  require("tandem.sidecar").send(method, params)
end

--- Resolves links. A file that is gone may still have links in its folder.
local function real_path(path)
  local folder = vim.fs.dirname(path)
  return vim.uv.fs_realpath(path) or vim.fs.joinpath(vim.uv.fs_realpath(folder) or folder, vim.fs.basename(path))
end

---@param path string
---@param is_gone boolean?
local function saved(path, is_gone)
  if path ~= "" and not path:find("^%a[%w+.-]+://") and buffers.is_utf8(path) then
    send("saved", { path = real_path(vim.fn.fnamemodify(path, ":p")), isGone = is_gone or false })
  end
end

local function send_open_files()
  is_due = false
  if not group then
    return
  end
  local now = vim.tbl_map(vim.api.nvim_buf_get_name, buffers.open_files())
  if not vim.deep_equal(now, open) then
    open = now
    send("open_files", { paths = now })
  end
end

local function files_changed()
  if not is_due then
    is_due = true
    vim.schedule(send_open_files)
  end
end

local function written(args)
  saved(args.match)
  -- Neovim writes these beside the file if 'backupdir' or 'undodir' say so.
  if vim.o.backup then
    saved(args.match .. vim.o.backupext)
  end
  if vim.bo[args.buf].undofile then
    saved(vim.fn.undofile(args.match))
  end
end

local function renamed(args)
  local before, now = before_rename[args.buf], vim.api.nvim_buf_get_name(args.buf)
  before_rename[args.buf] = nil
  if before and before ~= now and not vim.uv.fs_lstat(before) then
    saved(before, true)
    saved(now)
  end
end

--- A command that deletes a file also deletes its buffer.
local function unloaded(args)
  if buffers.is_file(args.buf) then
    local path = vim.api.nvim_buf_get_name(args.buf)
    if not vim.uv.fs_lstat(path) then
      saved(path, true)
    end
  end
end

--- Sends the current state to a sidecar that has just started.
function M.send_all()
  open = {}
  files_changed()
  local changes = package.loaded["tandem.changes"]
  if changes then
    changes.sidecar_started()
  end
end

function M.start()
  if group then
    return
  end
  group = vim.api.nvim_create_augroup("tandem.changes.watch", { clear = true })
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { group = group, callback = callback })
  end
  on({ "BufReadPost", "BufFilePost", "BufWritePost", "BufDelete", "BufWipeout" }, files_changed)
  on({ "BufWritePost", "FileWritePost", "FileAppendPost" }, written)
  on("BufFilePre", function(args)
    before_rename[args.buf] = vim.api.nvim_buf_get_name(args.buf)
  end)
  on("BufFilePost", renamed)
  on("BufUnload", unloaded)
  on("BufReadPost", function(args)
    local signs = package.loaded["tandem.changes.signs"]
    if signs then
      vim.schedule(function()
        signs.draw(args.buf)
      end)
    end
  end)
  on("BufWipeout", function(args)
    local signs = package.loaded["tandem.changes.signs"]
    if signs then
      signs.forget(args.buf)
    end
  end)
  on({ "FocusGained", "VimResume" }, function()
    send("focused", {})
  end)
end

function M.stop()
  if group then
    vim.api.nvim_del_augroup_by_id(group)
    group = nil
  end
end

return M
