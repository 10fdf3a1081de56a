import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { readTextFile } from "./read-text.js";

const limit = 1024;

describe("reading text", () => {
  test("keeps the byte-order mark and line endings", async () => {
    const path = writeTo(temporaryDirectory(), "a.txt", "\uFEFFa\r\nb");
    expect(await readTextFile(path, limit)).toEqual({ kind: "text", text: "\uFEFFa\r\nb" });
  });

  test.each([
    ["a NUL byte", new Uint8Array([65, 0, 66])],
    ["invalid UTF-8", new Uint8Array([0xc3, 0x28])],
  ])("%s makes it binary", async (_what, bytes) => {
    const path = writeTo(temporaryDirectory(), "a.bin", bytes);
    expect(await readTextFile(path, limit)).toMatchObject({ kind: "unfit", why: expect.stringContaining("Binary") });
  });

  test("explains missing files, directories and files that are too large", async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "d"));
    expect(await readTextFile(join(directory, "no"), limit)).toEqual({ kind: "missing" });
    expect(await readTextFile(join(directory, "d"), limit)).toMatchObject({ why: "Is a directory" });
    const large = writeTo(directory, "large", "x".repeat(limit + 1));
    expect(await readTextFile(large, limit)).toMatchObject({ why: expect.stringContaining("Too large") });
  });

  test.runIf(process.platform === "linux")("explains files that open but can't be read", async () => {
    expect(await readTextFile("/proc/self/mem", limit)).toMatchObject({ kind: "unfit" });
  });

  test("a pipe without a writer doesn't block", async () => {
    const path = join(temporaryDirectory(), "pipe");
    execFileSync("mkfifo", [path]);
    expect(await readTextFile(path, limit)).toEqual({ kind: "unfit", why: "Not a regular file" });
  });
});
