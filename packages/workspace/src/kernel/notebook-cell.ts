/** A cell of a notebook, as written in its file and as shown. */
import { isRecord } from "@tandem-ide/base";
import {
  type JsonStyle,
  jupyterStyle,
  type List,
  type Member,
  type Part,
  splitObject,
  writeObject,
  writeValue,
} from "./json-text.js";
import type { NotebookOutput, UnknownOutput } from "./nbformat.js";
import { joinLines, splitLines, toFileOutput, toOutput } from "./notebook-lines.js";

export type CellType = "code" | "markdown" | "raw";

/** The nesting depth of a cell's members in the file: notebook, cells, cell. */
const depth = 2;

/**
 * An immutable cell. `Notebook` replaces it to make changes.
 *
 * @example
 * for (const { type, source } of notebook.cells) if (type === "code") console.log(source);
 */
export class NotebookCell {
  readonly #members: List<Member>;
  /** Its text in the file. Undefined for a new cell. */
  readonly #part: Part | undefined;
  readonly #isChanged: boolean;

  private constructor(members: List<Member>, part: Part | undefined, isChanged: boolean) {
    this.#members = members;
    this.#part = part;
    this.#isChanged = isChanged;
  }

  /** @param part the cell's JSON, which must be an object. */
  static read(part: Part): NotebookCell {
    return new NotebookCell(splitObject(part.raw), part, false);
  }

  static create(type: CellType, source: string, id: string | undefined, style: JsonStyle): NotebookCell {
    const content = {
      cell_type: type,
      ...(type === "code" && { execution_count: null }),
      ...(id !== undefined && { id }),
      metadata: {},
      ...(type === "code" && { outputs: [] }),
      source: splitLines(source),
    };
    return new NotebookCell({ parts: [] }, undefined, true).#with(content, style);
  }

  /** Unique in the notebook. Undefined before nbformat 4.5. */
  get id(): string | undefined {
    const id = this.#get("id");
    return typeof id === "string" ? id : undefined;
  }

  get type(): CellType {
    const type = this.#get("cell_type");
    return type === "code" || type === "markdown" ? type : "raw";
  }

  get source(): string {
    return joinLines(this.#get("source"));
  }

  get metadata(): Readonly<Record<string, unknown>> {
    const metadata = this.#get("metadata");
    return isRecord(metadata) ? metadata : {};
  }

  get executionCount(): number | null {
    const count = this.#get("execution_count");
    return typeof count === "number" ? count : null;
  }

  get outputs(): readonly (NotebookOutput | UnknownOutput)[] {
    const outputs = this.#get("outputs");
    return Array.isArray(outputs) ? outputs.map(toOutput).filter((output) => output !== undefined) : [];
  }

  withSource(source: string, style: JsonStyle): NotebookCell {
    if (source === this.source) return this;
    // A file may have its sources as strings; they are kept that way.
    const value = typeof this.#get("source") === "string" ? source : splitLines(source);
    return this.#with({ source: value }, style);
  }

  withOutputs(
    outputs: readonly (NotebookOutput | UnknownOutput)[],
    executionCount: number | null,
    style: JsonStyle,
  ): NotebookCell {
    if (this.type !== "code") return this;
    return this.#with({ execution_count: executionCount, outputs: outputs.map(toFileOutput) }, style);
  }

  /** Returns a cell of another type with the same source. Adds or removes the members that only code cells have. */
  withType(type: CellType, style: JsonStyle): NotebookCell {
    if (type === this.type) return this;
    const ofOthers = type === "code" ? ["attachments"] : ["execution_count", "outputs"];
    const parts = this.#members.parts.filter(({ key }) => !ofOthers.includes(key));
    const kept = new NotebookCell({ ...this.#members, parts }, this.#part, true);
    const own = type === "code" ? { execution_count: null, outputs: [] } : {};
    return kept.#with({ cell_type: type, ...own }, style);
  }

  /** The cell's JSON. */
  write(style: JsonStyle = jupyterStyle): string {
    return this.#part && !this.#isChanged ? this.#part.raw : writeObject(this.#members, style, depth);
  }

  /** The cell's JSON with the surrounding spaces. */
  toPart(style: JsonStyle): Part {
    return { ...this.#part, raw: this.write(style) };
  }

  #with(content: Readonly<Record<string, unknown>>, style: JsonStyle): NotebookCell {
    const parts = [...this.#members.parts];
    for (const [key, value] of Object.entries(content)) {
      const member = { key, raw: writeValue(value, style, depth + 1) };
      const index = parts.findLastIndex((other) => other.key === key);
      if (index >= 0) parts[index] = { ...parts[index], ...member };
      else insertInOrder(parts, member);
    }
    return new NotebookCell({ ...this.#members, parts }, this.#part, true);
  }

  #get(key: string): unknown {
    const member = this.#members.parts.findLast((other) => other.key === key);
    return member === undefined ? undefined : JSON.parse(member.raw);
  }
}

/** Jupyter writes keys in alphabetical order. */
function insertInOrder(members: Member[], member: Member): void {
  const behind = members.findIndex((other) => other.key > member.key);
  members.splice(behind < 0 ? members.length : behind, 0, member);
}
