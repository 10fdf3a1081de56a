/** Diagnostics from a real language server in Neovim, and from Tandem's own. */
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Client } from "@tandem-ide/client";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const programs = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));
const wrong = 'export const one: number = "one";\n';
const complaint = { severity: "Error", message: expect.stringContaining("not assignable to type 'number'") };

function start(withServer: boolean): Promise<Neovim> {
  const server = `
    vim.api.nvim_create_autocmd("FileType", { pattern = "typescript", callback = function(args)
      vim.lsp.start({ name = "typescript", cmd = { "tsc", "--lsp", "--stdio" }, root_dir = vim.fn.getcwd() })
    end })`;
  return started({
    env: { PATH: `${programs}${delimiter}${process.env.PATH}` },
    init: `${withServer ? server : ""} require("tandem").setup()`,
  });
}

describe("with TypeScript's language server in Neovim", () => {
  let neovim: Neovim;
  let client: Client;
  beforeAll(async () => {
    neovim = await start(true);
    writeFileSync(join(neovim.folder, "tsconfig.json"), "{}\n");
    client = await connectTo(neovim);
  });
  afterAll(async () => {
    await client.close();
    await neovim.stop();
  });

  const uri = (name: string) => pathToFileURL(join(neovim.folder, name)).href;
  const ofFile = async (name: string) => (await client.call("getDiagnostics", { uri: uri(name) }))[0]?.diagnostics;

  test("diagnostics are about the current text, even if it was never saved", async () => {
    writeFileSync(join(neovim.folder, "a.ts"), "export const one: number = 1;\n");
    await neovim.command("edit a.ts");
    await eventually(async () => expect(await ofFile("a.ts")).toEqual([]));
    await neovim.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { \"export const one: number = 'one';\" })");
    await eventually(async () => expect(await ofFile("a.ts")).toMatchObject([complaint]));
  });

  test("columns past an emoji count UTF-16 units", async () => {
    await neovim.lua(
      'vim.api.nvim_buf_set_lines(0, 0, -1, false, { \'export const a = "😀", one: number = "one";\' })',
    );
    await eventually(async () =>
      expect(await ofFile("a.ts")).toMatchObject([
        { ...complaint, range: { start: { line: 0, character: 23 }, end: { line: 0, character: 26 } } },
      ]),
    );
  });

  test("a file written by Claude is reloaded, and its errors are reported without user input", async () => {
    writeFileSync(join(neovim.folder, "b.ts"), "export const one: number = 1;\n");
    await neovim.command("edit! b.ts");
    await eventually(async () => expect(await ofFile("b.ts")).toEqual([]));
    writeFileSync(join(neovim.folder, "b.ts"), `// Written by Claude\n${wrong}`);
    await eventually(async () => expect(await ofFile("b.ts")).toMatchObject([complaint]));
    const all = await client.call("getDiagnostics", {});
    expect(all.find((file) => file.uri === uri("b.ts"))?.diagnostics).toMatchObject([complaint]);
  });
});

describe("without a language server in Neovim", () => {
  let neovim: Neovim;
  let client: Client;
  beforeAll(async () => {
    neovim = await start(false);
    writeFileSync(join(neovim.folder, "tsconfig.json"), "{}\n");
    client = await connectTo(neovim);
  });
  afterAll(async () => {
    await client.close();
    await neovim.stop();
  });

  test.for([
    ["a file that is not open", false],
    ["an open file that no tool of Neovim's looks at", true],
  ] as const)("%s is checked by Tandem's own language server", async ([, isOpen]) => {
    const path = join(neovim.folder, `${isOpen ? "open" : "closed"}.ts`);
    writeFileSync(path, wrong);
    if (isOpen) await neovim.command(`edit ${path}`);
    await eventually(async () => {
      const [file] = await client.call("getDiagnostics", { uri: pathToFileURL(path).href });
      expect(file?.diagnostics).toMatchObject([complaint]);
    });
  });

  test("diagnostics of other tools keep their source and code", async () => {
    const path = join(neovim.folder, "notes.txt");
    writeFileSync(path, "some words\n");
    await neovim.command(`edit ${path}`);
    await neovim.lua(`vim.diagnostic.set(vim.api.nvim_create_namespace("linter"), 0, {
      { lnum = 0, col = 5, end_lnum = 0, end_col = 10, message = "No such word", severity = 4, source = "linter", code = "W1" } })`);
    const [file] = await client.call("getDiagnostics", { uri: pathToFileURL(path).href });
    expect(file?.diagnostics).toEqual([
      {
        message: "No such word",
        severity: "Hint",
        source: "linter",
        code: "W1",
        range: { start: { line: 0, character: 5 }, end: { line: 0, character: 10 } },
      },
    ]);
  });
});
