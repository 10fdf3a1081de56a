--- What a sidecar leaves behind when it is gone, and nobody else takes away.
local notify = require("tandem.notify")

local M = {}

--- One that was killed could not take its lock away, and whoever finds it sees that Neovim is there.
---@param info { lock_file: string }?
function M.remove_lock(info)
  if info then
    vim.uv.fs_unlink(info.lock_file)
  end
end

--- Its reviews and questions.
function M.let_go()
  for _, name in ipairs({ "tandem.review", "tandem.question" }) do
    local loaded = package.loaded[name]
    if loaded then
      local ok, problem = pcall(loaded.sidecar_lost)
      if not ok then
        notify.error(problem)
      end
    end
  end
end

return M
