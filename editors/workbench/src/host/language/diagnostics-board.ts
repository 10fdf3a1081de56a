/** What is wrong in the files that are open, as windows are told of it: by offsets, in a version of the text. */
import { ChangeSet, type Text } from "@codemirror/state";
import type { Diagnostic } from "@tandem/base";
import { changeBetween, offsetAt } from "@tandem/codemirror/text";
import type { Events } from "../../messages.js";
import type { MarkedProblem } from "../../messages-language.js";
import type { FileDocument } from "../documents/file-document.js";

interface Known {
  /** The one it was told of; one that is opened again is another. */
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

/** Moves problems from the text they were found in to the one that there is now. */
function moved(problems: readonly MarkedProblem[], before: Text, now: Text): readonly MarkedProblem[] {
  const change = changeBetween(before, now);
  if (!change) return problems;
  const changes = ChangeSet.of(change, before.length);
  return problems.map((problem) => {
    const from = changes.mapPos(problem.from, 1);
    return { ...problem, from, to: Math.max(from, changes.mapPos(problem.to, -1)) };
  });
}

export class DiagnosticsBoard {
  readonly #known = new Map<string, Known>();
  readonly #documentOf: (path: string) => FileDocument | undefined;

  constructor(documentOf: (path: string) => FileDocument | undefined) {
    this.#documentOf = documentOf;
  }

  /** Takes what was found in the text as it is now; undefined for a file that is not open any more. */
  put(path: string, diagnostics: readonly Diagnostic[]): Events["diagnostics"] | undefined {
    for (const [known, { document }] of this.#known)
      if (this.#documentOf(known) !== document) this.#known.delete(known);
    const document = this.#documentOf(path);
    if (!document) return undefined;
    const { text } = document.shared;
    this.#known.set(path, { document, text, problems: diagnostics.map((each) => marked(each, text)) });
    return this.get(path);
  }

  /** For a window that shows the file only now. */
  get(path: string): Events["diagnostics"] | undefined {
    const known = this.#known.get(path);
    const document = this.#documentOf(path);
    if (!known || !document || known.document !== document) return undefined;
    const { text, version } = document.shared;
    return { path, version, diagnostics: moved(known.problems, known.text, text) };
  }
}
