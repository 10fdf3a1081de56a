/** What Obsidian knows to be wrong in notes. Obsidian, and so its index of links, is emulated. */
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-stage.js";

const newStage = useVaults();
const uriOf = (path: string) => pathToFileURL(path).href;

describe("Obsidian (emulated): diagnostics", () => {
  test("links, embeds and links in properties that lead nowhere are warnings at their place", async () => {
    const stage = newStage();
    stage.file("There.md", "I am here.\n");
    const lines = ["😀 [[There]] and [[Nowhere|words]]", "![[gone.png]] [web](https://example.org) [[#Heading]]", ""];
    const path = stage.file("Note.md", lines.join("\n"));
    await stage.start();
    const { client } = await stage.client();
    const [found] = await client.call("getDiagnostics", { uri: uriOf(path) });
    const places = found?.diagnostics.map(({ severity, source, code, range }) => [severity, source, code, range]);
    const warning = (line: number, from: number, to: number) => [
      "Warning",
      "Obsidian",
      "unresolved-link",
      { start: { line, character: from }, end: { line, character: to } },
    ];
    expect(places).toEqual([warning(0, 17, 34), warning(1, 0, 13)]);
    expect(found?.diagnostics[0]?.message).toContain("Nowhere");
  });

  test("frontmatter that is not valid YAML is a warning, and gone when it is mended", async () => {
    const stage = newStage();
    const path = stage.file("Note.md", "---\ntitle: fine\ntags: [a, b\n---\nText\n");
    await stage.start();
    const { client } = await stage.client();
    const [broken] = await client.call("getDiagnostics", { uri: uriOf(path) });
    expect(broken?.diagnostics).toEqual([
      expect.objectContaining({ code: "broken-frontmatter", severity: "Warning", source: "Obsidian" }),
    ]);
    const all = await client.call("getDiagnostics", {});
    expect(all.map(({ uri }) => decodeURI(uri))).toEqual([decodeURI(uriOf(path))]);
    stage.file("Note.md", "---\ntitle: fine\ntags: [a, b]\n---\nText, mended\n");
    // At once: the answer waits until Obsidian has seen what was written.
    const [mended] = await client.call("getDiagnostics", { uri: uriOf(path) });
    expect(mended?.diagnostics).toEqual([]);
  });

  test("a link is resolved by a note that is made later", async () => {
    const stage = newStage();
    const path = stage.file("Note.md", "[[Later]]\n");
    await stage.start();
    const { client } = await stage.client();
    expect((await client.call("getDiagnostics", { uri: uriOf(path) }))[0]?.diagnostics).toHaveLength(1);
    stage.file("Later.md", "Here.\n");
    await eventually(async () =>
      expect((await client.call("getDiagnostics", { uri: uriOf(path) }))[0]?.diagnostics).toEqual([]),
    );
  });
});
