import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EditedTexts } from "./edited-texts.js";

let folder: string;
const alive = new Set<number>();
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "tandem-edited-")), "edited");
  alive.clear();
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

function window(server: number, workspace = ["/project"]): EditedTexts {
  return new EditedTexts({ folder, workspace: () => workspace, server, isAlive: (pid) => alive.has(pid) });
}

const text = { path: "/project/a.txt", text: "my own words\n" };

test("what was typed before a reload is there once, for the next window", () => {
  const before = window(1);
  before.keep("a", { ...text, text: "my" });
  before.keep("a", text);
  before.freeze();
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(window(2).takeLost()).toEqual([text]);
  expect(window(2).takeLost()).toEqual([]);
});

test("it is written while the user rests, for a window that ends without a word", async () => {
  window(1).keep("a", text);
  await expect.poll(() => window(2).takeLost()).toEqual([text]);
});

test("what was decided is forgotten, but not by the end of the window", () => {
  const before = window(1);
  before.keep("a", text);
  before.keep("b", text);
  before.forget("a");
  before.freeze();
  before.forget("b");
  before.keep("c", text);
  expect(window(2).takeLost()).toEqual([text]);
});

test("a window that is still there keeps its own", () => {
  alive.add(1);
  const other = window(1);
  other.keep("a", text);
  other.freeze();
  expect(window(2).takeLost()).toEqual([]);
  alive.clear();
  expect(window(2).takeLost()).toEqual([text]);
});

test("a window that has gone leaves them to the next, though its process lives", () => {
  alive.add(1);
  const gone = window(1);
  gone.keep("a", text);
  gone.release();
  expect(window(2).takeLost()).toEqual([text]);
  gone.keep("b", text);
  gone.freeze();
  expect(window(2).takeLost()).toEqual([]);
});

test("what was typed in another workspace is kept for that one", () => {
  const before = window(1);
  before.keep("a", text);
  before.freeze();
  expect(window(2, ["/other"]).takeLost()).toEqual([]);
  expect(window(2, []).takeLost()).toEqual([]);
  expect(window(2, ["/other", "/project"]).takeLost()).toEqual([text]);
});

test("windows without a folder have theirs", () => {
  const before = window(1, []);
  before.keep("a", text);
  before.freeze();
  expect(window(2).takeLost()).toEqual([]);
  expect(window(2, []).takeLost()).toEqual([text]);
});
