--- The buffer-local key mappings of a review.
local M = {}

--- Ends Visual mode, and returns the selected lines.
---@return integer first, integer last
function M.selected()
  local first, last = vim.fn.line("v"), vim.fn.line(".")
  vim.api.nvim_feedkeys(vim.keycode("<Esc>"), "nx", false)
  return math.min(first, last), math.max(first, last)
end

---@param review tandem.review.Shown
function M.map(review)
  local actions, words = review.actions, review.words
  --- Shows errors as messages, without a stack trace.
  local function guarded(run)
    return function()
      local ok, problem = pcall(run)
      if not ok then
        require("tandem.notify").warn(tostring(problem))
      end
    end
  end
  local chosen = require("tandem.config").get().review.keys
  for _, buf in ipairs({ review.result, review.base }) do
    local function map(mode, lhs, run, desc)
      if lhs and lhs ~= true and lhs ~= "" then
        vim.keymap.set(mode, lhs, guarded(run), { buffer = buf, desc = "Tandem: " .. desc, nowait = false })
      end
    end
    local function map_hunk(lhs, name, is_for_selection)
      map("n", lhs, function()
        actions[name]()
      end, words[name])
      if is_for_selection then
        map("x", lhs, function()
          actions[name](M.selected())
        end, words[name])
      end
    end
    map("n", chosen.accept, actions.accept, words.accept)
    map("n", chosen.reject, actions.reject, words.reject)
    map_hunk(chosen.accept_hunk, "accept_hunk", true)
    map_hunk(chosen.reject_hunk, "reject_hunk", true)
    -- With "linematch" in 'diffopt', the default since Neovim 0.11, Vim's own `dp` and `do` can affect a part of a hunk. In
    -- Visual mode they are not mapped in a diff, so that `d` deletes the selection without a delay.
    local is_inline = review.layout == "inline"
    map_hunk("dp", buf == review.base and "reject_hunk" or "accept_hunk", is_inline)
    map_hunk("do", buf == review.base and "accept_hunk" or "reject_hunk", is_inline)
    for lhs, direction in pairs({ ["]c"] = 1, ["[c"] = -1 }) do
      map({ "n", "x" }, lhs, function()
        for _ = 1, vim.v.count1 do
          require("tandem.review.hunks").jump(review, direction)
        end
      end, direction > 0 and "next undecided hunk" or "previous undecided hunk")
    end
    -- ZZ is `:x`, which does not write unmodified buffers.
    if review.kind == "proposal" then
      map("n", "ZZ", buf == review.base and actions.explain_base or actions.accept, words.accept)
    end
  end
end

--- Removes the mappings.
---@param buf integer
function M.unmap(buf)
  for _, mode in ipairs({ "n", "x" }) do
    for _, map in ipairs(vim.api.nvim_buf_get_keymap(buf, mode)) do
      if vim.startswith(map.desc or "", "Tandem: ") then
        vim.keymap.del(mode, map.lhs, { buffer = buf })
      end
    end
  end
end

return M
