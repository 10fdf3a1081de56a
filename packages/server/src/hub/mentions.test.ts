import { Logger } from "@tandem/base";
import { describe, expect, test } from "vitest";
import type { Mention } from "./editor.js";
import { Mentions, type MentionTarget } from "./mentions.js";
import { Privacy } from "./privacy/privacy.js";

class Target implements MentionTarget {
  readonly told: Mention[] = [];
  readonly client: { readonly id: string };

  constructor(
    id: string,
    public isListening: boolean,
  ) {
    this.client = { id };
  }

  mention(mention: Mention): void {
    this.told.push(mention);
  }
}

function mentions(...targets: Target[]) {
  const privacy = new Privacy({ folders: () => ["/w"], hostRules: [], isPaused: false });
  return { privacy, mentions: new Mentions(() => targets, privacy, new Logger(() => {}, "error")) };
}

describe("mentions (NOT-02)", () => {
  test("a client that listens is told at once", () => {
    const target = new Target("1", true);
    const { mentions: all } = mentions(target);
    const mention = { path: "/w/a.txt", lines: { start: 4, end: 6 } };
    expect(all.add(mention)).toEqual({ status: "sent", clients: 1 });
    expect(target.told).toEqual([mention]);
  });

  test("without a client that listens they wait, and come in order", () => {
    const target = new Target("1", false);
    const { mentions: all } = mentions(target);
    for (const name of ["a", "b", "c"]) expect(all.add({ path: `/w/${name}` })).toEqual({ status: "queued" });
    expect(all.queued).toBe(3);
    target.isListening = true;
    all.flush();
    expect(target.told.map((each) => each.path)).toEqual(["/w/a", "/w/b", "/w/c"]);
    expect(all.queued).toBe(0);
  });

  test("all clients are told, or just the one that was meant", () => {
    const [one, two] = [new Target("1", true), new Target("2", true)];
    const { mentions: all } = mentions(one, two);
    expect(all.add({ path: "/w/a" })).toEqual({ status: "sent", clients: 2 });
    all.add({ path: "/w/b", clientId: "2" });
    expect([one.told.length, two.told.length]).toEqual([1, 2]);
  });

  test("a withheld file is not told, and the user learns why", () => {
    const target = new Target("1", true);
    const { mentions: all } = mentions(target);
    expect(all.add({ path: "/w/.env.local" })).toEqual({ status: "withheld", reason: "Withheld by privacy rules" });
    expect(target.told).toEqual([]);
  });

  test("one that waited is judged again when a client comes", () => {
    const target = new Target("1", false);
    const { mentions: all, privacy } = mentions(target);
    all.add({ path: "/w/a" });
    privacy.setHostRules(["a"]);
    target.isListening = true;
    all.flush();
    expect([target.told, all.queued]).toEqual([[], 0]);
  });

  test("those that wait also wait for the end of a pause", () => {
    const target = new Target("1", false);
    const { mentions: all, privacy } = mentions(target);
    all.add({ path: "/w/a" });
    privacy.isPaused = true;
    target.isListening = true;
    all.flush();
    expect([target.told, all.queued]).toEqual([[], 1]);
    privacy.isPaused = false;
    all.flush();
    expect(target.told).toEqual([{ path: "/w/a" }]);
  });

  test("one for a client that is gone is refused instead of waiting forever", () => {
    const { mentions: all } = mentions(new Target("1", true));
    expect(all.add({ path: "/w/a", clientId: "gone" })).toMatchObject({ status: "refused" });
    expect(all.queued).toBe(0);
  });

  test("the queue is bounded", () => {
    const target = new Target("1", false);
    const { mentions: all } = mentions(target);
    for (let i = 0; i < 150; i++) all.add({ path: `/w/${i}` });
    expect(all.queued).toBe(100);
  });

  test.each([
    [{ path: "a.txt" }, "absolute path"],
    [{ path: "/w/a", lines: { start: 3, end: 2 } }, "start <= end"],
    [{ path: "/w/a", lines: { start: -1, end: 2 } }, "from 0"],
    [{ path: "/w/a", lines: { start: 0.5, end: 2 } }, "from 0"],
  ])("%j is refused", (mention, words) => {
    const { mentions: all } = mentions();
    expect(all.add(mention)).toEqual({ status: "refused", reason: expect.stringContaining(words) });
    expect(all.queued).toBe(0);
  });

  test("what waits for one client only goes with it, and what waits for anybody stays", () => {
    const target = new Target("1", false);
    const { mentions: all } = mentions(target);
    all.add({ path: "/w/a", clientId: "1" });
    all.add({ path: "/w/b" });
    all.forget("1");
    expect(all.queued).toBe(1);
    target.isListening = true;
    all.flush();
    expect(target.told.map((each) => each.path)).toEqual(["/w/b"]);
  });
});
