import { Logger } from "@tandem-ide/base";
import { describe, expect, test } from "vitest";
import type { Mention } from "./editor.js";
import { Mentions, type MentionTarget } from "./mentions.js";
import { Privacy } from "./privacy/privacy.js";

class Target implements MentionTarget {
  readonly received: Mention[] = [];
  readonly client: { readonly id: string; readonly name: string };

  constructor(
    id: string,
    public isListening: boolean,
  ) {
    this.client = { id, name: "some-agent" };
  }

  mention(mention: Mention): void {
    this.received.push(mention);
  }
}

function mentions(...targets: Target[]) {
  const privacy = new Privacy({ folders: () => ["/w"], hostRules: [], isPaused: false });
  return { privacy, mentions: new Mentions(() => targets, privacy, new Logger(() => {}, "error")) };
}

describe("mentions (NOT-02)", () => {
  test("a listening client gets a mention at once", () => {
    const target = new Target("1", true);
    const { mentions: all } = mentions(target);
    const mention = { path: "/w/a.txt", lines: { start: 4, end: 6 } };
    expect(all.add(mention)).toEqual({ status: "sent", clients: 1 });
    expect(target.received).toEqual([mention]);
  });

  test("are queued without a listening client, and delivered in order", () => {
    const target = new Target("1", false);
    const { mentions: all } = mentions(target);
    for (const name of ["a", "b", "c"]) expect(all.add({ path: `/w/${name}` })).toEqual({ status: "queued" });
    expect(all.queued).toBe(3);
    target.isListening = true;
    all.flush();
    expect(target.received.map((each) => each.path)).toEqual(["/w/a", "/w/b", "/w/c"]);
    expect(all.queued).toBe(0);
  });

  test("go to all clients, or only to the given one", () => {
    const [one, two] = [new Target("1", true), new Target("2", true)];
    const { mentions: all } = mentions(one, two);
    expect(all.add({ path: "/w/a" })).toEqual({ status: "sent", clients: 2 });
    all.add({ path: "/w/b", clientId: "2" });
    expect([one.received.length, two.received.length]).toEqual([1, 2]);
  });

  test("a hidden file isn't sent, and the user gets the reason", () => {
    const target = new Target("1", true);
    const { mentions: all } = mentions(target);
    expect(all.add({ path: "/w/.env.local" })).toEqual({ status: "hidden", reason: "Hidden by privacy rules" });
    expect(target.received).toEqual([]);
  });

  test("queued mentions are checked again before delivery", () => {
    const target = new Target("1", false);
    const { mentions: all, privacy } = mentions(target);
    all.add({ path: "/w/a" });
    privacy.setHostRules(["a"]);
    target.isListening = true;
    all.flush();
    expect([target.received, all.queued]).toEqual([[], 0]);
  });

  test("queued mentions wait until sharing resumes", () => {
    const target = new Target("1", false);
    const { mentions: all, privacy } = mentions(target);
    all.add({ path: "/w/a" });
    privacy.isPaused = true;
    target.isListening = true;
    all.flush();
    expect([target.received, all.queued]).toEqual([[], 1]);
    privacy.isPaused = false;
    all.flush();
    expect(target.received).toEqual([{ path: "/w/a" }]);
  });

  test("a mention for a disconnected client is refused", () => {
    const { mentions: all } = mentions(new Target("1", true));
    expect(all.add({ path: "/w/a", clientId: "gone" })).toMatchObject({ status: "refused" });
    expect(all.queued).toBe(0);
  });

  test("the queue is limited", () => {
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

  test("mentions for one client are dropped with it, and others stay", () => {
    const target = new Target("1", false);
    const { mentions: all } = mentions(target);
    all.add({ path: "/w/a", clientId: "1" });
    all.add({ path: "/w/b" });
    all.forget("1");
    expect(all.queued).toBe(1);
    target.isListening = true;
    all.flush();
    expect(target.received.map((each) => each.path)).toEqual(["/w/b"]);
  });
});
