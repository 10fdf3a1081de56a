import fc from "fast-check";
import { expect, test } from "vitest";
import { pathsOf } from "../../../hub/files/list-files.js";
import { FileList, jsonOf } from "./file-list.js";

const name = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", "\n", "\ud800", "😀", "é"),
);
const runs = fc.array(fc.record({ prefix: name, names: fc.array(name, { minLength: 1 }) }));

test("serialises a list like JSON.stringify, whatever the names, and returns the same paths after shrinking", () => {
  fc.assert(
    fc.property(runs, (each) => {
      expect(jsonOf(each)).toBe(JSON.stringify(pathsOf(each)));
      const list = new FileList(each);
      const paths = list.paths();
      expect(list.count).toBe(paths.length);
      expect(list.shrink().paths()).toEqual(JSON.parse(JSON.stringify(paths)));
    }),
  );
});
