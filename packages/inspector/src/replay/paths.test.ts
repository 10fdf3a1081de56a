import { toFileUri } from "@tandem-ide/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pairFolders } from "./folders.js";
import { movePaths, moveValue } from "./paths.js";

const move = movePaths([{ from: "/workspace", to: "/home/ada/my dir" }]);

test.each([
  ["/workspace", "/home/ada/my dir"],
  ["/workspace/a.txt", "/home/ada/my dir/a.txt"],
  ["file:///workspace/a.txt", "file:///home/ada/my dir/a.txt"],
  ["file:///workspace/a%20b.txt", "file:///home/ada/my%20dir/a%20b.txt"],
  ["Opened file: /workspace/a.txt", "Opened file: /home/ada/my dir/a.txt"],
  ["(/workspace/a) and @/workspace/b#L1", "(/home/ada/my dir/a) and @/home/ada/my dir/b#L1"],
  ["see /workspace.", "see /home/ada/my dir."],
  ['{"path":"/workspace/a"}', '{"path":"/home/ada/my dir/a"}'],
  ["/workspace/a:/workspace/b", "/home/ada/my dir/a:/home/ada/my dir/b"],
])("%s becomes %s", (before, after) => {
  expect(move(before)).toBe(after);
});

test.each([
  "/workspaces/a",
  "/workspace-2/a",
  "/workspace.old/a",
  "/x/workspace/a",
  "file:///x/workspace",
  "./workspace/a",
])("%s is another folder, and stays", (text) => {
  expect(move(text)).toBe(text);
});

const toLinux = movePaths([{ from: "C:\\ws", to: "/w" }]);
const toWindows = movePaths([{ from: "/w", to: "D:\\my ws" }]);

test.each([
  ["C:\\ws\\my dir\\a.ts", "/w/my dir/a.ts"],
  ["c:/ws/a.ts", "/w/a.ts"],
  ["file:///C:/ws/a.ts", "file:///w/a.ts"],
  ["file:///c%3A/ws/a.ts", "file:///w/a.ts"],
  ["Opened C:\\ws\\src\\a.ts now", "Opened /w/src/a.ts now"],
  ['{"p":"C:\\\\ws\\\\a.ts"}', '{"p":"/w/a.ts"}'],
  ['{ "p":"C:\\\\ws\\\\a.ts" }', '{ "p":"/w/a.ts" }'],
])("from Windows: %s becomes %s", (before, after) => {
  expect(toLinux(before)).toBe(after);
});

test.each([
  ["/w/src/a.ts", "D:\\my ws\\src\\a.ts"],
  ["file:///w/src/a.ts", "file:///D:/my ws/src/a.ts"],
  ["file:///w/a%20b.ts", "file:///D:/my%20ws/a%20b.ts"],
  ['{"p":"/w/a.ts"}', '{"p":"D:\\\\my ws\\\\a.ts"}'],
  ['[\n  "/w/a.ts"\n]', '[\n  "D:\\\\my ws\\\\a.ts"\n]'],
])("to Windows: %s becomes %s", (before, after) => {
  expect(toWindows(before)).toBe(after);
});

test("keeps the separators between Windows folders", () => {
  const between = movePaths([{ from: "C:\\ws", to: "D:\\other\\x" }]);
  expect(between("C:\\ws\\a")).toBe("D:\\other\\x\\a");
  expect(between("c:/ws/a")).toBe("D:/other/x/a");
  expect(between("file:///c%3A/ws/a")).toBe("file:///d%3A/other/x/a");
  expect(between("C:\\\\ws\\\\a is it")).toBe("D:\\\\other\\\\x\\\\a is it");
});

test("a network share is a folder too", () => {
  const share = movePaths([{ from: "\\\\host\\share", to: "/w" }]);
  expect(share("\\\\host\\share\\a")).toBe("/w/a");
  expect(share("file://host/share/a")).toBe("file:///w/a");
});

test("prefers the innermost folder and maps nothing twice", () => {
  const both = movePaths([
    { from: "/a", to: "/b" },
    { from: "/a/in", to: "/c" },
    { from: "/b", to: "/a" },
  ]);
  expect(["/a/x", "/a/in/x", "/b/x"].map(both)).toEqual(["/b/x", "/c/x", "/a/x"]);
});

test("moves every string in a value, including keys", () => {
  const value = { uri: "file:///workspace/a", n: 1, list: [null, true, "/workspace"], "/workspace/b": {} };
  expect(moveValue(value, move)).toEqual({
    uri: "file:///home/ada/my dir/a",
    n: 1,
    list: [null, true, "/home/ada/my dir"],
    "/home/ada/my dir/b": {},
  });
});

test("mapping a path there and back gives the same path", () => {
  const name = fc.string({
    unit: fc.constantFrom("a", "B", "é", "漢", " ", "-", "]", "^", "\\", "%", "#", "+", "(", "$", "."),
    minLength: 1,
  });
  const folder = fc.array(
    name.filter((each) => !/^[. ]|[. ]$/.test(each)),
    { minLength: 1, maxLength: 3 },
  );
  const check = (from: string[], to: string[], rest: string) => {
    const [a, b] = [`/${from.join("/")}`, `/${to.join("/")}`];
    const there = movePaths([{ from: a, to: b }]);
    const back = movePaths([{ from: b, to: a }]);
    expect(there(`${a}/${rest}`)).toBe(`${b}/${rest}`);
    expect(back(there(`${a}/${rest}`))).toBe(`${a}/${rest}`);
  };
  // Without a percent sign: a name that looks encoded may mean two things.
  const plain = (parts: string[]) => !parts.join("").includes("%");
  fc.assert(
    fc.property(
      folder.filter(plain),
      folder.filter(plain),
      name.filter((each) => !each.includes("%")),
      check,
    ),
  );
});

test("finds a folder in a URI with any name and encoding", () => {
  const name = fc.string({
    unit: fc.constantFrom("a", "é", " ", "#", "?", "&", "+", "(", ")", "!", "'", "@", "=", ",", ";", "[", "$", "~"),
    minLength: 1,
  });
  // The forms that VS Code and other editors write.
  const strict = (path: string) =>
    `file://${encodeURIComponent(path)
      .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll("%2F", "/")}`;
  const lower = (path: string) => strict(path).replace(/%../g, (code) => code.toLowerCase());
  fc.assert(
    fc.property(
      name.filter((each) => !each.endsWith(" ")),
      (each) => {
        const there = movePaths([{ from: `/x/${each}`, to: "/y" }]);
        for (const uriOf of [toFileUri, strict, lower])
          expect(there(`${uriOf(`/x/${each}`)}/b%20c`)).toBe("file:///y/b%20c");
      },
    ),
  );
});

const choice = { recorded: ["/a", "/b/"], present: ["/x", "/y"], mustFit: true };

test("pairs folders in order, or by name if given", () => {
  expect(pairFolders(choice)).toEqual([
    { from: "/a", to: "/x" },
    { from: "/b", to: "/y" },
  ]);
  expect(pairFolders({ ...choice, named: { "/b": "/x" } })).toEqual([
    { from: "/a", to: "/y" },
    { from: "/b", to: "/x" },
  ]);
});

test("refuses too few folders, an unknown one and a root, and says why", () => {
  expect(() => pairFolders({ ...choice, present: ["/x"] })).toThrow(/2 folders, the editor has 1.*--folder \/b=/);
  expect(() => pairFolders({ ...choice, named: { "/c": "/x" } })).toThrow(/no folder \/c.*\/a, \/b/);
  expect(() => pairFolders({ ...choice, recorded: ["/"] })).toThrow(/root/);
  expect(pairFolders({ ...choice, recorded: ["/"], present: ["/"] })).toEqual([]);
  expect(pairFolders({ ...choice, present: ["/x"], mustFit: false })).toEqual([{ from: "/a", to: "/x" }]);
});
