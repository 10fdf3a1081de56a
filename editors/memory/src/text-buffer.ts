/** An open file of the in-memory editor: its text, saved text and selection. */
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import type { Position, TextRange } from "@tandem-ide/base";
import { restoreText, toEditorText } from "@tandem-ide/base/text";

const languages: Readonly<Record<string, string>> = {
  ".js": "javascript",
  ".json": "json",
  ".md": "markdown",
  ".py": "python",
  ".ts": "typescript",
};

const start: Position = { line: 0, character: 0 };

export class TextBuffer {
  readonly path: string;
  text: string;
  selection: TextRange = { start, end: start };
  isPreview: boolean;
  /** The exact text on disk. Saving keeps its line endings and byte-order mark. */
  #onDisk: string;

  /** Reads the file. Throws the system's error if it can't be read. */
  constructor(path: string, isPreview: boolean) {
    this.path = path;
    this.isPreview = isPreview;
    this.#onDisk = readFileSync(path, "utf8");
    this.text = toEditorText(this.#onDisk);
  }

  get isDirty(): boolean {
    return this.text !== toEditorText(this.#onDisk);
  }

  get lineCount(): number {
    return this.text.split("\n").length;
  }

  get languageId(): string {
    return languages[extname(this.path)] ?? "plaintext";
  }

  get selectedText(): string {
    return this.text.slice(this.offsetOf(this.selection.start), this.offsetOf(this.selection.end));
  }

  save(): void {
    const content = restoreText(this.text, this.#onDisk);
    writeFileSync(this.path, content);
    this.#onDisk = content; // After the write, because the text is still unsaved if it fails.
  }

  offsetOf({ line, character }: Position): number {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    return Math.min(before + Math.min(character, lines[line]?.length ?? 0), this.text.length);
  }
}
