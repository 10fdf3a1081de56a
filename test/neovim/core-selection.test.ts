/** Selections in text and windows that are not as usual. */
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

  async function told(): Promise<{ text: string }[]> {
    const heard: { text: string }[] = [];
    const client = await connectTo(neovim, {
      onNotification: (method: string, params: unknown) => {
        if (method === "selection_changed") heard.push(params as { text: string });
      },
    });
    onTestFinished(() => client.close());
    await eventually(() => expect(heard.length).toBeGreaterThan(0));
    return heard;
  }

  test("a zero byte in a line made every cursor move an error", async () => {
    await edit("one\0two three\n");
    await neovim.keys("v5l");
    expect(await current()).toMatchObject({ text: "one\0tw", range: range(0, 0, 0, 6) });
    await neovim.keys("<Esc>0<C-v>6l");
    expect(await current()).toMatchObject({ text: "one\0two", range: range(0, 0, 0, 7) });
    await neovim.settled();
    expect(await neovim.messages()).toBe("");
  });

  test.for(["viwd", "viwcnew<Esc>", "vey$p", "gh<S-Right>x<Esc>"])(
    "after %s, text was told as selected that never was",
    async (keys) => {
      await edit("alpha beta gamma\n");
      const heard = await told();
      heard.length = 0;
      await neovim.keys(keys);
      await neovim.keys("$");
      await eventually(() => expect(heard.at(-1)).toMatchObject({ text: "" }));
      for (const { text } of heard) expect(["", "alpha", "al"]).toContain(text);
    },
  );

  test("a block with selection=exclusive was told with one column too many", async () => {
    await edit("abcdef\nghijkl\n");
    await neovim.command("set selection=exclusive");
    await neovim.keys("<C-v>jll");
    expect(await current()).toMatchObject({ text: "ab\ngh", range: range(0, 0, 1, 2) });
    await neovim.keys("<Esc>gg0<C-v>");
    expect(await current()).toMatchObject({ text: "a", range: range(0, 0, 0, 1) });
  });

  test("a block behind the text, with virtualedit, was told from the last character", async () => {
    await edit("ab\n\tcd\n");
    await neovim.command("set virtualedit=all");
    await neovim.keys("5l<C-v>l");
    expect(await current()).toMatchObject({ range: range(0, 2, 0, 2) });
  });

  test("a path that is not UTF-8 was told as that of another file", async () => {
    const client = await connectTo(neovim);
    onTestFinished(() => client.close());
    await neovim.lua(`local path = vim.fn.getcwd() .. "/b\\xffd.txt"
      io.open(path, "w"):close()
      vim.cmd({ cmd = "edit", args = { path }, magic = { file = false } })`);
    await neovim.lua('require("tandem").send(nil, function(problem) _G.problem = problem end)');
    expect(await neovim.lua("return _G.problem")).toBe(
      "b<ff>d.txt has a name that is not UTF-8, which Claude cannot be told.",
    );
    const { tabs } = await client.call("getOpenEditors");
    expect(tabs.filter(({ label }) => label.startsWith("b"))).toEqual([]);
    // The same with characters that have several bytes is a file as any other.
    await neovim.command(`edit ${join(neovim.folder, "bäd 😀.txt").replaceAll(" ", "\\ ")}`);
    expect(await current()).toMatchObject({ path: join(neovim.folder, "bäd 😀.txt") });
  });
});
