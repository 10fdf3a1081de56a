/** Finds the range to select for `openFile`. */
import type { TextRange } from "@tandem-ide/base";
import { positionAt, toEditorText, toLineFeeds } from "@tandem-ide/base/text";
import type { ToolArguments } from "@tandem-ide/protocol";

export interface Located {
  readonly range: TextRange | undefined;
  /** Says what could not be found. */
  readonly problem: string | undefined;
}

type Wanted = Pick<ToolArguments<"openFile">, "startText" | "endText" | "startLine" | "endLine" | "selectToEndOfLine">;

function locateText(text: string, wanted: Wanted): Located {
  const startText = toEditorText(wanted.startText ?? "");
  const endText = toEditorText(wanted.endText ?? "");
  const start = text.indexOf(startText);
  if (start === -1) return { range: undefined, problem: "startText was not found, so nothing is selected" };
  let end = start + startText.length;
  let problem: string | undefined;
  if (endText !== "") {
    // Search from the end of startText, so an endText inside it doesn't match.
    const found = text.indexOf(endText, end);
    if (found === -1) problem = "endText was not found after startText, so only startText is selected";
    else end = found + endText.length;
  }
  if (wanted.selectToEndOfLine) {
    const lineEnd = text.indexOf("\n", end);
    end = lineEnd === -1 ? text.length : lineEnd;
  }
  return { range: { start: positionAt(text, start), end: positionAt(text, end) }, problem };
}

function locateLines(text: string, startLine: number, endLine: number): Located {
  const lines = text.split("\n");
  if (startLine > lines.length)
    return { range: undefined, problem: `line ${startLine} is past the end (${lines.length} lines)` };
  const last = Math.min(endLine, lines.length);
  const problem = endLine > last ? `line ${endLine} is past the end (${lines.length} lines)` : undefined;
  const range = {
    start: { line: startLine - 1, character: 0 },
    end: { line: last - 1, character: lines[last - 1]?.length ?? 0 },
  };
  return { range, problem };
}

/** Returns true if the arguments request a selection. */
export function wantsSelection(wanted: Wanted): boolean {
  return Boolean(wanted.startText) || wanted.startLine !== undefined;
}

/** Finds the range that the arguments of `openFile` describe. */
export function locate(bufferText: string, wanted: Wanted): Located {
  const text = toLineFeeds(bufferText);
  if (wanted.startText) return locateText(text, wanted);
  if (wanted.startLine !== undefined) return locateLines(text, wanted.startLine, wanted.endLine ?? wanted.startLine);
  return { range: undefined, problem: undefined };
}
