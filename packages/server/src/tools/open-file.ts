/** TOOL-02: opens a file for the user and selects in it. It may be any regular file (SEC-02): none of its text is told. */
import { stat } from "node:fs/promises";
import { errorCodes, RpcError, type ToolArguments } from "@tandem/protocol";
import { whyUnreadable } from "../files/why-unreadable.js";
import { locate, wantsSelection } from "../text/find.js";
import { failure, json, type Tool, text } from "./tool.js";

function check(args: ToolArguments<"openFile">): void {
  const refuse = (words: string) => {
    throw new RpcError(errorCodes.invalidParams, `openFile: ${words}`);
  };
  if (args.endText && !args.startText) refuse('"endText" needs "startText"');
  if (args.endLine !== undefined && args.startLine === undefined) refuse('"endLine" needs "startLine"');
  if (args.startText && args.startLine !== undefined) refuse('give "startText" or "startLine", not both');
  if (args.endLine !== undefined && args.startLine !== undefined && args.endLine < args.startLine)
    refuse('"endLine" must not be before "startLine"');
}

export const openFile: Tool<"openFile"> = async (args, { editor, workspace, privacy, call, signal }) => {
  check(args);
  const path = workspace.absolute(args.filePath);
  try {
    const found = await stat(path);
    if (!found.isFile()) return failure(`Not a regular file: ${path}`);
  } catch (error) {
    return failure(`${whyUnreadable(error)}: ${path}`);
  }
  let problem: string | undefined;
  const request = {
    path,
    preview: args.preview,
    takeFocus: args.makeFrontmost,
    ...(wantsSelection(args) && {
      locate: (bufferText: string) => {
        const located = locate(bufferText, args);
        problem = located.problem;
        return located.range;
      },
    }),
  };
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
};
