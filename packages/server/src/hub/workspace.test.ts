import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@tandem-ide/protocol";
import { describe, expect, test } from "vitest";
import { confine } from "../agents/claude-code/requests/confine.js";
import { temporaryDirectory, writeTo } from "../testing/temporary.js";
import { Workspace } from "./workspace.js";

function setUp() {
  const root = temporaryDirectory();
  const [first, second, outside] = ["first", "second", "outside"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [first, second, outside]) mkdirSync(directory);
  writeTo(outside, "secret.txt", "secret");
  return { root, first, second, outside, workspace: new Workspace(() => [first, second]) };
}

describe("confinement (SEC-01)", () => {
  test("relative paths start at the first folder, even with a leading slash", async () => {
    const { workspace, first } = setUp();
    expect(await confine(workspace, "a/b.txt")).toBe(join(first, "a/b.txt"));
    expect(await confine(workspace, "/a/b.txt")).toBe(join(first, "a/b.txt"));
    expect(await confine(workspace, "//a")).toBe(join(first, "a"));
    expect(await confine(workspace, "./a")).toBe(join(first, "a"));
  });

  test("accepts an absolute path inside any folder", async () => {
    const { workspace, first, second } = setUp();
    expect(await confine(workspace, join(second, "x.txt"))).toBe(join(second, "x.txt"));
    expect(await confine(workspace, first)).toBe(first);
  });

  test("accepts a..b and x~ as names", async () => {
    const { workspace, first } = setUp();
    expect(await confine(workspace, "a..b")).toBe(join(first, "a..b"));
    expect(await confine(workspace, "x~")).toBe(join(first, "x~"));
    expect(await confine(workspace, "d/~x")).toBe(join(first, "d/~x"));
  });

  test.each(["..", "../outside/secret.txt", "a/../../outside", "a/..", "~", "~/x", "~root/x", "a\\..\\b", "", "a\0b"])(
    "%j is refused with -32602",
    async (path) => {
      const { workspace } = setUp();
      await expect(confine(workspace, path)).rejects.toMatchObject({ code: errorCodes.invalidParams });
    },
  );

  test("the error contains the requested path", async () => {
    const { workspace } = setUp();
    await expect(confine(workspace, "../up.txt")).rejects.toThrow("../up.txt");
  });

  test("encoded dots aren't dots", async () => {
    const { workspace, first } = setUp();
    expect(await confine(workspace, "%2e%2e/outside")).toBe(join(first, "%2e%2e/outside"));
  });

  test("treats an absolute path outside as relative", async () => {
    const { workspace, outside, first } = setUp();
    expect(await confine(workspace, join(outside, "secret.txt"))).toBe(join(first, outside, "secret.txt"));
  });

  test("a folder whose name starts with ours is outside", async () => {
    const { root, workspace, first } = setUp();
    mkdirSync(join(root, "first-other"));
    expect(await confine(workspace, join(root, "first-other/x"))).toBe(join(first, root, "first-other/x"));
  });

  test("rejects a link to the outside in the path, for existing and new files", async () => {
    const { workspace, first, outside } = setUp();
    symlinkSync(outside, join(first, "link"));
    await expect(confine(workspace, "link/secret.txt")).rejects.toThrow("outside the workspace");
    await expect(confine(workspace, "link/new/deep.txt")).rejects.toThrow("outside the workspace");
  });

  test("rejects a file that is a link to the outside, even a broken one", async () => {
    const { workspace, first, outside } = setUp();
    symlinkSync(join(outside, "secret.txt"), join(first, "file"));
    symlinkSync(join(outside, "not-there"), join(first, "dangling"));
    await expect(confine(workspace, "file")).rejects.toThrow("outside the workspace");
    await expect(confine(workspace, "dangling")).rejects.toThrow("broken link");
  });

  test("follows a link that stays inside", async () => {
    const { workspace, first, second } = setUp();
    writeTo(second, "b.txt");
    symlinkSync(join(second, "b.txt"), join(first, "a.txt"));
    expect(await confine(workspace, "a.txt")).toBe(join(second, "b.txt"));
  });

  test("rejects a path of a million parts at once, instead of still checking it after the client has left", async () => {
    const { workspace } = setUp();
    await expect(confine(workspace, "d/".repeat(1_000_000))).rejects.toMatchObject({
      code: errorCodes.invalidParams,
      message: "The path is too long",
    });
  });

  test("rejects everything if no folder is open", async () => {
    await expect(confine(new Workspace(() => []), "a")).rejects.toThrow("No folder is open");
  });
});

describe("folders (LCK-08)", () => {
  test("are absolute real paths without duplicates", () => {
    const { root, first } = setUp();
    symlinkSync(first, join(root, "alias"));
    expect(new Workspace(() => [join(root, "alias"), first, join(root, "not-there")]).folders).toEqual([
      first,
      join(root, "not-there"),
    ]);
  });

  test("file paths are relative in the first folder, absolute in others, undefined outside", () => {
    const { workspace, first, second, outside } = setUp();
    expect(workspace.nameOf(writeTo(first, "d/a.txt"))).toBe("d/a.txt");
    expect(workspace.nameOf(join(second, "b.txt"))).toBe(join(second, "b.txt"));
    expect(workspace.nameOf(join(outside, "secret.txt"))).toBeUndefined();
  });
});
