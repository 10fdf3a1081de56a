--- The keys of a review, in its buffers only.
local M = {}

--- The lines that are selected, and no selection any more, as after every command on one.
local function selected()
  local first, last = vim.fn.line("v"), vim.fn.line(".")
  vim.api.nvim_feedkeys(vim.keycode("<Esc>"), "nx", false)
  return math.min(first, last), math.max(first, last)
end

---@param review tandem.review.Review
function M.map(review)
  local id = review.proposal.id
  local function api()
    return require("tandem.review")
  end
  --- An error of ours is words for the user, not a trace.
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
      local desc = (name == "accept_hunk" and "accept" or "reject") .. " this change, or take that back"
      map("n", lhs, function()
        api()[name]()
      end, desc)
      if is_for_selection then
        map("x", lhs, function()
          api()[name](selected())
        end, desc)
      end
    end
    map("n", chosen.accept, function()
      api().accept(id)
    end, "accept the proposal as it is now")
    map("n", chosen.reject, function()
      api().reject(id)
    end, "reject the proposal")
    map_hunk(chosen.accept_hunk, "accept_hunk", true)
    map_hunk(chosen.reject_hunk, "reject_hunk", true)
    -- Vim's own take what "linematch" in 'diffopt' draws, which may be half of a change. It is a default since Neovim 0.11,
    -- and 'diffopt' is the user's, for all of their diffs. In those, `d` on a selection deletes it at once.
    local is_inline = review.layout == "inline"
    map_hunk("dp", buf == review.base and "reject_hunk" or "accept_hunk", is_inline)
    map_hunk("do", buf == review.base and "accept_hunk" or "reject_hunk", is_inline)
    for lhs, direction in pairs({ ["]c"] = 1, ["[c"] = -1 }) do
      map({ "n", "x" }, lhs, function()
        for _ = 1, vim.v.count1 do
          require("tandem.review.hunks").jump(review, direction)
        end
      end, direction > 0 and "to the next undecided change" or "to the undecided change before")
    end
    -- It is `:x`, which would not write what is not modified; and only the proposed text can be written.
    map("n", "ZZ", function()
      if buf == review.base then
        require("tandem.review.writes").explain_base()
      else
        api().accept(id)
      end
    end, "accept the proposal as it is now")
  end
end

--- Takes them away again.
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
