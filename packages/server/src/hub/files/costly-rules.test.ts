/** Rules with many `**`, which a client or a repository may put into a .gitignore. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { Privacy } from "../privacy/privacy.js";
import { costlyRules, isTooDeep } from "./costly-rules.js";
import { listFiles } from "./list-files.js";

const all = { signal: new AbortController().signal, isHidden: () => false };
/** At most this many times as long as without such a rule. It used to take forever, and now takes about as long. */
const ratio = 1000;

/** Returns the duration in ms, at least a timer's resolution. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return Math.max(1, performance.now() - start);
}

describe("rules that would take too long", () => {
  test.each([
    ["src/**/test/**/data/**/*.bin", false],
    ["**/a/**/b/**/c/**", false],
    ["# a/**/b/**/c/**/d/**/e", false],
    ["a/**/b/**/c/**/d/**/e", true],
    ["**/a/**/b/**/c/**/d", true],
    ["!a/***/b/**\\/c/**/d/**/e", true],
    [`# ${" ".repeat(1000)}.`, false],
    [`${" ".repeat(1000)}.`, true],
  ])("%s: %s", (rule, expected) => expect(costlyRules([rule]).has(rule)).toBe(expected));

  test("many rules can be too costly together: returns those past the limit", () => {
    const rules = (globstars: number) => Array.from({ length: 1500 }, (_, i) => `${"a/**/".repeat(globstars)}${i}`);
    expect([0, 1, 2, 3].map((globstars) => costlyRules(rules(globstars)).size)).toEqual([0, 0, 500, 1480]);
    const [first] = costlyRules([...rules(3), "*.log", "**/build"]);
    expect(first).toBe("a/**/a/**/a/**/20");
    expect(costlyRules([...rules(3), "*.log", "**/build"]).has("*.log")).toBe(false);
  });

  test("path depth depends on the number of segments, not the length", () => {
    expect([`${"a".repeat(255)}/b`, "a/".repeat(100), "a/".repeat(200)].map(isTooDeep)).toEqual([false, false, true]);
  });

  test("one in a .gitignore is skipped, instead of blocking the editor forever in a deep folder", async () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".gitignore", `a${"/**/b".repeat(6)}/**/q/x\n*.log\n`);
    const deep = `a${"/b".repeat(100)}/x`;
    writeTo(folder, deep);
    writeTo(folder, "a/b/x.log");
    expect(await listFiles(folder, all)).toEqual([".gitignore", deep]);
  });

  test("a megabyte-long line in a .gitignore, or in a comment, is skipped, instead of blocking the editor", async () => {
    const folder = temporaryDirectory();
    writeTo(folder, "x.log");
    writeTo(folder, "y.txt");
    const plainMs = await timeOf(() => listFiles(folder, all));
    const long = " ".repeat(400_000);
    writeTo(folder, ".gitignore", `#${long}#\n${long}x\n*.log\n`);
    let found: readonly string[] = [];
    const tookMs = await timeOf(async () => {
      found = await listFiles(folder, all);
    });
    expect(found).toEqual([".gitignore", "y.txt"]);
    expect(tookMs / plainMs).toBeLessThan(ratio);
  });

  test("the maximum number of rules is fast with the deepest folder", async () => {
    const folder = temporaryDirectory();
    writeTo(folder, `a${"/b".repeat(1000)}/x`);
    const plainMs = await timeOf(() => listFiles(folder, all));
    writeTo(folder, ".gitignore", `a${"/**/b".repeat(2)}/**/q/x\n`);
    expect((await timeOf(() => listFiles(folder, all))) / plainMs).toBeLessThan(ratio);
  });

  test("one in a .tandemignore or from the host hides everything and is named", () => {
    const folder = temporaryDirectory();
    const rule = `a${"/**/b".repeat(6)}/**/c`;
    const warning = `${rule} (would take too long, so everything is hidden)`;
    const byHost = new Privacy({ folders: () => [folder], hostRules: ["*.log", rule], isPaused: false });
    expect(byHost.checkRules(join(folder, "x.txt"))).toMatchObject({ source: "settings", rule: warning });
    byHost.setHostRules(["*.log"]);
    expect(byHost.checkRules(join(folder, "x.txt"))).toBeUndefined();
    writeTo(folder, ".tandemignore", `${rule}\n`);
    expect(byHost.checkRules(join(folder, "x.txt"))).toMatchObject({
      source: join(folder, ".tandemignore"),
      rule: warning,
    });
  });

  test("hides impossibly long paths without matching them", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", `a${"/**/b".repeat(2)}/**/c\n`);
    const privacy = new Privacy({ folders: () => [folder], hostRules: [], isPaused: false });
    expect(privacy.checkRules(join(folder, `a${"/b".repeat(1500)}`))).toBeDefined();
    expect(privacy.checkRules(join(folder, `a${"/b".repeat(100)}`))).toBeUndefined();
  });
});
