/** A text file that is open in the line editor. Your editor already has something like this. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Position, TextRange } from "@tandem-ide/base";
import { restoreText, toEditorText } from "@tandem-ide/base/text";

export class TextFile {
  readonly path: string;
  /** With LF line endings and no byte-order mark, as the endpoint expects it. */
  text: string;
  range: TextRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  #onDisk: string;

  constructor(path: string) {
    this.path = path;
    this.#onDisk = readFileSync(path, "utf8");
    this.text = toEditorText(this.#onDisk);
  }

  get isDirty(): boolean {
    return this.text !== toEditorText(this.#onDisk);
  }

  get info() {
    const lineCount = this.text.split("\n").length;
    return { path: this.path, isDirty: this.isDirty, isUntitled: false, languageId: "plaintext", lineCount };
  }

  get selection() {
    const text = this.text.slice(this.#offset(this.range.start), this.#offset(this.range.end));
    return { path: this.path, text, range: this.range };
  }

  /** Replaces the selection and puts the cursor after the typed text. */
  type(typed: string): void {
    const before = this.text.slice(0, this.#offset(this.range.start)) + typed;
    this.text = before + this.text.slice(this.#offset(this.range.end));
    const lines = before.split("\n");
    const cursor = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    this.range = { start: cursor, end: cursor };
  }

  /** Saves the text with the file's own line endings and byte-order mark. */
  save(): true {
    this.#onDisk = restoreText(this.text, this.#onDisk);
    writeFileSync(this.path, this.#onDisk);
    return true;
  }

  #offset({ line, character }: Position): number {
    const above = this.text.split("\n").slice(0, line);
    return above.reduce((sum, each) => sum + each.length + 1, character);
  }
}
