import fc from "fast-check";
import { expect, test } from "vitest";
import { jupyterStyle, splitArray, splitObject, styleOf, writeArray, writeObject, writeValue } from "./json-text.js";

const styles = [undefined, 1, 2, "\t"] as const;

test("an object's members are found as they were written, whatever is in them", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(...styles), (value, indent) => {
      const members = splitObject(JSON.stringify(value, null, indent));
      expect(members.parts.map(({ key }) => key)).toEqual(Object.keys(value));
      expect(members.parts.map(({ raw }) => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(Object.values(value))));
    }),
  );
});

test("so are an array's elements", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(...styles), (value, indent) => {
      const elements = splitArray(JSON.stringify(value, null, indent));
      expect(elements.parts.map(({ raw }) => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("what is taken apart and put together again is the same text", () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(objects, fc.constantFrom(...styles), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(writeObject(splitObject(text), styleOf(text), 0)).toBe(text);
    }),
  );
});

test("a value is written as JSON.stringify would, in the file's style", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeValue(value, jupyterStyle, 0)).toBe(JSON.stringify(value, null, 1));
    }),
  );
});

test("numbers, escapes and the order of keys stay as they were written", () => {
  const text = '{"b": 1.0, "10": 12345678901234567890, "9": "\\u00e9\\/", "a": -1E+2}';
  const members = splitObject(text);
  expect(members.parts.map(({ key, raw }) => [key, raw])).toEqual([
    ["b", "1.0"],
    ["10", "12345678901234567890"],
    ["9", '"\\u00e9\\/"'],
    ["a", "-1E+2"],
  ]);
  expect(writeObject(members, styleOf(text), 0)).toBe(text);
});

test("no depth is too deep", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(splitArray(`[${deep}, 1]`).parts.map(({ raw }) => raw)).toEqual([deep, "1"]);
});

test("a file in ASCII stays one", () => {
  const style = styleOf('{\n "a": "\\u00e9"\n}');
  expect(writeValue("ü😀", style, 0)).toBe('"\\u00fc\\ud83d\\ude00"');
  expect(writeArray({ parts: [{ raw: '"x"' }] }, style, 0)).toBe('[\n "x"\n]');
});
