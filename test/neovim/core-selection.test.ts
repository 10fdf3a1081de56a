/** Selections in unusual text and windows. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

describe("the selection", () => {
  let neovim: Neovim;
  let count = 0;
  let file: string;
  beforeAll(async () => {
    neovim = await started();
  });
  afterAll(() => neovim.stop());
  beforeEach(async () => {
    await neovim.keys("<C-\\><C-n>");
    await neovim.command(
      "silent! tabonly! | silent! only! | enew! | messages clear | set virtualedit= selection=inclusive",
    );
  });

  async function edit(text: string | Buffer): Promise<string> {
    file = join(neovim.folder, `${count++}.txt`);
    writeFileSync(file, text);
    await neovim.command(`edit ${file}`);
    return file;
  }

  const current = () =>
    neovim.lua<{ text: string; path: string; range: unknown } | null>('return require("tandem.selection").current()');
  const range = (...[line, character, endLine, endCharacter]: [number, number, number, number]) => ({
    start: { line, character },
    end: { line: endLine, character: endCharacter },
  });

  async function receivedSelections(): Promise<{ text: string }[]> {
    const received: { text: string }[] = [];
    const client = await connectTo(neovim, {
      onNotification: (method: string, params: unknown) => {
        if (method === "selection_changed") received.push(params as { text: string });
      },
    });
    onTestFinished(() => client.close());
    await eventually(() => expect(received.length).toBeGreaterThan(0));
    return received;
  }

  test("a zero byte in a line causes no error when the cursor moves", async () => {
    await edit("one\0two three\n");
    await neovim.keys("v5l");
    expect(await current()).toMatchObject({ text: "one\0tw", range: range(0, 0, 0, 6) });
    await neovim.keys("<Esc>0<C-v>6l");
    expect(await current()).toMatchObject({ text: "one\0two", range: range(0, 0, 0, 7) });
    await neovim.settled();
    expect(await neovim.messages()).toBe("");
  });

  test.for(["viwd", "viwcnew<Esc>", "vey$p", "gh<S-Right>x<Esc>"])(
    "after %s, text was sent that was never selected",
    async (keys) => {
      await edit("alpha beta gamma\n");
      const received = await receivedSelections();
      received.length = 0;
      await neovim.keys(keys);
      await neovim.keys("$");
      await eventually(() => expect(received.at(-1)).toMatchObject({ text: "" }));
      for (const { text } of received) expect(["", "alpha", "al"]).toContain(text);
    },
  );

  test("sends a block with selection=exclusive without an extra column", async () => {
    await edit("abcdef\nghijkl\n");
    await neovim.command("set selection=exclusive");
    await neovim.keys("<C-v>jll");
    expect(await current()).toMatchObject({ text: "ab\ngh", range: range(0, 0, 1, 2) });
    await neovim.keys("<Esc>gg0<C-v>");
    expect(await current()).toMatchObject({ text: "a", range: range(0, 0, 0, 1) });
  });

  test("sends a block after the end of lines, with virtualedit, as empty", async () => {
    await edit("ab\n\tcd\n");
    await neovim.command("set virtualedit=all");
    await neovim.keys("5l<C-v>l");
    expect(await current()).toMatchObject({ range: range(0, 2, 0, 2) });
  });

  test("doesn't send a path that is not UTF-8 as that of another file", async () => {
    const client = await connectTo(neovim);
    onTestFinished(() => client.close());
    await neovim.lua(`local path = vim.fn.getcwd() .. "/b\\xffd.txt"
      io.open(path, "w"):close()
      vim.cmd({ cmd = "edit", args = { path }, magic = { file = false } })`);
    await neovim.lua('require("tandem").send(nil, function(problem) _G.problem = problem end)');
    expect(await neovim.lua("return _G.problem")).toBe(
      "The name of b<ff>d.txt isn't valid UTF-8, so it can't be sent to Claude.",
    );
    const { tabs } = await client.call("getOpenEditors");
    expect(tabs.filter(({ label }) => label.startsWith("b"))).toEqual([]);
    // A similar name in valid UTF-8 works like any other.
    await neovim.command(`edit ${join(neovim.folder, "bäd 😀.txt").replaceAll(" ", "\\ ")}`);
    expect(await current()).toMatchObject({ path: join(neovim.folder, "bäd 😀.txt") });
  });
});
