/**
 * An immutable notebook (.ipynb, nbformat 4): every change returns a new one. Unchanged parts are written exactly as they
 * were read, including unknown ones, and changed parts as Jupyter writes them. Runs in a page too.
 */
import { isRecord, messageOf } from "@tandem-ide/base";
import {
  type JsonStyle,
  jupyterStyle,
  type List,
  type Member,
  type Part,
  splitArray,
  splitObject,
  styleOf,
  writeArray,
  writeObject,
  writeValue,
} from "./json-text.js";
import type { NotebookOutput, UnknownOutput } from "./nbformat.js";
import { type CellType, NotebookCell } from "./notebook-cell.js";

/**
 * The text isn't a supported notebook. The message explains why and what to do.
 *
 * @example
 * try { Notebook.parse(text); }
 * catch (error) { if (error instanceof NotebookError) showAsText(text, error.message); }
 */
export class NotebookError extends Error {
  override readonly name = "NotebookError";
}

interface Parts {
  readonly members: List<Member>;
  /** The list of cells as read. */
  readonly list: List<Part>;
  readonly cells: readonly NotebookCell[];
  readonly style: JsonStyle;
  /** The text around the object: a byte-order mark, the final line break. */
  readonly before: string;
  readonly after: string;
}

/**
 * @example
 * const notebook = Notebook.parse(await readFile("analysis.ipynb", "utf8"));
 * await writeFile("analysis.ipynb", notebook.setSource(0, "import math").toText());
 */
export class Notebook {
  readonly #parts: Parts;
  /** The text as read. Undefined after a change. */
  readonly #text: string | undefined;

  private constructor(parts: Parts, text?: string) {
    this.#parts = parts;
    this.#text = text;
  }

  /** Parses a file's text. Throws a {@link NotebookError} unless it is nbformat 4. */
  static parse(text: string): Notebook {
    const content = checked(text);
    const start = text.indexOf("{");
    const end = text.lastIndexOf("}") + 1;
    const object = text.slice(start, end);
    const members = splitObject(object);
    const list = splitArray(members.parts.findLast(({ key }) => key === "cells")?.raw ?? "[]");
    if (!content.cells.every(isRecord))
      throw new NotebookError("This notebook is damaged: one of its cells isn't an object.");
    return new Notebook(
      {
        members,
        list,
        cells: list.parts.map(NotebookCell.read),
        style: styleOf(object),
        before: text.slice(0, start),
        after: text.slice(end),
      },
      text,
    );
  }

  /** Creates a notebook without cells for a kernel. */
  static create(kernel = { name: "python3", displayName: "Python 3" }): Notebook {
    const metadata = {
      kernelspec: { display_name: kernel.displayName, language: "python", name: kernel.name },
      language_info: { name: "python" },
    };
    const content = { cells: [], metadata, nbformat: 4, nbformat_minor: 5 };
    return Notebook.parse(`${writeValue(content, jupyterStyle, 0)}\n`);
  }

  /** The second part of the format's version, such as 5 in 4.5. */
  get minor(): number {
    const minor = this.#get("nbformat_minor");
    return typeof minor === "number" ? minor : 0;
  }

  get metadata(): Readonly<Record<string, unknown>> {
    const metadata = this.#get("metadata");
    return isRecord(metadata) ? metadata : {};
  }

  /** The name of the notebook's kernel, as shown by `jupyter kernelspec list`. */
  get kernelName(): string | undefined {
    const { kernelspec } = this.metadata;
    return isRecord(kernelspec) && typeof kernelspec.name === "string" ? kernelspec.name : undefined;
  }

  get cells(): readonly NotebookCell[] {
    return this.#parts.cells;
  }

  setSource(index: number, source: string): Notebook {
    return this.#change(index, (cell, style) => cell.withSource(source, style));
  }

  setType(index: number, type: CellType): Notebook {
    return this.#change(index, (cell, style) => cell.withType(type, style));
  }

  /** Sets the outputs of a code cell. Doesn't change other cells. */
  setOutputs(
    index: number,
    outputs: readonly (NotebookOutput | UnknownOutput)[],
    executionCount: number | null,
  ): Notebook {
    return this.#change(index, (cell, style) => cell.withOutputs(outputs, executionCount, style));
  }

  /** Removes the outputs of a cell, or of all cells. */
  clearOutputs(index?: number): Notebook {
    const clear = (cell: NotebookCell) => {
      const isClear = cell.outputs.length === 0 && cell.executionCount === null;
      return isClear ? cell : cell.withOutputs([], null, this.#parts.style);
    };
    if (index !== undefined) return this.#change(index, clear);
    const cells = this.cells.map(clear);
    return cells.every((cell, at) => cell === this.cells[at]) ? this : this.#withCells(cells);
  }

  /** Inserts a new cell at `index`, which can be the number of cells. */
  insertCell(index: number, type: CellType, source = ""): Notebook {
    const cell = NotebookCell.create(type, source, this.minor >= 5 ? this.#newId() : undefined, this.#parts.style);
    return this.#withCells(this.cells.toSpliced(this.#within(index, 0), 0, cell));
  }

  deleteCell(index: number): Notebook {
    return this.#withCells(this.cells.toSpliced(this.#within(index), 1));
  }

  /** Moves the cell at `from` to `to`. */
  moveCell(from: number, to: number): Notebook {
    const cells = [...this.cells];
    const moved = cells.splice(this.#within(from), 1);
    cells.splice(this.#within(to), 0, ...moved);
    return from === to ? this : this.#withCells(cells);
  }

  /** Returns the file's text. An unchanged notebook is written byte for byte as it was read. */
  toText(): string {
    if (this.#text !== undefined) return this.#text;
    const { members, list, cells, style, before, after } = this.#parts;
    const raw = writeArray({ ...list, parts: cells.map((cell) => cell.toPart(style)) }, style, 1);
    // The last of duplicate keys counts.
    const index = members.parts.findLastIndex(({ key }) => key === "cells");
    const parts = members.parts.map((member, at) => (at === index ? { ...member, raw } : member));
    return before + writeObject({ ...members, parts }, style, 0) + after;
  }

  #change(index: number, change: (cell: NotebookCell, style: JsonStyle) => NotebookCell): Notebook {
    const old = this.cells[this.#within(index)];
    if (old === undefined) return this;
    const cell = change(old, this.#parts.style);
    return cell === old ? this : this.#withCells(this.cells.with(index, cell));
  }

  #withCells(cells: readonly NotebookCell[]): Notebook {
    return new Notebook({ ...this.#parts, cells });
  }

  #within(index: number, below = 1): number {
    if (Number.isInteger(index) && index >= 0 && index <= this.cells.length - below) return index;
    throw new RangeError(`The notebook has ${this.cells.length} cells, so ${index} is out of range.`);
  }

  /** Creates an id like Jupyter's: eight hexadecimal digits. */
  #newId(): string {
    const taken = new Set(this.cells.map((cell) => cell.id));
    for (;;) {
      const id = crypto.randomUUID().slice(0, 8);
      if (!taken.has(id)) return id;
    }
  }

  #get(key: string): unknown {
    const member = this.#parts.members.parts.findLast((other) => other.key === key);
    return member === undefined ? undefined : JSON.parse(member.raw);
  }
}

function checked(text: string): { readonly cells: readonly unknown[] } {
  if (text.trim() === "") throw new NotebookError("This file is empty, so it isn't a notebook.");
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new NotebookError(
      `This file isn't a notebook because it isn't valid JSON: ${messageOf(error)}. Open it as text to fix it.`,
    );
  }
  if (!isRecord(content) || typeof content.nbformat !== "number")
    throw new NotebookError("This JSON file isn't a notebook: it has no nbformat.");
  if (content.nbformat < 4)
    throw new NotebookError(
      `This notebook has the old nbformat ${content.nbformat}. Convert it with: jupyter nbconvert --to notebook --inplace. Or open and save it in Jupyter.`,
    );
  if (content.nbformat > 4)
    throw new NotebookError(
      `This notebook has nbformat ${content.nbformat}, which is newer than the supported version 4. Open it in Jupyter.`,
    );
  if (!Array.isArray(content.cells)) throw new NotebookError("This notebook is damaged: it has no list of cells.");
  return { cells: content.cells };
}
