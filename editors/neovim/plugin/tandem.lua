-- Defines the commands and <Plug> maps. Other modules are loaded on first use.
if vim.g.loaded_tandem then
  return
end
vim.g.loaded_tandem = true

require("tandem.commands").define()
require("tandem.keys").define()
