/** How one or several reviews end without a decision, and what must not happen then. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\n";
const after = "ONE\ntwo\nthree\nFOUR\n";
const nothing = { buffers: [], tabs: 1 };
const kept = `
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buf):find("^tandem://kept/") then
      return { vim.bo[buf].buflisted, vim.bo[buf].buftype, vim.bo[buf].modified, table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\\n") }
    end
  end
  return "none"`;

for (const layout of ["vertical", "inline"]) {
  describe(`a withdrawn proposal, in the layout ${layout}`, () => {
    const start = (more = "") =>
      ReviewFixture.start(`{ layout = "${layout}" }`, more, { "a.txt": "a\n" }, ["edit a.txt"]);

    test("keeps the user's edits in a scratch buffer and shows the reason", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("2Gcwmy own words<Esc>");
      await review.close(id, "the session that proposed it has ended");
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      expect(await review.neovim.lua(kept)).toEqual([true, "nofile", false, "ONE\nmy own words\nthree\nFOUR"]);
      expect(await review.said()).toMatch(/ting\.txt: the session that proposed it has ended; kept in :buffer \d+/);
      expect(await review.neovim.lua("return vim.fn.bufname()")).toBe("a.txt");
      expect(await review.decisions()).toEqual([]);
    });

    test("keeps nothing after only deciding hunks", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("ggdoGdpu:TandemRejectHunk<CR>");
      await review.close(id);
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      expect(await review.neovim.lua(kept)).toBe("none");
      expect(await review.said()).toBe("");
    });

    test("lets a user who is typing continue", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("2GAmy ");
      await review.close(id);
      expect(await review.mode()).toBe("i");
      await review.neovim.keys("words<Esc>");
      expect(await review.neovim.lua(kept)).toEqual([true, "nofile", false, "ONE\ntwomy words\nthree\nFOUR"]);
      expect(
        await review.neovim.lua(
          "return { vim.wo.diff, vim.wo.winfixbuf, vim.wo.winbar, #vim.api.nvim_tabpage_list_wins(0) }",
        ),
      ).toEqual([false, false, "", 1]);
      expect(await review.leftovers()).toEqual({ buffers: [], tabs: 2 });
      expect(await review.said()).toContain("kept");
      expect(await review.neovim.lua("return vim.api.nvim_buf_get_keymap(0, 'n')")).toEqual([]);
      await review.neovim.keys(":q<CR>");
      expect(await review.leftovers()).toEqual(nothing);
      expect(await review.decisions()).toEqual([]);
    });

    test("an accept typed for it does not accept the next proposal", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys(":TandemAccept");
      await review.close(id);
      const next = await review.propose(before, "evil\n");
      await review.neovim.keys("<CR>");
      expect(await review.decisions()).toEqual([]);
      expect(await review.said()).toContain("was withdrawn. See :TandemReview for others");
      await review.neovim.keys(":TandemReview<CR>:TandemAccept<CR>");
      await expect.poll(() => review.decisions()).toEqual([{ id: next, accepted: true, text: "evil\n" }]);
    });

    test("does not run a command that is being typed on another file", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys(":w");
      await review.close(id);
      writeFileSync(review.path("a.txt"), "changed elsewhere\n");
      await review.neovim.keys("<CR>");
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      expect(readFileSync(review.path("a.txt"), "utf8")).toBe("changed elsewhere\n");
      expect(await review.said()).toContain("This review has ended");
      expect(await review.decisions()).toEqual([]);
    });
  });
}

test("when the sidecar stops, all reviews close with one message, and edits are kept", async () => {
  const places = ["tabnew", "edit a.txt", "tabnew", "tabprevious"];
  await using review = await ReviewFixture.start("{}", "", { "a.txt": "a\n" }, places);
  await review.propose(before, after);
  await review.propose(before, after, { path: review.path("b.txt") });
  await review.neovim.keys("3Gomine<Esc>");
  await review.neovim.lua("require('tandem.review').sidecar_lost()");
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 3 });
  expect(await review.neovim.lua("return #_G.said")).toBe(1);
  expect(await review.said()).toMatch(/^Decide on 2 proposals in Claude Code's terminal; kept in :buffer \d+$/);
  // A longer one waits for a key, and would take one from a user who is typing.
  expect((await review.said()).length).toBeLessThanOrEqual(await review.neovim.lua<number>("return vim.v.echospace"));
  expect(await review.neovim.lua(kept)).toEqual([true, "nofile", false, "ONE\ntwo\nthree\nmine\nFOUR"]);
  expect(await review.decisions()).toEqual([]);
  expect(await review.neovim.lua("return vim.fn.bufname()")).toBe("a.txt");
  await review.neovim.lua("require('tandem.review').sidecar_lost()");
  expect(await review.neovim.lua("return #_G.said")).toBe(1);
});

test("a user who leaves a withdrawn review with a typed command is not moved back", async () => {
  await using review = await ReviewFixture.start("{}", "", { "a.txt": "a\n" }, ["edit a.txt", "split"]);
  const id = await review.propose(before, after);
  await review.neovim.keys(":tabfirst | wincmd b");
  await review.close(id);
  await review.neovim.keys("<CR>");
  await expect.poll(() => review.leftovers()).toEqual(nothing);
  expect(await review.neovim.lua("return vim.fn.winnr()")).toBe(2);
});

describe("several at once", () => {
  test("reviews of the same file are decided separately", async () => {
    await using review = await ReviewFixture.start();
    const first = await review.propose("a\n", "b\n", { tabName: "same" });
    const second = await review.propose("a\n", "c\n", { tabName: "same" });
    const third = await review.propose("a\n", "d\n", { tabName: "same" });
    expect(await review.leftovers()).toMatchObject({ tabs: 4 });
    await review.neovim.keys(":q<CR>");
    await review.passClosed();
    await expect.poll(() => review.decisions()).toEqual([{ id: third, accepted: false }]);
    await review.neovim.lua("require('tandem.review').accept(...)", first);
    await expect.poll(() => review.decisions()).toHaveLength(2);
    await review.neovim.keys(":TandemReview<CR>");
    await review.neovim.keys(":w<CR>");
    await expect
      .poll(() => review.decisions())
      .toEqual([
        { id: third, accepted: false },
        { id: first, accepted: true, text: "b\n" },
        { id: second, accepted: true, text: "c\n" },
      ]);
    await expect.poll(() => review.leftovers()).toEqual(nothing);
  });

  test("the commands use the current or the only review, or ask which one", async () => {
    await using review = await ReviewFixture.start('{ focus = "never" }');
    const call = (what: string) =>
      review.neovim.lua<string>(
        `local ok, problem = pcall(function() return ${what} end) return ok and "done" or problem`,
      );
    expect(await call("require('tandem.review').accept()")).toBe("No pending reviews.");
    expect(await call("require('tandem.review').accept('x')")).toBe("No review with id x.");
    await review.propose(before, after, { path: review.path("first.txt") });
    await review.propose(before, after, { path: review.path("second.txt") });
    expect(await call("require('tandem.review').reject()")).toMatch(/^2 pending reviews \(first\.txt, second\.txt\)/);
    expect(await review.decisions()).toEqual([]);
    expect(await call("require('tandem.review').accept_hunk()")).toContain(":TandemReview");
    await review.neovim.lua("require('tandem.review').next(-1)");
    expect(await review.neovim.lua("return vim.fn.bufname()")).toContain("second.txt");
    await review.neovim.lua("require('tandem.review').next(1)");
    expect(await review.neovim.lua("return vim.fn.bufname()")).toContain("first.txt");
    expect(await call("require('tandem.review').reject()")).toBe("done");
    await review.neovim.settled();
    expect(await call("require('tandem.review').reject()")).toBe("done");
    expect(await review.decisions()).toHaveLength(2);
  });

  test("are listed and emit events", async () => {
    await using review = await ReviewFixture.start();
    const first = await review.propose(before, after);
    const second = await review.propose(before, after);
    const list = await review.neovim.lua("return require('tandem.review').list()");
    expect(list).toEqual(
      [first, second].map((id) => ({
        id,
        tabName: `tab of ${id}`,
        path: review.path("greeting.txt"),
        client: { id: "1", name: "claude-code", version: "2.0.0", pid: 4711 },
      })),
    );
    await review.neovim.lua("require('tandem.review').accept(...)", first);
    await review.close(second);
    expect(await review.neovim.lua("return _G.events")).toEqual([
      ["TandemReviewOpened", first, ""],
      ["TandemReviewOpened", second, ""],
      ["TandemReviewClosed", first, "accepted"],
      ["TandemReviewClosed", second, "closed"],
    ]);
  });

  test("the winbar shows the client if several are connected", async () => {
    await using review = await ReviewFixture.start("{}", "_G.live = { clients = { {}, {} } }");
    await review.propose(before, after);
    expect(await review.neovim.lua("return vim.wo.winbar")).toContain("from claude-code (process 4711)");
  });
});

describe("peer fault:", () => {
  test("closing one proposal, or all of another client, decides the others", async () => {
    await using review = await ReviewFixture.start();
    const first = await review.propose(before, after);
    const second = await review.propose(before, after);
    await review.close(first);
    await expect.poll(async () => (await review.leftovers()).buffers).toHaveLength(2);
    expect(await review.decisions()).toEqual([]);
    await review.neovim.lua("require('tandem.review').show(...)", second);
    expect(await review.accepted()).toBe(after);
  });

  test("a diff lingers after its client left", async () => {
    await using review = await ReviewFixture.start("{}", "", { "a.txt": "a\n" }, ["edit a.txt"]);
    const id = await review.propose(before, after);
    await review.neovim.keys(":tabnext<CR>ityping elsewhere");
    await review.close(id, "Claude Code has left");
    await expect.poll(() => review.leftovers()).toEqual(nothing);
    expect(await review.mode()).toBe("i");
  });

  test("rejecting a new file leaves an empty buffer, a swap file or a file", async () => {
    await using review = await ReviewFixture.start("{}", "", { "a.txt": "a\n" }, ["edit a.txt"]);
    const count = "return #vim.api.nvim_list_bufs()";
    const buffers = await review.neovim.lua(count);
    await review.propose("", "new\n", { path: review.path("new.txt"), isNewFile: true });
    expect(await review.neovim.lua("return vim.wo.winbar")).toContain("New file new.txt");
    await review.neovim.keys(":q<CR>");
    await review.passClosed();
    await expect.poll(() => review.leftovers()).toEqual(nothing);
    expect(await review.neovim.lua(count)).toBe(buffers);
    expect(existsSync(review.path("new.txt"))).toBe(false);
    expect(readdirSync(review.neovim.folder).filter((name) => name.includes("new"))).toEqual([]);
  });

  test("asked twice, decided twice", async () => {
    await using review = await ReviewFixture.start();
    const id = await review.propose(before, after);
    await review.neovim.keys(":w | w | q<CR>");
    await review.close(id);
    await review.neovim.lua("pcall(require('tandem.review').reject, ...)", id);
    await expect.poll(() => review.leftovers()).toEqual(nothing);
    expect(await review.decisions()).toEqual([{ id, accepted: true, text: after }]);
  });

  test("a decision is sent after the proposal was closed", async () => {
    await using review = await ReviewFixture.start();
    const id = await review.propose(before, after);
    await review.neovim.lua(
      `
      local review = require("tandem.review")
      review.close(...)
      pcall(review.accept, ...)
      vim.cmd("silent! write")
      vim.cmd("silent! quit")`,
      id,
    );
    await expect.poll(() => review.leftovers()).toEqual(nothing);
    expect(await review.decisions()).toEqual([]);
  });
});
