/** Problems that Obsidian finds in notes. Obsidian, including its index of links, is emulated. */
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-fixture.js";

const newFixture = useVaults();
const uriOf = (path: string) => pathToFileURL(path).href;

describe("Obsidian (emulated): diagnostics", () => {
  test("unresolved links, embeds and links in properties are warnings at their position", async () => {
    const fixture = newFixture();
    fixture.file("There.md", "I am here.\n");
    const lines = ["😀 [[There]] and [[Nowhere|words]]", "![[gone.png]] [web](https://example.org) [[#Heading]]", ""];
    const path = fixture.file("Note.md", lines.join("\n"));
    await fixture.start();
    const { client } = await fixture.client();
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

  test("invalid YAML in properties is a warning until it is fixed", async () => {
    const fixture = newFixture();
    const path = fixture.file("Note.md", "---\ntitle: fine\ntags: [a, b\n---\nText\n");
    await fixture.start();
    const { client } = await fixture.client();
    const [broken] = await client.call("getDiagnostics", { uri: uriOf(path) });
    expect(broken?.diagnostics).toEqual([
      expect.objectContaining({ code: "broken-frontmatter", severity: "Warning", source: "Obsidian" }),
    ]);
    const all = await client.call("getDiagnostics", {});
    expect(all.map(({ uri }) => decodeURI(uri))).toEqual([decodeURI(uriOf(path))]);
    fixture.file("Note.md", "---\ntitle: fine\ntags: [a, b]\n---\nText, mended\n");
    // Without waiting: the answer itself waits until Obsidian has noticed the change.
    const [fixed] = await client.call("getDiagnostics", { uri: uriOf(path) });
    expect(fixed?.diagnostics).toEqual([]);
  });

  test("a note created later resolves a link", async () => {
    const fixture = newFixture();
    const path = fixture.file("Note.md", "[[Later]]\n");
    await fixture.start();
    const { client } = await fixture.client();
    expect((await client.call("getDiagnostics", { uri: uriOf(path) }))[0]?.diagnostics).toHaveLength(1);
    fixture.file("Later.md", "Here.\n");
    await eventually(async () =>
      expect((await client.call("getDiagnostics", { uri: uriOf(path) }))[0]?.diagnostics).toEqual([]),
    );
  });
});
