/** A user in a real Neovim who is asked whether code may run. The test asks the questions. */
import { displayCode } from "../../editors/neovim/src/code-display.js";
import { Neovim, type NeovimOptions } from "./neovim.js";
import { soon } from "./terminal-stand-in.js";

const init = `
_G.question = require("tandem.question")
_G.answers, _G.events = {}, {}
vim.o.columns, vim.o.lines = 120, 40
vim.api.nvim_create_autocmd("User", { pattern = "TandemCode*", callback = function(event)
  table.insert(_G.events, { event.match, event.data.id, event.data.answer })
end })
function _G.ask(asked)
  question.ask(asked, function(answer) table.insert(_G.answers, { asked.id, answer }) end)
end
`;

export class Person implements AsyncDisposable {
  readonly nvim: Neovim;

  constructor(nvim: Neovim) {
    this.nvim = nvim;
  }

  static async start(more = "", options: NeovimOptions = {}): Promise<Person> {
    return new Person(await Neovim.start({ init: init + more, ...options }));
  }

  async ask(id = "one", code = "print(1)", folder = "/work"): Promise<void> {
    await this.nvim.lua("ask(...)", { id, code, folder, ...displayCode(code) });
  }

  async answers(): Promise<[string, string][]> {
    return await this.nvim.lua("return answers");
  }

  async isAnswered(...answers: [string, string][]): Promise<void> {
    await soon(() => this.answers()).toEqual(answers);
  }

  async mode(): Promise<string> {
    return await this.nvim.lua("return vim.api.nvim_get_mode().mode");
  }

  /** The float: its text and the focus. */
  async float(): Promise<Float | null> {
    return await this.nvim.lua(`
      for _, win in ipairs(vim.api.nvim_list_wins()) do
        local buf = vim.api.nvim_win_get_buf(win)
        if vim.b[buf].tandem_question then
          local config = vim.api.nvim_win_get_config(win)
          local function words(chunks) return vim.iter(chunks):map(function(chunk) return chunk[1] end):join("") end
          return { title = words(config.title), footer = words(config.footer), win = win, buf = buf,
            isCurrent = win == vim.api.nvim_get_current_win(), lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false),
            isHere = vim.api.nvim_win_get_tabpage(win) == vim.api.nvim_get_current_tabpage() }
        end
      end
      return vim.NIL`);
  }

  /** Waits until the float has the focus and shows which keys answer. */
  async isAsked(): Promise<void> {
    await soon(async () => {
      const float = await this.float();
      return [float?.isCurrent, float?.footer];
    }).toEqual([true, " y once · a always in this workspace · n no "]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nvim.stop();
  }
}

interface Float {
  readonly title: string;
  readonly footer: string;
  readonly win: number;
  readonly buf: number;
  readonly isCurrent: boolean;
  readonly isHere: boolean;
  readonly lines: string[];
}
