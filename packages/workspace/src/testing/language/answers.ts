/** Texts with and without an error, and the expected answers. */
import type { DiagnosticsAnswer } from "@tandem-ide/base";
import type { OpenText } from "../../language/types.js";

export const wrong = 'export const a: number = "x";\n';
export const right = "export const a: number = 1;\n";

/** The codes of all diagnostics, and whether they are current. */
export function codesIn({ files, isCurrent }: DiagnosticsAnswer) {
  return { codes: files.flatMap((file) => file.diagnostics.map(({ code }) => code)), isCurrent };
}

export const clean = { codes: [], isCurrent: true };
export const typeError = { codes: [2322], isCurrent: true };

export function openText(path: string, version: number, text: string): OpenText {
  return { path, languageId: "typescript", version, text: () => text };
}
