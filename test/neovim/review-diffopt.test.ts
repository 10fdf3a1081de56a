/** Keys and commands decide the same hunks, whatever 'diffopt' contains. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "same\nfirst = 1\nsecond = 2\nend\na b\nCase\ngone\nx\ny\nz\nlast\n";
const after = "same\nnew above\nfirst = 11\nnew between\nsecond = 22\nend\na  b\ncase\nx\n\ny\nz\nadded\nlast\n";

/** The options that change what a hunk is, or how it is drawn. Neovim 0.10 doesn't know some of them. */
const options = [
  "internal",
  "internal,filler",
  "filler,algorithm:minimal",
  "internal,filler,algorithm:histogram,indent-heuristic",
  "internal,filler,linematch:40",
  "internal,filler,linematch:60,inline:word",
  "internal,inline:char,indent-heuristic",
  "internal,iwhite",
  "internal,iwhiteall,iwhiteeol",
  "internal,iblank",
  "internal,icase",
  "internal,filler,context:0",
  "internal,filler,context:2,vertical,closeoff,hiddenoff,foldcolumn:0,followwrap",
  "internal,filler,linematch:60,iwhiteall,icase,iblank,algorithm:patience",
];

/** Lua that counts the answers of the sidecar. */
const countAnswers = `
  local requests = require("tandem.requests")
  local answered = requests.answered
  function requests.answered(params)
    answered(params)
    _G.answers = (_G.answers or 0) + 1
  end`;

const setDiffopt = 'return (pcall(vim.api.nvim_set_option_value, "diffopt", ..., {}))';

interface State {
  readonly result: string | undefined;
  readonly decisions: readonly string[];
}

for (const [side, keys] of [
  ["the proposed text", { dp: "TandemAcceptHunk", do: "TandemRejectHunk" }],
  ["the original text", { do: "TandemAcceptHunk", dp: "TandemRejectHunk" }],
] as const)
  for (const [key, command] of Object.entries(keys))
    test(`in the window of ${side}, ${key} and ${command} decide the same hunk with every 'diffopt'`, async () => {
      await using review = await ReviewFixture.start("{}", countAnswers);
      const at = side === "the original text" ? before : after;
      const lines = at.split("\n").length - 1;
      const expected: State[] = [];
      let known = 0;
      for (const option of options) {
        if (!(await review.neovim.lua(setDiffopt, option))) continue;
        known++;
        for (const keysToType of [key, `:${command}<CR>`]) {
          const seen: State[] = [];
          const id = await review.propose(before, after);
          if (at === before) await review.neovim.keys("<C-w>h");
          // From below, so that the lines above keep their numbers.
          for (let line = lines; line > 0; line -= 2) {
            const tick = await review.neovim.lua("return _G.answers or 0");
            await review.neovim.keys(`${line}G${keysToType}`);
            await review.neovim.until("return (_G.answers or 0) > ...", tick);
            const pending = review.review(id);
            seen.push({ result: pending?.result, decisions: pending?.hunks.map(({ decision }) => decision) ?? [] });
          }
          if (expected.length === 0) expected.push(...seen);
          expect(seen, `${option} with ${keysToType}`).toEqual(expected);
          await review.close(id);
          await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
        }
      }
      expect(known).toBeGreaterThan(8);
      expect(expected.some(({ decisions }) => decisions.some((decision) => decision !== "undecided"))).toBe(true);
    });
