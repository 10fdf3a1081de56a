import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { ProgramFile, replaceFile } from "./replace-file.js";
import { UnfinishedWrites } from "./unfinished-writes.js";

/** Options with separate records for each test. */
function options() {
  return { unfinished: new UnfinishedWrites({ env: {}, home: temporaryDirectory() }) };
}

/** Returns the modes of the temporary file during a write. */
async function modesDuring(folder: string, writing: Promise<unknown>): Promise<Set<number>> {
  const modes = new Set<number>();
  let isDone = false;
  const done = writing.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (const name of readdirSync(folder).filter((each) => each.startsWith(".tandem-"))) {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      if (found) modes.add(found.mode & 0o777);
    }
    await setImmediate();
  }
  await done;
  return modes;
}

describe.skipIf(process.platform === "win32")("replacing a file", () => {
  test("keeps its permissions, but drops set-user-ID", async () => {
    const path = writeTo(temporaryDirectory(), "tool", "old");
    chmodSync(path, 0o6755);
    await replaceFile(path, "new", options());
    expect(statSync(path).mode & 0o7777).toBe(0o755);
  });

  test("is never readable by others while it is written, if only its owner could read it", async () => {
    const folder = temporaryDirectory();
    const path = writeTo(folder, "private.txt", "old");
    chmodSync(path, 0o600);
    const before = process.umask(0);
    try {
      const content = "new ".repeat(5_000_000);
      expect([...(await modesDuring(folder, replaceFile(path, content, options())))]).toEqual([0o600]);
      expect(readFileSync(path, "utf8")).toBe(content);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });
});

describe.skipIf(process.platform === "win32")("an executable file", () => {
  test("isn't replaced if programs are refused, and leaves no temporary file", async () => {
    const folder = temporaryDirectory();
    const script = writeTo(folder, "script", "#!/bin/sh\n");
    const executable = writeTo(folder, "executable", "old");
    chmodSync(executable, 0o700);
    for (const path of [script, executable])
      await expect(replaceFile(path, "new", { ...options(), refusePrograms: true })).rejects.toThrow(ProgramFile);
    expect(readdirSync(folder)).toEqual(["executable", "script"]);
    expect([script, executable].map((path) => readFileSync(path, "utf8"))).toEqual(["#!/bin/sh\n", "old"]);
  });

  test("is replaced by its user's own save, and stays executable", async () => {
    const path = writeTo(temporaryDirectory(), "script", "#!/bin/sh\n");
    chmodSync(path, 0o755);
    expect(await replaceFile(path, "#!/bin/bash\n", options())).toBe(true);
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["#!/bin/bash\n", 0o755]);
  });
});

test("doesn't write a file whose folder was deleted", async () => {
  const folder = temporaryDirectory();
  await expect(replaceFile(join(folder, "gone/a.txt"), "new", options())).rejects.toMatchObject({ code: "ENOENT" });
  expect(readdirSync(folder)).toEqual([]);
});
