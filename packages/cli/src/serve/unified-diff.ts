/** Formats a proposal as a unified diff. */
import type { DiffProposal } from "@tandem-ide/server";
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from "diff";
import type { Colors } from "../output.js";
import { visible } from "../visible.js";

type Texts = Pick<DiffProposal, "oldText" | "newText">;

/** With more changed lines the diff would take seconds, so the whole old text is replaced instead. */
const maxEditLength = 2000;

function linesOf(text: string, prefix: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => prefix + line);
}

function patchOf({ oldText, newText }: Texts, oldName: string, newName: string): StructuredPatch {
  const patch = structuredPatch(oldName, newName, oldText, newText, undefined, undefined, {
    context: 3,
    maxEditLength,
  });
  if (patch) return patch;
  const before = linesOf(oldText, "-");
  const after = linesOf(newText, "+");
  const sizes = { oldStart: 1, oldLines: before.length, newStart: 1, newLines: after.length };
  return {
    oldFileName: oldName,
    newFileName: newName,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [{ ...sizes, lines: [...before, ...after] }],
  };
}

/** Returns the lines of the diff, with control characters made visible so that nothing can hide in a review. */
export function unifiedDiff(proposal: Texts & Pick<DiffProposal, "isNewFile">, name: string, colors: Colors): string[] {
  const paints: Readonly<Record<string, (text: string) => string>> = {
    "+": colors.green,
    "-": colors.red,
    "@": colors.cyan,
  };
  const patch = patchOf(proposal, proposal.isNewFile ? "/dev/null" : visible(name), visible(name));
  return formatPatch(patch, FILE_HEADERS_ONLY)
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => {
      const paint = index < 2 ? colors.bold : paints[line.charAt(0)];
      return paint ? paint(visible(line)) : visible(line);
    });
}
