/** The diagnostics of open files as windows show them: by offsets, in a version of the text. */
import { ChangeSet, type Text } from "@codemirror/state";
import type { Diagnostic } from "@tandem-ide/base";
import { changeBetween, offsetAt } from "@tandem-ide/codemirror/text";
import type { Events } from "../../messages.js";
import type { MarkedProblem } from "../../messages-language.js";
import type { FileDocument } from "../documents/file-document.js";

interface FileDiagnostics {
  /** A file that is opened again has a new document, and these diagnostics are dropped. */
  readonly document: FileDocument;
  readonly text: Text;
  readonly problems: readonly MarkedProblem[];
}

function marked({ message, severity, source, code, range }: Diagnostic, text: Text): MarkedProblem {
  const from = offsetAt(text, range.start);
  return {
    message,
    severity,
    ...(source !== undefined && { source }),
    ...(code !== undefined && { code }),
    from,
    to: Math.max(from, offsetAt(text, range.end)),
  };
}

/** Moves problems from the text they were found in to the current one. */
function moved(problems: readonly MarkedProblem[], before: Text, now: Text): readonly MarkedProblem[] {
  const change = changeBetween(before, now);
  if (!change) return problems;
  const changes = ChangeSet.of(change, before.length);
  return problems.map((problem) => {
    const from = changes.mapPos(problem.from, 1);
    return { ...problem, from, to: Math.max(from, changes.mapPos(problem.to, -1)) };
  });
}

export class OpenFileDiagnostics {
  readonly #byPath = new Map<string, FileDiagnostics>();
  readonly #documentOf: (path: string) => FileDocument | undefined;

  constructor(documentOf: (path: string) => FileDocument | undefined) {
    this.#documentOf = documentOf;
  }

  /** Stores diagnostics of the current text. Returns undefined for a file that is no longer open. */
  set(path: string, diagnostics: readonly Diagnostic[]): Events["diagnostics"] | undefined {
    for (const [each, { document }] of this.#byPath) if (this.#documentOf(each) !== document) this.#byPath.delete(each);
    const document = this.#documentOf(path);
    if (!document) return undefined;
    const { text } = document.shared;
    this.#byPath.set(path, { document, text, problems: diagnostics.map((each) => marked(each, text)) });
    return this.get(path);
  }

  get(path: string): Events["diagnostics"] | undefined {
    const known = this.#byPath.get(path);
    const document = this.#documentOf(path);
    if (!known || !document || known.document !== document) return undefined;
    const { text, version } = document.shared;
    return { path, version, diagnostics: moved(known.problems, known.text, text) };
  }
}
