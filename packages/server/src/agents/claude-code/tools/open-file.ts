/**
 * TOOL-02: opens a file for the user and selects in it. It may be any regular file (SEC-02): none of its text is told.
 *
 * What is selected is told to clients with its text, so outside the folders nothing is selected for a client. To select
 * and keep back what comes of it does not hold: an editor may tell another range than it was given (whole characters,
 * whole lines), and a selection moves and grows with the text around it, until it looks like one of the user's.
 */

import { stat } from "node:fs/promises";
import { type ToolArguments, tools } from "@tandem/protocol";
import { InvalidInput } from "../../../hub/errors.js";
import { whyUnreadable } from "../../../hub/files/why-unreadable.js";
import { locate, wantsSelection } from "./find.js";
import { defineTool, failure, json, text } from "./tool.js";

function check(args: ToolArguments<"openFile">): void {
  const refuse = (words: string) => {
    throw new InvalidInput(`openFile: ${words}`);
  };
  if (args.endText && !args.startText) refuse('"endText" needs "startText"');
  if (args.endLine !== undefined && args.startLine === undefined) refuse('"endLine" needs "startLine"');
  if (args.startText && args.startLine !== undefined) refuse('give "startText" or "startLine", not both');
  if (args.endLine !== undefined && args.startLine !== undefined && args.endLine < args.startLine)
    refuse('"endLine" must not be before "startLine"');
}

/** A line may be gone to: that tells how many lines there are. Where a text stands would tell what the file says. */
function locateOutside(args: ToolArguments<"openFile">) {
  const { startLine } = args;
  if (startLine === undefined) return undefined;
  return (bufferText: string) => {
    const start = locate(bufferText, { startLine, selectToEndOfLine: false }).range?.start;
    return start && { start, end: start };
  };
}

export const openFile = defineTool("openFile", tools.openFile.arguments, {
  needs: ["openFile"],
  whilePaused: "refused",
  hiddenFiles: "not told",
  async run(args, { hub: { editor, workspace, privacy, call }, signal }) {
    check(args);
    const path = workspace.absolute(args.filePath);
    try {
      const found = await stat(path);
      if (!found.isFile()) return failure(`Not a regular file: ${path}`);
    } catch (error) {
      return failure(`${whyUnreadable(error)}: ${path}`);
    }
    let problem: string | undefined;
    const locateInside = (bufferText: string) => {
      const located = locate(bufferText, args);
      problem = located.problem;
      return located.range;
    };
    const isOutside = workspace.nameOf(path) === undefined;
    const find = isOutside ? locateOutside(args) : wantsSelection(args) ? locateInside : undefined;
    const request = { path, preview: args.preview, takeFocus: args.makeFrontmost, ...(find && { locate: find }) };
    const opened = await call("openFile", signal, (inner) => editor.openFile?.(request, inner));
    // Whether a text is in a withheld file, asked often enough, tells all of it (SEC-02).
    if (privacy.judge(path)) return text(`Opened file: ${path}`);
    if (args.makeFrontmost) return text(`Opened file: ${path}${problem ? ` (${problem})` : ""}`);
    return json({
      success: true,
      filePath: path,
      languageId: opened?.languageId ?? "plaintext",
      lineCount: opened?.lineCount ?? 1,
      ...(problem && { message: problem }),
    });
  },
});
