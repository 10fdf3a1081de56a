import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { cutTo, formatTable } from "./table.js";

const columns = [
  { title: "PORT" },
  { title: "EDITOR", cut: "end" },
  { title: "STATE" },
  { title: "FOLDER", cut: "start" },
] as const;

const name = fc.string({ unit: fc.constantFrom("a", "é", "漢", "🚲", " ", "/", "👩‍🚀"), maxLength: 120 });
const row = fc
  .record({
    port: fc.integer({ min: 1, max: 65535 }),
    editor: name,
    state: fc.constantFrom("ready", "other terminal"),
    folder: name,
  })
  .map(({ port, editor, state, folder }) => [String(port), editor, state, folder].map((text) => ({ text })));

test("no line is wider than 80 columns, even with long names", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      for (const line of formatTable(columns, rows, 80)) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    }),
  );
});

test("aligns columns and cuts nothing that fits", () => {
  const rows = [
    [{ text: "41234" }, { text: "漢字" }, { text: "ready" }, { text: "~/a" }],
    [{ text: "512" }, { text: "Neovim" }, { text: "gone" }, { text: "~/b" }],
  ];
  expect(formatTable(columns, rows, 80)).toEqual([
    "PORT   EDITOR  STATE  FOLDER",
    "41234  漢字    ready  ~/a",
    "512    Neovim  gone   ~/b",
  ]);
});

test("cuts paths at the start and names at the end", () => {
  expect(cutTo("/home/ada/engine", 8, "start")).toBe("…/engine");
  expect(cutTo("Visual Studio Code", 8, "end")).toBe("Visual …");
  expect(cutTo("漢字漢字", 6, "end")).toBe("漢字…");
});

test("colors don't count as width", () => {
  const painted = [[{ text: "1" }, { text: "a", paint: (text: string) => `<${text}>` }, { text: "x" }, { text: "y" }]];
  expect(formatTable(columns, painted, 80)[1]).toBe("1     <a>       x      y");
});
