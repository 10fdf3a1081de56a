import { Logger } from "@tandem/base";
import { FakeClock } from "@tandem/base/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EditorSelection } from "../editor.js";
import { Privacy } from "../privacy.js";
import { SelectionFeed, type SelectionMessage } from "./selection.js";

function feed(more: { didChangeActiveEditor?: boolean } = {}) {
  const clock = new FakeClock();
  const privacy = new Privacy({ folders: () => ["/w"], hostRules: [], isPaused: false });
  const problems: string[] = [];
  const sent: (SelectionMessage & { at: number })[] = [];
  const selection = new SelectionFeed({
    clock,
    privacy,
    log: new Logger((entry) => problems.push(entry.message), "error"),
    intervalMs: 50,
    didChangeActiveEditor: more.didChangeActiveEditor ?? false,
    send: (message) => sent.push({ ...message, at: clock.now() }),
  });
  return { clock, privacy, sent, problems, selection, texts: () => sent.map((message) => message.params.text) };
}

function at(text: string, line = 0, path = "/w/a.txt"): EditorSelection {
  return { path, text, range: { start: { line, character: 0 }, end: { line, character: text.length } } };
}

describe("selection_changed (NOT-01)", () => {
  test("the first change goes out at once", () => {
    const { sent, selection } = feed();
    selection.changed(at("one"));
    expect(sent).toMatchObject([
      {
        at: 0,
        method: "selection_changed",
        params: {
          text: "one",
          filePath: "/w/a.txt",
          fileUrl: "file:///w/a.txt",
          selection: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 }, isEmpty: false },
        },
      },
    ]);
  });

  test("while the user keeps moving one goes out every 50 ms, and the last state always", () => {
    const { clock, sent, selection, texts } = feed();
    for (let i = 0; i < 30; i++) {
      selection.changed(at(`s${i}`));
      clock.advance(10);
    }
    clock.advance(1000);
    const gaps = sent.slice(1).map((message, i) => message.at - (sent[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
    expect(sent.length).toBeGreaterThan(5);
    expect(texts().at(-1)).toBe("s29");
  });

  test("equal states are told once", () => {
    const { clock, sent, selection } = feed();
    for (let i = 0; i < 5; i++) {
      selection.changed(at("same"));
      clock.advance(100);
    }
    expect(sent).toHaveLength(1);
  });

  test("a selection that is gone within 50 ms is still told, and then the cursor", () => {
    const { clock, selection, texts } = feed();
    selection.changed(at("", 1));
    selection.changed(at("quick", 2));
    selection.changed(at("", 3));
    clock.advance(200);
    expect(texts()).toEqual(["", "quick", ""]);
  });

  test("closing the file clears it, for later clients too", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("secret"));
    clock.advance(60);
    selection.changed(undefined);
    expect(sent.at(-1)?.params).toEqual({ text: "", selection: expect.objectContaining({ isEmpty: true }) });
    expect(selection.latest).toBeUndefined();
    expect(selection.current()).toEqual([]);
  });

  test("a file that is closed within the 50 ms leaves nothing behind", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("a"));
    selection.changed(at("b"));
    selection.changed(undefined);
    clock.advance(500);
    expect(sent.at(-1)?.params.filePath).toBeUndefined();
  });

  test("a withheld file is told as no file", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("shown"));
    clock.advance(60);
    selection.changed(at("KEY=1", 0, "/w/.env"));
    expect(sent.at(-1)?.params).toEqual({ text: "", selection: expect.anything() });
    expect(JSON.stringify(sent)).not.toContain("KEY");
  });

  test("pausing clears what clients show, resuming tells it again", () => {
    const { clock, privacy, selection, texts, sent } = feed();
    selection.changed(at("one"));
    clock.advance(60);
    privacy.isPaused = true;
    selection.refresh();
    clock.advance(60);
    privacy.isPaused = false;
    selection.refresh();
    expect(texts()).toEqual(["one", "", "one"]);
    expect(sent[1]?.params.filePath).toBeUndefined();
  });

  test("a very long selection is cut, its range is not", () => {
    const { sent, selection } = feed();
    selection.changed({
      ...at("x".repeat(3_000_000)),
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    });
    expect(sent[0]?.params.text).toHaveLength(1_000_000);
    expect(sent[0]?.params).toMatchObject({ selection: { end: { line: 9 } } });
  });

  test.each([
    ["no range", { path: "/w/a", text: "" }],
    ["a range that is null", { path: "/w/a", text: "", range: null }],
    ["a relative path", { ...at("x"), path: "a.txt" }],
    ["a negative line", at("x", -1)],
    ["nothing at all", {}],
  ])("what makes no sense is dropped and logged, now and in the timer: %s", (_what, told) => {
    const { clock, problems, sent, selection } = feed();
    selection.changed(at("good"));
    selection.changed(told as EditorSelection);
    clock.advance(100);
    selection.changed(told as EditorSelection);
    expect(sent).toHaveLength(1);
    expect(problems).toHaveLength(2);
    expect(selection.current()).toHaveLength(1);
  });

  test("null means that no file is active, as undefined does", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("a"));
    clock.advance(60);
    selection.changed(null);
    expect(sent.at(-1)?.params.filePath).toBeUndefined();
  });

  test("after the end nothing starts a timer any more", () => {
    const { clock, selection, sent } = feed();
    selection.close();
    selection.changed(at("late"));
    expect([sent.length, clock.pending]).toEqual([0, 0]);
  });

  test("workspace/didChangeActiveEditor comes beside it where asked for (NOT-04)", () => {
    const { sent, selection } = feed({ didChangeActiveEditor: true });
    selection.changed(at("one"));
    expect(sent.map((message) => message.method)).toEqual(["selection_changed", "workspace/didChangeActiveEditor"]);
    expect(sent[1]?.params).toEqual({
      filePath: "/w/a.txt",
      text: "one",
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } },
    });
  });

  test("whatever happens and whenever: never two within 50 ms, the last state is told, no timer stays", () => {
    const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 80 }), fc.constantFrom("", "a", "b", "closed")));
    fc.assert(
      fc.property(events, (steps) => {
        const { clock, sent, selection } = feed();
        let last = "closed";
        for (const [wait, what] of steps) {
          clock.advance(wait);
          selection.changed(what === "closed" ? undefined : at(what));
          last = what;
        }
        clock.advance(1000);
        for (const [i, message] of sent.entries())
          if (i > 0) expect(message.at - (sent[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(50);
        const final = sent.at(-1)?.params;
        if (last === "closed") expect(final?.filePath).toBeUndefined();
        else expect(final).toMatchObject({ text: last, filePath: "/w/a.txt" });
        expect(clock.pending).toBe(0);
      }),
    );
  });
});
