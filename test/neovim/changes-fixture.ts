/** A Neovim with a connected client, in a folder whose changes are recorded. Files are written as an agent would do it. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client } from "@tandem-ide/client";
import { expect } from "vitest";
import { removeFolder } from "../remove-folder.js";
import { client, serving } from "./endpoint.js";
import { Neovim } from "./neovim.js";

export interface ChangesOptions {
  /** The section of the options, in Lua. Without `enabled = false`, the fixture waits until changes are recorded. */
  readonly changes?: string;
  /** Lua to run after `setup()`. */
  readonly init?: string;
  /** The files in the folder, before a client connects. */
  readonly files: Readonly<Record<string, string>>;
  /** The one to open. */
  readonly open?: string;
}

const quiet = (changes: string) => `
_G.said = {}
vim.notify = function(message) table.insert(_G.said, message) end
vim.o.swapfile = false
require("tandem").setup({ changes = ${changes} })
`;

export class ChangesFixture {
  readonly neovim: Neovim;
  readonly #directory: string;
  readonly #client: Client;

  private constructor(neovim: Neovim, client: Client, directory: string) {
    this.neovim = neovim;
    this.#client = client;
    this.#directory = directory;
  }

  static async start({ changes = "{}", init = "", files, open }: ChangesOptions): Promise<ChangesFixture> {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-nvim-changes-")));
    const [folder, state] = [join(directory, "project"), join(directory, "state")];
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, "latin1");
    }
    const args = open === undefined ? [] : [open];
    const neovim = await Neovim.start({
      folder,
      args,
      init: `${quiet(changes)}${init}`,
      env: { XDG_STATE_HOME: state },
    });
    await neovim.until(serving);
    const connected = await client(neovim);
    const fixture = new ChangesFixture(neovim, connected, directory);
    if (!changes.includes("enabled = false"))
      await expect.poll(() => fixture.#state(), { timeout: 10_000 }).toContain("claude-code");
    return fixture;
  }

  /** What the recorder has stored, as JSON. Empty if there is nothing. */
  #state(): string {
    const stores = join(this.#directory, "state/tandem/changes");
    const [store = ""] = existsSync(stores) ? readdirSync(stores) : [];
    const args = ["--git-dir", join(stores, store), "show", "refs/tandem/state:state.json"];
    return store === "" ? "" : spawnSync("git", args, { encoding: "utf8" }).stdout;
  }

  path(name: string): string {
    return join(this.neovim.folder, name);
  }

  /** Writes a file from another process than Neovim. A character is a byte. */
  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text, "latin1");
  }

  read(name: string): string {
    return readFileSync(this.path(name), "latin1");
  }

  remove(name: string): void {
    rmSync(this.path(name));
  }

  hasStore(): boolean {
    return existsSync(join(this.#directory, "state/tandem/changes"));
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** The user sends a prompt to the client. Resolves when that is recorded. */
  async prompt(): Promise<void> {
    await this.#client.callRaw("closeAllDiffTabs", {});
    await expect.poll(() => this.#state(), { timeout: 5000 }).toMatch(/"isTurnOver":\s*true/);
  }

  /** The lines of the list, without its times. */
  async list(): Promise<string[]> {
    const lines = await this.neovim.lua<string[]>(`
      local buf = vim.fn.bufnr("^tandem://changes$")
      return buf > 0 and vim.api.nvim_buf_get_lines(buf, 0, -1, false) or {}`);
    return lines.map((line) => line.replace(/\d\d:\d\d /, ""));
  }

  /** The signs of the current buffer: its line numbers and highlight groups. */
  async signs(): Promise<string[]> {
    return await this.neovim.lua(`
      local namespace = vim.api.nvim_get_namespaces()["tandem.changes.signs"]
      if not namespace then return {} end
      return vim.tbl_map(function(mark)
        return (mark[2] + 1) .. " " .. mark[4].sign_hl_group:gsub("Tandem", "")
      end, vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true }))`);
  }

  async line(): Promise<number> {
    return await this.neovim.lua("return vim.fn.line('.')");
  }

  async said(): Promise<string[]> {
    return await this.neovim.lua("return _G.said");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    await this.neovim.stop();
    await removeFolder(this.#directory);
  }
}
