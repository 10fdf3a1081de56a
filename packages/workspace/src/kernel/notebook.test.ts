import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import { createKernels } from "./kernels.js";
import type { NotebookOutput } from "./nbformat.js";
import { Notebook, NotebookError } from "./notebook.js";
import { splitLines } from "./notebook-lines.js";
import { createHome } from "./testing/home.js";

/** As Jupyter writes it, with unknown members, and with numbers that JavaScript would format differently. */
const file = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "aaaaaaaa",
   "metadata": {},
   "source": [
    "# Title\\n",
    "text with é and 😀"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "bbbbbbbb",
   "metadata": {
    "custom": {"odd":   [1.0, 12345678901234567890]}
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "one\\n",
      "two\\n"
     ]
    },
    {
     "data": {
      "application/json": [
       "a",
       "b"
      ],
      "text/plain": [
       "[1,\\n",
       " 2]"
      ]
     },
     "execution_count": 3,
     "metadata": {},
     "output_type": "execute_result"
    }
   ],
   "source": "print('one')"
  },
  {
   "cell_type": "raw",
   "future": true,
   "id": "cccccccc",
   "metadata": {},
   "source": []
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Python 3",
   "language": "python",
   "name": "python3"
  },
  "unknown": 1.50
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

/** Returns the removed and added lines, like a diff. */
function changedLines(before: string, after: string): { removed: string[]; added: string[] } {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}

describe("reading", () => {
  test("joins the texts of cells", () => {
    const notebook = Notebook.parse(file);
    expect(notebook).toMatchObject({ minor: 5, kernelName: "python3" });
    expect(notebook.cells.map(({ id, type, source }) => ({ id, type, source }))).toEqual([
      { id: "aaaaaaaa", type: "markdown", source: "# Title\ntext with é and 😀" },
      { id: "bbbbbbbb", type: "code", source: "print('one')" },
      { id: "cccccccc", type: "raw", source: "" },
    ]);
    expect(notebook.cells[1]?.executionCount).toBe(3);
    expect(notebook.cells[1]?.outputs).toEqual([
      { output_type: "stream", name: "stdout", text: "one\ntwo\n" },
      {
        output_type: "execute_result",
        execution_count: 3,
        data: { "application/json": ["a", "b"], "text/plain": "[1,\n 2]" },
        metadata: {},
      },
    ]);
  });

  test.each([
    ["an empty file", "", /empty/],
    ["invalid JSON", "# a script", /isn't valid JSON.*as text/s],
    ["other JSON", '{"name": "x"}', /n.t a notebook/],
    ["a list", "[]", /n.t a notebook/],
    ["nbformat 3", '{"nbformat": 3, "nbformat_minor": 0, "worksheets": []}', /old nbformat 3\. Convert it/],
    ["nbformat 5", '{"nbformat": 5, "cells": []}', /newer/],
    ["no cells", '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}', /no list of cells/],
    ["an invalid cell", '{"nbformat": 4, "cells": [1]}', /one of its cells/],
  ])("rejects %s", (_what, text, words) => {
    expect(() => Notebook.parse(text)).toThrow(NotebookError);
    expect(() => Notebook.parse(text)).toThrow(words);
  });
});

describe("writing", () => {
  test.each([
    ["as Jupyter writes it", file],
    ["with four spaces", JSON.stringify(JSON.parse(file), null, 4)],
    ["on one line", JSON.stringify(JSON.parse(file))],
    ["with Windows line endings", file.replaceAll("\n", "\r\n")],
    ["with a byte-order mark", `\ufeff${file}`],
    ["with odd spaces", file.replaceAll(": ", " :  ")],
  ])("writes an unchanged notebook byte for byte, %s", (_what, text) => {
    expect(Notebook.parse(text).toText()).toBe(text);
    const same = Notebook.parse(text).setSource(1, "print('one')").clearOutputs(0).moveCell(2, 2);
    expect(same.toText()).toBe(text);
  });

  test("changes only the lines of the source that differ", () => {
    const text = Notebook.parse(file).setSource(0, "# Other\ntext with é and 😀").toText();
    expect(changedLines(file, text)).toEqual({ removed: ['    "# Title\\n",'], added: ['    "# Other\\n",'] });
  });

  test("keeps a source that is a string", () => {
    const text = Notebook.parse(file).setSource(1, "a\nb").toText();
    expect(changedLines(file, text)).toEqual({
      removed: [`   "source": "print('one')"`],
      added: ['   "source": "a\\nb"'],
    });
  });

  test("keeps unknown parts of a cell when its outputs change", () => {
    const outputs: NotebookOutput[] = [{ output_type: "stream", name: "stderr", text: "x\ny" }];
    const text = Notebook.parse(file).setOutputs(1, outputs, 4).toText();
    expect(text).toContain('"custom": {"odd":   [1.0, 12345678901234567890]}');
    expect(text).toContain(`   "execution_count": 4,
   "id": "bbbbbbbb",`);
    expect(text).toContain(`   "outputs": [
    {
     "name": "stderr",
     "output_type": "stream",
     "text": [
      "x\\n",
      "y"
     ]
    }
   ],
   "source": "print('one')"
  },`);
  });

  test("keeps the file's indentation, line endings and missing final line break", () => {
    const four = JSON.stringify(JSON.parse(file), null, 4).replaceAll("\n", "\r\n");
    const text = Notebook.parse(four).insertCell(3, "code", "x\ny").toText();
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text).toMatch(/\r\n {12}"source": \[\r\n {16}"x\\n",\r\n {16}"y"\r\n {12}\]\r\n {8}\}\r\n {4}\],/);
    expect(text.endsWith("}")).toBe(true);
  });

  test("moves, deletes and inserts cells without touching the others", () => {
    const notebook = Notebook.parse(file);
    const types = (changed: Notebook) => changed.cells.map(({ type }) => type);
    expect(types(notebook.moveCell(0, 2))).toEqual(["code", "raw", "markdown"]);
    expect(types(notebook.deleteCell(1))).toEqual(["markdown", "raw"]);
    expect(types(notebook.insertCell(1, "markdown", "new"))).toEqual(["markdown", "markdown", "code", "raw"]);
    expect(notebook.moveCell(0, 2).moveCell(2, 0).toText()).toBe(file);
    expect(notebook.insertCell(3, "code").deleteCell(3).toText()).toBe(file);
    expect(notebook.deleteCell(0).deleteCell(0).deleteCell(0).toText()).toContain('"cells": [],');
    expect(() => notebook.deleteCell(3)).toThrow(RangeError);
  });

  test("adds or removes the members of code cells when a cell's type changes", () => {
    const notebook = Notebook.parse(file).setType(1, "markdown");
    expect(JSON.parse(notebook.toText()).cells[1]).not.toHaveProperty("outputs");
    expect(notebook.setType(1, "code").cells[1]).toMatchObject({ outputs: [], executionCount: null });
  });

  test("adds ids to new cells from nbformat 4.5 on", () => {
    const before = file.replace('"nbformat_minor": 5', '"nbformat_minor": 4');
    expect(Notebook.parse(before).insertCell(0, "code").cells[0]?.id).toBeUndefined();
    const ids = Notebook.parse(file)
      .insertCell(0, "code")
      .insertCell(0, "code")
      .cells.map(({ id }) => id);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
    expect(new Set(ids).size).toBe(5);
  });

  test("clears the outputs of one cell or of all", () => {
    const cleared = Notebook.parse(file).clearOutputs();
    expect(cleared.cells[1]).toMatchObject({ outputs: [], executionCount: null });
    expect(cleared.toText()).toBe(Notebook.parse(file).clearOutputs(1).toText());
  });
});

test("splits lines like Python's splitlines", () => {
  expect(splitLines("a\nb\r\nc\rd\u2028e\u0085\n\n")).toEqual([
    "a\n",
    "b\r\n",
    "c\r",
    "d\u2028",
    "e\u0085",
    "\n",
    "\n",
  ]);
  expect(splitLines("")).toEqual([]);
});

describe("Jupyter's own nbformat", () => {
  const { test: testWithJupyter } = needs("jupyter");
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const home = createHome();
  const kernels = createKernels({ folders: () => [home.folder], environment: home.environment });
  afterAll(async () => {
    await kernels.close();
    home.remove();
  });

  /** Returns a file as Jupyter saves it after opening and validating it, or its validation error. */
  async function opened(name: string, text: string): Promise<string> {
    const path = join(home.folder, name);
    writeFileSync(path, text);
    const code = `import nbformat
notebook = nbformat.read(${JSON.stringify(path)}, as_version=nbformat.NO_CONVERT)
nbformat.validate(notebook)
nbformat.write(notebook, ${JSON.stringify(`${path}.saved`)})
"valid"`;
    expect(await kernels.run(code)).toEqual([{ type: "text", text: "'valid'\n" }]);
    return readFileSync(`${path}.saved`, "utf8");
  }

  testWithJupyter("accepts the outputs of a real run, and saves the file unchanged", async () => {
    const code = `import sys, struct
from IPython.display import display, HTML
print("out"); print("err", file=sys.stderr)
display(HTML("<b>x</b>\\n<i>y</i>"))
class Picture:
    def _repr_png_(self): return b"\\x89PNG\\r\\n\\x1a\\n" + bytes(30)
display(Picture())
display({"application/json": {"b": [1, 2], "a": {}}}, raw=True)
1/0`;
    const { outputs, executionCount, isOk } = await kernels.current().run(code);
    expect(isOk).toBe(false);
    const kinds = outputs.map(({ output_type }) => output_type);
    expect(kinds).toEqual(["stream", "stream", "display_data", "display_data", "display_data", "error"]);
    const result = await kernels.current().run("'a result'");
    const notebook = Notebook.create()
      .insertCell(0, "markdown", "# A notebook\nwith é")
      .insertCell(1, "code", code)
      .setOutputs(1, outputs, executionCount)
      .insertCell(2, "code", "'a result'")
      .setOutputs(2, result.outputs, result.executionCount)
      .insertCell(3, "raw", "raw");
    const text = notebook.toText();
    expect(await opened("new.ipynb", text)).toBe(text);
    expect(Notebook.parse(text).cells[1]?.outputs).toEqual(outputs);
  });

  testWithJupyter.each([0, 1, 2, 3, 4])("accepts a changed notebook in nbformat 4.%i", async (minor) => {
    const old = JSON.parse(file);
    for (const cell of old.cells) {
      delete cell.id;
      delete cell.future;
    }
    const text = `${JSON.stringify({ ...old, nbformat_minor: minor }, null, 1)}\n`;
    const notebook = Notebook.parse(text)
      .setSource(0, "other")
      .insertCell(1, "code", "x = 1")
      .insertCell(old.cells.length + 1, "code", "x")
      .setOutputs(old.cells.length + 1, [{ output_type: "stream", name: "stdout", text: "1\n" }], 1)
      .deleteCell(3);
    await opened(`old-${minor}.ipynb`, notebook.toText());
  });
});
