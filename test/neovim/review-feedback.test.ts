/**
 * What the user tells an agent about a review goes into the prompt of its terminal, unsent, or into a register. The endpoint is
 * real. In the terminal runs a stand-in for Claude Code, which shows a screen of a real one and records what it receives.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { client as connectTo, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";
import { soon } from "./terminal-stand-in.js";

const { test } = needs("neovim");

const screens = fileURLToPath(new URL("../../packages/base/src/review/testing/screens", import.meta.url));

const script = `#!/bin/sh
if [ "$1" = --help ]; then exit 0; fi
cd "$(dirname "$0")"
stty raw -echo
show() { printf '\\033[2J\\033[3J\\033[H'; sed 's/$/\\r/' "$1"; }
show screen
( while [ ! -e next ]; do sleep 0.05; done; show next ) &
exec tee input > /dev/null
`;

/** A Neovim with a session whose process runs in its terminal, and a proposal for a.txt. */
class Fixture {
  readonly neovim: Neovim;
  readonly #folder: string;
  readonly #answer: Promise<unknown>;
  readonly #close: () => Promise<void>;

  private constructor(neovim: Neovim, folder: string, answer: Promise<unknown>, close: () => Promise<void>) {
    this.neovim = neovim;
    this.#folder = folder;
    this.#answer = answer;
    this.#close = close;
  }

  /** Without a `screen`, there is no terminal. `isOther`: the session runs elsewhere. */
  static async start(screen?: string, isOther = false): Promise<Fixture> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-stand-in-")));
    writeFileSync(join(folder, "claude"), script);
    chmodSync(join(folder, "claude"), 0o755);
    const command = JSON.stringify(join(folder, "claude"));
    const neovim = await started({
      init: `vim.o.columns, vim.o.lines = 200, 60
        require("tandem").setup({ terminal = { provider = "tab", command = { ${command} } } })`,
    });
    let pid = process.pid;
    if (screen !== undefined) {
      writeFileSync(join(folder, "screen"), readFileSync(join(screens, screen)));
      await neovim.lua('require("tandem.terminal").open()');
      await soon(() => existsSync(join(folder, "input"))).toBe(true);
      const own = await neovim.lua<number>("return vim.fn.jobpid(vim.bo[require('tandem.terminal').bufnr()].channel)");
      if (!isOther) pid = own;
    }
    const claude = await connectTo(neovim, { pid });
    const path = join(neovim.folder, "a.txt");
    writeFileSync(path, "one\ntwo\nthree\n");
    const answer = claude.call("openDiff", {
      old_file_path: path,
      new_file_path: path,
      new_file_contents: "one\nTWO\nthree\n",
      tab_name: "t",
    });
    await neovim.until("return require('tandem.review').pending() == 1");
    await neovim.keys("<C-\\><C-n>:TandemReview<CR>");
    return new Fixture(neovim, folder, answer, () => claude.close());
  }

  /** The client's answer. */
  async decision(): Promise<unknown> {
    return await this.#answer;
  }

  get input(): string {
    return readFileSync(join(this.#folder, "input"), "utf8");
  }

  showNext(screen: string): void {
    writeFileSync(join(this.#folder, "coming"), readFileSync(join(screens, screen)));
    renameSync(join(this.#folder, "coming"), join(this.#folder, "next"));
  }

  async said(words: string): Promise<void> {
    await soon(() => this.neovim.messages()).toContain(words);
  }

  async copied(): Promise<string> {
    return await this.neovim.lua<string>("return vim.fn.getreg('\"')");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await this.neovim.stop();
    await removeFolder(this.#folder);
  }
}

const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;

for (const release of ["2.1.112", "2.1.325"])
  describe(`with Claude Code ${release} in the terminal (a stand-in with its screens)`, () => {
    test("a reason goes into its empty prompt, as a paste that is not sent", async () => {
      await using fixture = await Fixture.start(`${release}/idle-rejected.txt`);
      await fixture.neovim.keys(":TandemReject 1 is | enough<CR>");
      await fixture.said("in its prompt, not sent yet");
      expect(await fixture.decision()).toMatchObject({ decision: "rejected" });
      await soon(() => fixture.input).toBe(pasted("I rejected your edit to a.txt: 1 is | enough"));
      expect(await fixture.copied()).toBe("");
    });

    test('a reason that begins with "1" is not typed into a permission menu', async () => {
      await using fixture = await Fixture.start(`${release}/busy-review-menu.txt`);
      await fixture.neovim.keys(":TandemReject 1 is enough<CR>");
      await fixture.said('is in register "');
      expect(fixture.input).toBe("");
      expect(await fixture.copied()).toBe("I rejected your edit to a.txt: 1 is enough");
    });

    test("a reason is put there once the permission menu has gone", async () => {
      await using fixture = await Fixture.start(`${release}/busy-review-menu.txt`);
      await fixture.neovim.keys(":TandemReject 1 is enough<CR>");
      expect(await fixture.decision()).toMatchObject({ decision: "rejected" });
      expect(fixture.input).toBe("");
      fixture.showNext(`${release}/idle-rejected.txt`);
      await fixture.said("in its prompt, not sent yet");
      await soon(() => fixture.input).toBe(pasted("I rejected your edit to a.txt: 1 is enough"));
    });

    test("a reason for another session is not put into this one's prompt", async () => {
      await using fixture = await Fixture.start(`${release}/idle-rejected.txt`, true);
      await fixture.neovim.keys(":TandemReject no<CR>");
      await fixture.said('is in register "');
      expect(await fixture.copied()).toBe("I rejected your edit to a.txt: no");
      expect(fixture.input).toBe("");
    });
  });

test("control characters are removed, so a reason can't end the paste", async () => {
  await using fixture = await Fixture.start("2.1.325/idle-rejected.txt");
  await fixture.neovim.lua("require('tandem.review').reject(nil, ...)", "a\u001b[201~\r1\nb\u0003");
  await soon(() => fixture.input).toBe(pasted("I rejected your edit to a.txt: a[201~\n1\nb"));
});

test("without a terminal, a reason is copied, with a word about it", async () => {
  await using fixture = await Fixture.start();
  await fixture.neovim.keys(":TandemReject!<CR>Keep the tax.<CR>");
  await fixture.said('Your message for Claude Code is in register ".');
  expect(await fixture.copied()).toBe("I rejected your edit to a.txt: Keep the tax.");
});

test("a rejection without a reason changes no register", async () => {
  await using fixture = await Fixture.start();
  await fixture.neovim.keys(":TandemReject<CR>");
  await fixture.said("Rejected the edit to a.txt.");
  expect(await fixture.copied()).toBe("");
});

test("comments follow their lines and are one message with the reason", async () => {
  await using fixture = await Fixture.start();
  await fixture.neovim.keys("2G:TandemComment Why in capitals?<CR>");
  await fixture.neovim.keys("G:TandemComment<CR>And this?<CR>");
  await fixture.neovim.keys("ggOnew<Esc>");
  const shown = `
    local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["tandem.review.comments"], 0, -1, { details = true })
    return vim.tbl_map(function(mark) return { mark[2] + 1, mark[4].virt_text[1][1] } end, marks)`;
  expect(await fixture.neovim.lua(shown)).toEqual([
    [3, "▸ Why in capitals?"],
    [4, "▸ And this?"],
  ]);
  // An empty text removes a comment.
  await fixture.neovim.keys("4G:TandemComment<CR><C-u><CR>");
  await fixture.neovim.keys(":TandemReject Twice no.<CR>");
  await fixture.said("is in register");
  expect(await fixture.copied()).toBe("I rejected your edit to a.txt: Twice no.\n- Line 3: Why in capitals?");
});

test("comments on an accepted review are delivered too", async () => {
  await using fixture = await Fixture.start();
  await fixture.neovim.keys("<C-w>h2G:TandemComment Fine here.<CR>:TandemAccept<CR>");
  writeFileSync(join(fixture.neovim.folder, "a.txt"), "one\nTWO\nthree\n");
  await fixture.said("is in register");
  expect(await fixture.copied()).toBe("I accepted your edit to a.txt:\n- Line 2: Fine here.");
});
