/**
 * What the workbench itself lacks and can be given: language tools and something that runs code. Without them
 * `getDiagnostics` and `executeCode` are not offered.
 */
import type { CodeOutput, Editor } from "@tandem/server";

/** A text as a language tool needs it. */
export interface OpenText {
  readonly path: string;
  readonly languageId: string;
  /** Counts up with every change while the file is open. */
  readonly version: number;
  /** With LF line ends. */
  text(): string;
}

/** What finds problems in files, language servers say. It is told of every text that is open, unsaved changes included. */
export interface LanguageTools {
  opened(text: OpenText): void;
  changed(text: OpenText): void;
  saved(path: string): void;
  closed(path: string): void;
  /** As {@link Editor.diagnostics}. */
  readonly diagnostics: NonNullable<Editor["diagnostics"]>;
}

/** What runs code for `executeCode`. The workbench has asked the user before it is called. */
export interface CodeRunner {
  run(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]>;
}
