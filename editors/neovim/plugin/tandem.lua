-- Defines the commands and the <Plug> maps, and nothing else: what they need is loaded when one of them is used.
if vim.g.loaded_tandem then
  return
end
vim.g.loaded_tandem = true

require("tandem.commands").define()
require("tandem.keys").define()
