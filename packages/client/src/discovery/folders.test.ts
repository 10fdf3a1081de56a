import { expect, test } from "vitest";
import { clientFinds, matchFolders } from "./folders.js";

test.each([
  ["/a/b", "/a/b", "linux", true],
  ["/a/b/c", "/a/b/", "linux", true],
  ["/a/bc", "/a/b", "linux", false],
  ["/a", "/a/b", "linux", false],
  ["/a", "/", "linux", true],
  ["/A/b", "/a", "linux", false],
  ["/caf\u0065\u0301/x", "/caf\u00e9", "darwin", true],
  ["C:\\proj\\x", "c:\\proj", "win32", true],
  ["C:\\proj\\x", "c:/proj/", "win32", true],
  ["C:\\proj\\x", "C:\\Proj", "win32", false],
  ["C:\\workshop", "C:\\work", "win32", false],
  ["C:\\x", "D:\\", "win32", false],
  ["C:\\x", "C:\\", "win32", true],
])("%s inside %s on %s: %s", (place, folder, platform, expected) => {
  expect(clientFinds(folder, place, platform)).toBe(expected);
});

test("a containing folder wins over one below", async () => {
  const same = async (path: string) => path;
  expect(await matchFolders(["/w/x/below", "/w"], "/w/x", "linux", same)).toEqual({ fit: "contains", folder: "/w" });
});

test("a folder that can't be resolved is compared as written", async () => {
  const gone = () => Promise.reject(new Error("ENOENT"));
  expect(await matchFolders(["/gone"], "/w", "linux", gone)).toEqual({ fit: "elsewhere", folder: "/gone" });
});
