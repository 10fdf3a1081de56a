--- The workspace folders: the working directories of Neovim, its tab pages and windows, and the workspace folders of
--- language servers.
local M = {}

---@return string[] absolute and unique, with the global working directory first
function M.current()
  local seen, folders = {}, {}
  local function add(folder)
    local real = folder and folder ~= "" and vim.uv.fs_realpath(folder)
    if real and not seen[real] then
      seen[real] = true
      table.insert(folders, real)
    end
  end
  add(vim.fn.getcwd(-1, -1))
  for number = 1, vim.fn.tabpagenr("$") do
    if vim.fn.haslocaldir(-1, number) > 0 then
      add(vim.fn.getcwd(-1, number))
    end
    for window = 1, vim.fn.tabpagewinnr(number, "$") do
      if vim.fn.haslocaldir(window, number) == 1 then
        add(vim.fn.getcwd(window, number))
      end
    end
  end
  -- Do not load vim.lsp if it is not in use.
  for _, client in ipairs(package.loaded["vim.lsp"] and vim.lsp.get_clients() or {}) do
    for _, folder in ipairs(client.workspace_folders or {}) do
      local ok, path = pcall(vim.uri_to_fname, folder.uri)
      add(ok and path or nil)
    end
  end
  return folders
end

--- True for the folder itself and everything below it. Neither path is normalised.
---@param folder string
---@param path string
function M.is_inside(folder, path)
  return path == folder or vim.startswith(path, (folder:gsub("/+$", "")) .. "/")
end

return M
