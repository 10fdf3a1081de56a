import { Logger } from "@tandem-ide/base";
import { FakeClock } from "@tandem-ide/base/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EditorSelection } from "./editor.js";
import { Privacy } from "./privacy/privacy.js";
import { SelectionState } from "./selection.js";

function feed() {
  const clock = new FakeClock();
  const privacy = new Privacy({ folders: () => ["/w"], hostRules: [], isPaused: false });
  const problems: string[] = [];
  const sent: { readonly at: number; readonly state: EditorSelection | undefined }[] = [];
  const log = new Logger((entry) => problems.push(entry.message), "error");
  const selection = new SelectionState({ clock, privacy, log, intervalMs: 50 });
  selection.observe((state) => sent.push({ at: clock.now(), state }));
  return { clock, privacy, sent, problems, selection, texts: () => sent.map(({ state }) => state?.text) };
}

function at(text: string, line = 0, path = "/w/a.txt"): EditorSelection {
  return { path, text, range: { start: { line, character: 0 }, end: { line, character: text.length } } };
}

describe("the selection (NOT-01)", () => {
  test("sends the first change at once", () => {
    const { sent, selection } = feed();
    selection.changed(at("one"));
    expect(sent).toEqual([{ at: 0, state: at("one") }]);
  });

  test("sends at most one state per 50 ms while the user moves, and always the last one", () => {
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

  test("sends equal states once", () => {
    const { clock, sent, selection } = feed();
    for (let i = 0; i < 5; i++) {
      selection.changed(at("same"));
      clock.advance(100);
    }
    expect(sent).toHaveLength(1);
  });

  test("still sends a selection that is cleared within 50 ms, and then the cursor", () => {
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
    expect(sent.at(-1)?.state).toBeUndefined();
    expect(selection.latest).toBeUndefined();
    expect(selection.current).toBeUndefined();
  });

  test("a file that is closed within 50 ms leaves nothing behind", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("a"));
    selection.changed(at("b"));
    selection.changed(undefined);
    clock.advance(500);
    expect(sent.at(-1)?.state).toBeUndefined();
  });

  test("sends a hidden file as no file", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("shown"));
    clock.advance(60);
    selection.changed(at("KEY=1", 0, "/w/.env"));
    expect(sent.at(-1)).toEqual({ at: 60, state: undefined });
    expect(JSON.stringify(sent)).not.toContain("KEY");
  });

  test("pausing clears the clients' indicator, and resuming sends it again", () => {
    const { clock, privacy, selection, texts } = feed();
    selection.changed(at("one"));
    clock.advance(60);
    privacy.isPaused = true;
    selection.refresh();
    clock.advance(60);
    privacy.isPaused = false;
    selection.refresh();
    expect(texts()).toEqual(["one", undefined, "one"]);
  });

  test("limits a very long text, but not its range", () => {
    const { sent, selection } = feed();
    selection.changed({
      ...at("x".repeat(3_000_000)),
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    });
    expect(sent[0]?.state?.text).toHaveLength(1_000_000);
    expect(sent[0]?.state?.range.end.line).toBe(9);
  });

  test.each([
    ["no range", { path: "/w/a", text: "" }],
    ["a range that is null", { path: "/w/a", text: "", range: null }],
    ["a relative path", { ...at("x"), path: "a.txt" }],
    ["a negative line", at("x", -1)],
    ["nothing at all", {}],
  ])("ignores and logs invalid selections, even in the timer: %s", (_what, told) => {
    const { clock, problems, sent, selection } = feed();
    selection.changed(at("good"));
    selection.changed(told as EditorSelection);
    clock.advance(100);
    selection.changed(told as EditorSelection);
    expect(sent).toHaveLength(1);
    expect(problems).toHaveLength(2);
    expect(selection.current).toEqual(at("good"));
  });

  test("null and undefined mean that no file is active", () => {
    const { clock, sent, selection } = feed();
    selection.changed(at("a"));
    clock.advance(60);
    selection.changed(null);
    expect(sent.at(-1)?.state).toBeUndefined();
  });

  test("starts no timer after closing", () => {
    const { clock, selection, sent } = feed();
    selection.close();
    selection.changed(at("late"));
    expect([sent.length, clock.pending]).toEqual([0, 0]);
  });

  test("puts the ends of a backward range in order", () => {
    const { sent, selection } = feed();
    const { range } = at("one");
    selection.changed({ ...at("one"), range: { start: range.end, end: range.start } });
    expect(sent[0]?.state?.range).toEqual(range);
  });

  test("any sequence: never two within 50 ms, sends the last state, leaves no timer", () => {
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
        expect(sent.at(-1)?.state?.text).toBe(last === "closed" ? undefined : last);
        expect(clock.pending).toBe(0);
      }),
    );
  });
});
