/** Decisions with a real endpoint: all at once, a message after each, and the list of the last ones. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@tandem-ide/client";
import { expect } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const pending = "return require('tandem.review').pending() == ...";
const said = (neovim: Neovim) => neovim.messages();

class Fixture {
  readonly neovim: Neovim;
  readonly #clients: Client[] = [];

  private constructor(neovim: Neovim) {
    this.neovim = neovim;
  }

  static async start() {
    return new Fixture(await started());
  }

  async connect(): Promise<Client> {
    const client = await connectTo(this.neovim);
    this.#clients.push(client);
    return client;
  }

  path(name: string): string {
    return join(this.neovim.folder, name);
  }

  /** Proposes a text for each file, and resolves when the reviews are shown. */
  async propose(claude: Client, ...names: string[]): Promise<Promise<unknown>[]> {
    const before = await this.neovim.lua<number>("return require('tandem.review').pending()");
    const answers = names.map((name) => {
      const path = this.path(name);
      writeFileSync(path, "old\n");
      const args = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: name };
      return claude.call("openDiff", args);
    });
    for (const answer of answers) answer.catch(() => {}); // The client may close first.
    await this.neovim.until(pending, before + names.length);
    return answers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.neovim.stop();
  }
}

test("a message says that an accepted file was written, after it was", async () => {
  await using fixture = await Fixture.start();
  const { neovim } = fixture;
  const [answer] = await fixture.propose(await fixture.connect(), "a.txt");
  await neovim.keys(":TandemAccept<CR>");
  expect(await answer).toEqual({ decision: "saved", text: "new\n" });
  expect(await said(neovim)).not.toContain("wrote");
  writeFileSync(fixture.path("a.txt"), "new\n");
  await eventually(async () => expect(await said(neovim)).toContain("Accepted. Claude Code wrote a.txt."));
});

test("a message says that an accepted file was not written", async () => {
  await using fixture = await Fixture.start();
  const { neovim } = fixture;
  await fixture.propose(await fixture.connect(), "a.txt");
  await neovim.keys(":w<CR>");
  await eventually(async () =>
    expect(await said(neovim)).toContain("Accepted, but Claude Code has not written a.txt."),
  );
});

test(":TandemAcceptAll and :TandemRejectAll decide the reviews of one session, with your edits", async () => {
  await using fixture = await Fixture.start();
  const { neovim } = fixture;
  const [one, other] = [await fixture.connect(), await fixture.connect()];
  const accepted = await fixture.propose(one, "a.txt", "b.txt");
  const rejected = await fixture.propose(other, "c.txt", "d.txt");
  await neovim.keys(":tabfirst<CR>:TandemAcceptAll<CR>");
  expect(await said(neovim)).toContain("There are reviews of several sessions.");
  await neovim.keys(":TandemReview<CR>ggAer<Esc>:TandemAcceptAll<CR>");
  expect(await Promise.all(accepted)).toEqual([
    { decision: "saved", text: "newer\n" },
    { decision: "saved", text: "new\n" },
  ]);
  await neovim.until(pending, 2);
  await neovim.keys(":TandemRejectAll<CR>");
  expect(await Promise.all(rejected)).toMatchObject([{ decision: "rejected" }, { decision: "rejected" }]);
  await neovim.until("return vim.fn.tabpagenr('$') == 1");
  await eventually(async () =>
    expect(await said(neovim)).toContain("2 reviews have ended. :TandemDecisions lists them."),
  );
});

test("with !, they decide the reviews of all sessions", async () => {
  await using fixture = await Fixture.start();
  const answers = await fixture.propose(await fixture.connect(), "a.txt");
  answers.push(...(await fixture.propose(await fixture.connect(), "b.txt")));
  await fixture.neovim.keys(":TandemRejectAll!<CR>");
  expect(await Promise.all(answers)).toMatchObject([{ decision: "rejected" }, { decision: "rejected" }]);
  await fixture.neovim.keys(":TandemRejectAll!<CR>");
  expect(await said(fixture.neovim)).toContain("No pending reviews.");
});

test(":TandemSessions lets the user choose a session, and goes to its review", async () => {
  await using fixture = await Fixture.start();
  const { neovim } = fixture;
  await neovim.keys(":TandemSessions<CR>");
  expect(await said(neovim)).toContain("No sessions are connected.");
  await fixture.connect();
  await fixture.propose(await fixture.connect(), "a.txt");
  await neovim.keys(":tabfirst<CR>");
  await neovim.lua(`
    vim.ui.select = function(items, options, choose)
      _G.offered = vim.tbl_map(options.format_item, items)
      choose(items[tonumber(_G.wanted)])
    end`);
  const choose = async (index: number) => {
    await neovim.lua("_G.wanted = ...", index);
    await neovim.keys(":TandemSessions<CR>");
  };
  await choose(1);
  expect(await said(neovim)).toContain("This session has no reviews");
  await choose(2);
  expect(await neovim.lua("return _G.offered")).toEqual([
    expect.stringMatching(/^claude-code [\d.]+ · process \d+$/),
    expect.stringMatching(/^claude-code [\d.]+ · process \d+ · 1 review$/),
  ]);
  expect(await neovim.lua("return vim.fn.expand('%:t')")).toBe("a.txt");
});

test(":TandemDecisions lists time, file, outcome and agent, newest first, and follows", async () => {
  await using fixture = await Fixture.start();
  const { neovim } = fixture;
  const claude = await fixture.connect();
  await neovim.keys(":TandemDecisions<CR>");
  await neovim.until('return vim.api.nvim_get_current_line() == "No reviews have ended."');
  await neovim.keys("q");
  await fixture.propose(claude, "a.txt", "longer.txt");
  await neovim.keys(":TandemReview<CR>:TandemReject<CR>");
  await neovim.until(pending, 1);
  await neovim.keys(":TandemDecisions<CR>");
  await neovim.until('return vim.api.nvim_get_current_line():find("rejected") ~= nil');
  await neovim.lua("require('tandem.review').accept()");
  writeFileSync(fixture.path("longer.txt"), "new\n");
  await neovim.until("return vim.fn.line('$') == 2");
  expect(await neovim.lines()).toEqual([
    expect.stringMatching(/^\d\d:\d\d {2}longer\.txt {2}accepted {2}Claude Code$/),
    expect.stringMatching(/^\d\d:\d\d {2}a\.txt {7}rejected {2}Claude Code$/),
  ]);
  await neovim.keys("gg<CR>");
  expect(await neovim.lua("return vim.fn.expand('%:t')")).toBe("longer.txt");
});
