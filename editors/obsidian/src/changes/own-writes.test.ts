import { expect, test, vi } from "vitest";
import { followOwnWrites } from "./own-writes.js";

/** An adapter like Obsidian's, whose methods are in its class. */
class Adapter {
  readonly calls: string[] = [];
  async write(path: string, data: string): Promise<void> {
    this.calls.push(`write ${path} ${data}`);
    if (path === "locked") throw new Error("locked");
  }
  async rename(path: string, to: string): Promise<void> {
    this.calls.push(`rename ${path} ${to}`);
  }
  async rmdir(path: string): Promise<void> {
    this.calls.push(`rmdir ${path}`);
  }
  async trashSystem(): Promise<boolean> {
    return true;
  }
}

function followed(files: Readonly<Record<string, readonly string[]>> = {}) {
  const adapter = new Adapter();
  const written: string[] = [];
  const stop = followOwnWrites({
    adapter,
    filesIn: (path) => files[path] ?? [],
    written: (path) => written.push(path),
  });
  return { adapter, written, stop };
}

test("reports a file once it is written, and passes the call and its result through", async () => {
  const { adapter, written } = followed();
  const writing = adapter.write("a.md", "text");
  expect(written).toEqual([]);
  await writing;
  expect(await adapter.trashSystem()).toBe(true);
  await expect(adapter.write("locked", "text")).rejects.toThrow("locked");
  await vi.waitFor(() => expect(written).toEqual(["a.md"]));
  expect(adapter.calls).toEqual(["write a.md text", "write locked text"]);
});

test("reports both names of a renamed file, and every file of a folder that is renamed or removed", async () => {
  const { adapter, written } = followed({ Old: ["Old/a.md", "Old/deep/b.md"] });
  await adapter.rename("a.md", "b.md");
  await adapter.rename("Old", "New");
  await adapter.rmdir("Old");
  await vi.waitFor(() => expect(written).toHaveLength(8));
  expect(written.slice(0, 2)).toEqual(["a.md", "b.md"]);
  expect(written.slice(2, 6)).toEqual(["Old/a.md", "Old/deep/b.md", "New/a.md", "New/deep/b.md"]);
  expect(written.slice(6)).toEqual(["Old/a.md", "Old/deep/b.md"]);
});

test("leaves the adapter as it was, even if another plugin watches it too", async () => {
  const first = followed();
  first.stop();
  expect(Object.hasOwn(first.adapter, "write")).toBe(false);

  const { adapter, written, stop } = followed();
  const ours = adapter.write;
  adapter.write = (path, data) => ours.call(adapter, path, data);
  stop();
  await adapter.write("a.md", "text");
  expect(adapter.calls).toEqual(["write a.md text"]);
  expect(written).toEqual([]);
});
