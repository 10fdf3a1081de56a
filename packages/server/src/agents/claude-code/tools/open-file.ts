/**
 * TOOL-02: opens a file for the user and selects text in it. It may be any regular file, because its text isn't sent (SEC-02).
 *
 * Clients receive the selected text, so nothing is selected in files outside the workspace. Suppressing only that selection
 * isn't reliable: an editor may report another range than the requested one (whole characters, whole lines), and edits move
 * it until it looks like the user's.
 */
import { stat } from "node:fs/promises";
import type { ToolArguments } from "@tandem-ide/protocol";
import { InvalidInput } from "../../../hub/errors.js";
import { describeFileError } from "../../../hub/files/file-error.js";
import { locate, wantsSelection } from "./find.js";
import { defineTool, failure, json, text } from "./tool.js";

function check(args: ToolArguments<"openFile">): void {
  const refuse = (problem: string) => {
    throw new InvalidInput(`openFile: ${problem}`);
  };
  if (args.endText && !args.startText) refuse('"endText" needs "startText"');
  if (args.endLine !== undefined && args.startLine === undefined) refuse('"endLine" needs "startLine"');
  if (args.startText && args.startLine !== undefined) refuse('use "startText" or "startLine", not both');
  if (args.endLine !== undefined && args.startLine !== undefined && args.endLine < args.startLine)
    refuse('"endLine" must not be before "startLine"');
}

/** Outside the workspace only the line is used, because searching for text would reveal the content. */
function locateOutside(args: ToolArguments<"openFile">) {
  const { startLine } = args;
  if (startLine === undefined) return undefined;
  return (bufferText: string) => {
    const start = locate(bufferText, { startLine, selectToEndOfLine: false }).range?.start;
    return start && { start, end: start };
  };
}

export const openFile = defineTool("openFile", {
  needs: ["openFile"],
  whilePaused: "refused",
  async run(args, { hub: { editor, workspace, privacy, call }, signal }) {
    check(args);
    const path = workspace.absolute(args.filePath);
    try {
      const found = await stat(path);
      if (!found.isFile()) return failure(`Not a regular file: ${path}`);
    } catch (error) {
      return failure(`${describeFileError(error)}: ${path}`);
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
    // Don't reveal whether a hidden file contains some text: enough questions would expose all of it (SEC-02).
    if (privacy.checkRules(path)) return text(`Opened file: ${path}`);
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
