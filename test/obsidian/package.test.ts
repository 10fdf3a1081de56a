/** The plugin as users get it: the files in its folder, and Obsidian's guidelines for its source. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageObsidian } from "../../scripts/package-obsidian.mjs";

const source = fileURLToPath(new URL("../../editors/obsidian/src", import.meta.url));

describe("The plugin for Obsidian, packed", () => {
  const made = mkdtempSync(join(tmpdir(), "tandem-obsidian-"));
  const folder = join(made, "tandem-ide");
  let compressed: number;
  beforeAll(async () => {
    ({ compressed } = await packageObsidian(folder));
  }, 60_000);
  afterAll(() => rmSync(made, { recursive: true, force: true }));

  const code = () => readFileSync(join(folder, "main.js"), "utf8");

  test("is a folder to copy into a vault, under 300 KB compressed", () => {
    expect(readdirSync(folder).sort()).toEqual(["LICENSE", "README.md", "main.js", "manifest.json", "styles.css"]);
    expect(compressed).toBeLessThan(300 * 1024);
    expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toMatchObject({
      id: "tandem-ide",
      isDesktopOnly: true,
    });
  });

  test("loads only modules of Obsidian and Node, and has no copy of the editor's modules", () => {
    const loaded = [...code().matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
    const given =
      /^(node:)?[a-z_/]+$|^obsidian$|^@codemirror\/(autocomplete|commands|language|state|view)$|^@lezer\/\w+$/;
    // The optional helpers of ws.
    const helpers = ["bufferutil", "utf-8-validate"];
    expect(loaded.filter((name) => !given.test(name) && !helpers.includes(name))).toEqual([]);
    expect(loaded).toEqual(expect.arrayContaining(["obsidian", "@codemirror/state", "@codemirror/view"]));
  });

  test("keeps other files in the plugins folder, and is never written to a folder with another name", async () => {
    writeFileSync(join(folder, "data.json"), "{}");
    await packageObsidian(folder);
    expect(readFileSync(join(folder, "data.json"), "utf8")).toBe("{}");
    rmSync(join(folder, "data.json"));
    const notes = join(made, "notes");
    mkdirSync(notes);
    writeFileSync(join(notes, "Note.md"), "words");
    await expect(packageObsidian(notes)).rejects.toThrow(/must be named tandem-ide/);
    expect(readdirSync(notes)).toEqual(["Note.md"]);
  });

  test("does not contain the path where it was built", () => {
    expect(code()).not.toContain(fileURLToPath(new URL("../..", import.meta.url)));
  });
});

describe("Obsidian's guidelines, in the plugin's source", () => {
  const files = readdirSync(source, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const texts = files.map((name) => ({ name, text: readFileSync(join(source, name), "utf8") }));
  const having = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

  test("no HTML from strings, no global app, no console.log", () => {
    expect(texts.length).toBeGreaterThan(20);
    expect(having(/innerHTML|outerHTML|insertAdjacentHTML/)).toEqual([]);
    expect(having(/\bwindow\.app\b|\bglobalThis\.app\b/)).toEqual([]);
    expect(having(/console\.(log|info)\(/)).toEqual([]);
    expect(having(/workspace\.activeLeaf\b|detachLeavesOfType/)).toEqual([]);
  });

  test("never writes a note", () => {
    expect(
      having(/vault\.(modify|process|create|append|trash|delete|rename)\(|adapter\.(write|append|process)/),
    ).toEqual([]);
  });

  test("has one default hotkey", () => {
    expect(texts.flatMap(({ text }) => [...text.matchAll(/hotkeys:/g)])).toHaveLength(1);
  });
});
