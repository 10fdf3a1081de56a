import { describe, expect, test } from "vitest";
import { reduceForAnswer, toAnswer } from "./answer.js";
import { answerLimits, OutputCollector, type OutputEvent, type OutputLimits } from "./outputs.js";

const stdout = (text: string): OutputEvent => ({ type: "stream", name: "stdout", text });
const stderr = (text: string): OutputEvent => ({ type: "stream", name: "stderr", text });
const display = (data: Record<string, unknown>, displayId?: string): OutputEvent => ({
  type: "display",
  data,
  metadata: {},
  ...(displayId !== undefined && { displayId }),
});
const update = (base64: string, displayId: string): OutputEvent => ({
  type: "update",
  data: { "image/png": base64 },
  metadata: {},
  displayId,
});
const png = (base64: string) => display({ "image/png": base64, "text/plain": "<Figure>" });

function collect(events: readonly OutputEvent[], limits: Partial<OutputLimits> = {}): OutputCollector {
  const collector = new OutputCollector({ ...answerLimits, ...limits }, reduceForAnswer);
  for (const event of events) collector.add(event);
  return collector;
}

const answer = (events: readonly OutputEvent[], limits?: Partial<OutputLimits>) =>
  toAnswer(collect(events, limits).list());

/** Returns the result's text. Fails if it isn't a single text. */
function text(events: readonly OutputEvent[], limits?: Partial<OutputLimits>): string {
  const outputs = answer(events, limits);
  const [only] = outputs;
  if (outputs.length !== 1 || only?.type !== "text") throw new Error(`not one text: ${JSON.stringify(outputs)}`);
  return only.text;
}

describe("the result", () => {
  test("joins streams in order", () => {
    expect(text([stdout("a\n"), stderr("b\n"), stdout("c"), stdout("d\n")])).toBe("a\nb\ncd\n");
  });

  test("puts results and tracebacks on separate lines, without colours", () => {
    const result: OutputEvent = { type: "result", data: { "text/plain": "42" }, metadata: {}, executionCount: 1 };
    const error: OutputEvent = {
      type: "error",
      name: "ValueError",
      value: "no",
      traceback: ["\u001b[0;31mValueError\u001b[0m", "\u001b[1mno\u001b[0m"],
    };
    expect(text([stdout("\u001b[32mgreen\u001b[0m"), result, error])).toBe("green\n42\nValueError\nno\n");
  });

  test("shows the name and value of an error without a traceback", () => {
    expect(text([{ type: "error", name: "E", value: "why", traceback: [] }])).toBe("E: why\n");
  });

  test("puts a PNG between the surrounding texts, without line breaks and description", () => {
    expect(answer([stdout("a\n"), png("iVBO\nRw0K\n"), stdout("b\n")])).toEqual([
      { type: "text", text: "a\n" },
      { type: "image", png: "iVBORw0K" },
      { type: "text", text: "b\n" },
    ]);
  });

  test.each([
    ["HTML with a text", { "text/html": "<b>x</b>", "text/plain": "x" }, "x\n"],
    ["HTML alone", { "text/html": "<b>x</b>" }, "<b>x</b>\n"],
    ["SVG with a text", { "image/svg+xml": "<svg/>", "text/plain": "<Figure>" }, "<Figure>\n"],
    ["SVG alone", { "image/svg+xml": "<svg/>" }, "[image/svg+xml: can't be shown as text]\n"],
    ["JSON", { "application/json": { a: [1] } }, '{"a":[1]}\n'],
  ])("%s is text", (_what, data, expected) => {
    expect(text([display(data)])).toBe(expected);
  });

  test("is empty without outputs", () => {
    expect(answer([])).toEqual([]);
    expect(answer([stdout("")])).toEqual([]);
  });
});

describe("clearing and replacing", () => {
  test("clear_output removes the outputs", () => {
    expect(text([stdout("old\n"), png("a"), { type: "clear", wait: false }, stdout("new\n")])).toBe("new\n");
  });

  test("clear_output with wait keeps them until the next output", () => {
    const events: OutputEvent[] = [stdout("old\n"), { type: "clear", wait: true }];
    expect(text(events)).toBe("old\n");
    expect(text([...events, stdout("new\n")])).toBe("new\n");
  });

  test("updates every display with the id in place", () => {
    const update: OutputEvent = { type: "update", data: { "text/plain": "2" }, metadata: {}, displayId: "d" };
    const events = [display({ "text/plain": "1" }, "d"), stdout("between\n"), display({ "text/plain": "1" }, "d")];
    expect(text([...events, update])).toBe("2\nbetween\n2\n");
    expect(text([...events, { ...update, displayId: "unknown" }])).toBe("1\nbetween\n1\n");
  });

  test("counts a thousand frames of one display as one image", () => {
    const events: OutputEvent[] = [display({ "image/png": "frame" }, "d")];
    for (let frame = 0; frame < 1_000; frame++)
      events.push({ type: "update", data: { "image/png": `frame${frame}` }, metadata: {}, displayId: "d" });
    expect(answer(events)).toEqual([{ type: "image", png: "frame999" }]);
  });

  test("updates the last image within the limit", () => {
    const events = [display({ "image/png": "old" }, "d"), update("new", "d")];
    expect(answer(events, { images: 1 })).toEqual([{ type: "image", png: "new" }]);
    expect(answer(events, { imageCharacters: 3 })).toEqual([{ type: "image", png: "new" }]);
  });

  test("doesn't count updates of another cell's display", () => {
    const events = [update("1", "elsewhere"), update("2", "elsewhere"), png("own")];
    expect(answer(events, { images: 1 })).toEqual([{ type: "image", png: "own" }]);
  });

  test("counts every display with the id when it is updated", () => {
    const twice = [display({ "image/png": "a" }, "d"), display({ "image/png": "a" }, "d"), update("b", "d")];
    const outputs = answer([...twice, png("third"), png("fourth")], { images: 3 });
    expect(outputs.map((output) => (output.type === "image" ? output.png : "text"))).toEqual([
      "b",
      "b",
      "third",
      "text",
    ]);
  });
});

describe("limits", () => {
  test("keep whole lines at the beginning and end of a long text, with a note about the rest", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`);
    const given = lines.join("");
    const cut = text([stdout(given)], { characters: 1_000 });
    const [, head = "", missing = "", tail = ""] =
      /^(.*)\[\.\.\. ([\d,]+) characters omitted \.\.\.\]\n(.*)$/s.exec(cut) ?? [];
    expect(head).toMatch(/^line 0\n(line \d+\n)+$/);
    expect(tail).toMatch(/^line \d+\n(line \d+\n)*line 9999\n$/);
    expect(head.length + tail.length).toBeLessThanOrEqual(1_000);
    expect(head.length + tail.length + Number(missing.replaceAll(",", ""))).toBe(given.length);
    expect(given.startsWith(head) && given.endsWith(tail)).toBe(true);
  });

  test("count the same for one write and for many", () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}\n`);
    const missingOf = (cut: string) => Number(/([\d,]+) characters/.exec(cut)?.[1]?.replaceAll(",", ""));
    const once = text([stdout(lines.join(""))], { characters: 2_000 });
    const often = text(lines.map(stdout), { characters: 2_000 });
    for (const cut of [once, often]) {
      const note = /\[\.\.\..*\]\n/.exec(cut)?.[0] ?? "";
      expect(cut.length - note.length + missingOf(cut)).toBe(lines.join("").length);
    }
  });

  test("cut an endless line without splitting a character", () => {
    const cut = text([stdout("😀".repeat(300_000))], { characters: 1_001 });
    expect(cut).toMatch(/^(😀)+\n\[\.\.\. [\d,]+ characters omitted \.\.\.\]\n(😀)+$/u);
  });

  test("apply to a hundred thousand switches between streams", () => {
    const collector = collect([], { characters: 10_000 });
    for (let count = 0; count < 100_000; count++) {
      collector.add(stdout("out\n"));
      collector.add(stderr("err\n"));
    }
    const length = toAnswer(collector.list()).reduce((sum, output) => sum + JSON.stringify(output).length, 0);
    expect(length).toBeLessThan(25_000);
  });

  test("apply to a hundred thousand displays, which the note counts", () => {
    const events = Array.from({ length: 100_000 }, (_, index) => display({ "text/plain": String(index) }));
    const cut = text(events, { characters: 10_000 });
    const kept = cut.split("\n").filter((line) => /^\d+$/.test(line)).length;
    expect(cut).toMatch(/^0\n1\n/);
    expect(cut).toMatch(/\n99999\n$/);
    expect(cut).toContain(`[... ${(100_000 - kept).toLocaleString("en-US")} outputs omitted ...]`);
  });

  test("replace images beyond them with text", () => {
    const outputs = answer([png("a".repeat(50)), png("b".repeat(50)), png("c".repeat(50))], { images: 2 });
    expect(outputs.map((output) => output.type)).toEqual(["image", "image", "text"]);
    expect(outputs[2]).toMatchObject({ text: expect.stringContaining("image/png of 1 kB omitted") });
    expect(answer([png("a".repeat(100))], { imageCharacters: 99 })).toMatchObject([{ type: "text" }]);
  });

  test("apply to results and exceptions", () => {
    const long = "x".repeat(1_000_000);
    const result: OutputEvent = { type: "result", data: { "text/plain": long }, metadata: {}, executionCount: 1 };
    expect(text([result]).length).toBeLessThan(101_000);
    expect(text([{ type: "error", name: "E", value: long, traceback: [long] }]).length).toBeLessThan(101_000);
  });
});

test("an unchanged output is the same object, so that a page needn't draw it again", () => {
  const collector = collect([stdout("a\n"), display({ "text/plain": "x" }), stdout("b\n")]);
  const before = collector.list();
  collector.add(stdout("c\n"));
  const after = collector.list();
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(after[2]).toEqual({ output_type: "stream", name: "stdout", text: "b\nc\n" });
});
