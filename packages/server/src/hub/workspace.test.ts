import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@tandem/protocol";
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
  test("relative paths belong to the first folder, also with a leading slash", async () => {
    const { workspace, first } = setUp();
    expect(await confine(workspace, "a/b.txt")).toBe(join(first, "a/b.txt"));
    expect(await confine(workspace, "/a/b.txt")).toBe(join(first, "a/b.txt"));
    expect(await confine(workspace, "//a")).toBe(join(first, "a"));
    expect(await confine(workspace, "./a")).toBe(join(first, "a"));
  });

  test("an absolute path inside any folder is taken as it is", async () => {
    const { workspace, first, second } = setUp();
    expect(await confine(workspace, join(second, "x.txt"))).toBe(join(second, "x.txt"));
    expect(await confine(workspace, first)).toBe(first);
  });

  test("a..b and x~ are names", async () => {
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

  test("a refusal names the path as it was given", async () => {
    const { workspace } = setUp();
    await expect(confine(workspace, "../up.txt")).rejects.toThrow("../up.txt");
  });

  test("encoded dots are no dots", async () => {
    const { workspace, first } = setUp();
    expect(await confine(workspace, "%2e%2e/outside")).toBe(join(first, "%2e%2e/outside"));
  });

  test("an absolute path outside is taken as relative, so it reaches nothing outside", async () => {
    const { workspace, outside, first } = setUp();
    expect(await confine(workspace, join(outside, "secret.txt"))).toBe(join(first, outside, "secret.txt"));
  });

  test("a folder whose name merely begins like ours is outside", async () => {
    const { root, workspace, first } = setUp();
    mkdirSync(join(root, "first-other"));
    expect(await confine(workspace, join(root, "first-other/x"))).toBe(join(first, root, "first-other/x"));
  });

  test("a link in the middle of the path that leads out is refused, for files that exist and that do not", async () => {
    const { workspace, first, outside } = setUp();
    symlinkSync(outside, join(first, "link"));
    await expect(confine(workspace, "link/secret.txt")).rejects.toThrow("leads out of the workspace");
    await expect(confine(workspace, "link/new/deep.txt")).rejects.toThrow("leads out of the workspace");
  });

  test("a link that is the file itself and leads out is refused, also when it points to nothing", async () => {
    const { workspace, first, outside } = setUp();
    symlinkSync(join(outside, "secret.txt"), join(first, "file"));
    symlinkSync(join(outside, "not-there"), join(first, "dangling"));
    await expect(confine(workspace, "file")).rejects.toThrow("leads out");
    await expect(confine(workspace, "dangling")).rejects.toThrow("points to nothing");
  });

  test("a link that stays inside is followed", async () => {
    const { workspace, first, second } = setUp();
    writeTo(second, "b.txt");
    symlinkSync(join(second, "b.txt"), join(first, "a.txt"));
    expect(await confine(workspace, "a.txt")).toBe(join(second, "b.txt"));
  });

  test("a path of a million parts is refused at once: it was looked at part by part, long after its client had gone", async () => {
    const { workspace } = setUp();
    await expect(confine(workspace, "d/".repeat(1_000_000))).rejects.toMatchObject({
      code: errorCodes.invalidParams,
      message: "The path is too long",
    });
  });

  test("with no folder open nothing is inside", async () => {
    await expect(confine(new Workspace(() => []), "a")).rejects.toThrow("No folder is open");
  });
});

describe("folders (LCK-08)", () => {
  test("are absolute real paths without repeats", () => {
    const { root, first } = setUp();
    symlinkSync(first, join(root, "alias"));
    expect(new Workspace(() => [join(root, "alias"), first, join(root, "not-there")]).folders).toEqual([
      first,
      join(root, "not-there"),
    ]);
  });

  test("files are named relative to the first folder, absolute in the others, not at all outside", () => {
    const { workspace, first, second, outside } = setUp();
    expect(workspace.nameOf(writeTo(first, "d/a.txt"))).toBe("d/a.txt");
    expect(workspace.nameOf(join(second, "b.txt"))).toBe(join(second, "b.txt"));
    expect(workspace.nameOf(join(outside, "secret.txt"))).toBeUndefined();
  });
});
