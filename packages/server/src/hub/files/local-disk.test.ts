import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../testing/temporary.js";
import { isLocal, isQuickToRead, mountsAround } from "./local-disk.js";

describe.runIf(process.platform === "linux")("mounts", () => {
  test("are returned if nothing is mounted below the folder", () => {
    expect(mountsAround(temporaryDirectory())).toContain(" /proc ");
  });

  test("are undefined if something is mounted below, also below the root", () => {
    expect(mountsAround("/")).toBeUndefined();
  });

  test("the folder's own mount is not below it", () => {
    expect(mountsAround("/proc/self")).toBeDefined();
  });
});

test.skipIf(process.platform !== "linux")(
  "reading a folder with another file system below it doesn't block the editor",
  () => {
    expect(isQuickToRead("/")).toBe(false); // /proc is mounted below it.
    const folder = temporaryDirectory();
    expect(isQuickToRead(folder)).toBe(isLocal(folder));
  },
);
