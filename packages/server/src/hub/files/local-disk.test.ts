import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../testing/temporary.js";
import { isLocal, isQuickToRead, mountsAround } from "./local-disk.js";

describe.runIf(process.platform === "linux")("what is mounted", () => {
  test("is told for a folder with nothing mounted below it", () => {
    expect(mountsAround(temporaryDirectory())).toContain(" /proc ");
  });

  test("is not to be relied on where something is mounted below, also below the root", () => {
    expect(mountsAround("/")).toBeUndefined();
  });

  test("the folder's own mount is not below it", () => {
    expect(mountsAround("/proc/self")).toBeDefined();
  });
});

test.skipIf(process.platform !== "linux")(
  "a folder with another file system below it is read without keeping the editor waiting, whatever that is",
  () => {
    expect(isQuickToRead("/")).toBe(false); // /proc is below.
    const folder = temporaryDirectory();
    expect(isQuickToRead(folder)).toBe(isLocal(folder));
  },
);
