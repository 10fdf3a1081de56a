/**
 * The arguments of the twelve tools. The results are in tool-results.ts. Schemas are strict, so a misspelt argument is an
 * error instead of a silent default (ERR-02).
 */
import * as z from "zod/mini";

const noArguments = z.strictObject({});
const text = (description: string) => z.string().check(z.describe(description));
const flag = (description: string, byDefault: boolean) =>
  z._default(z.boolean().check(z.describe(description)), byDefault);
const lineNumber = (description: string) => z.optional(z.int().check(z.positive(), z.describe(description)));

export const tools = {
  /** TOOL-01: blocks until the user decides. */
  openDiff: {
    description: "Show a proposed edit as a diff in the editor and wait until the user accepts or rejects it.",
    waitsForUser: true,
    arguments: z.strictObject({
      old_file_path: text("Absolute path of the file as it is now"),
      new_file_path: text("Absolute path of the file that the proposal is for"),
      new_file_contents: text("The whole proposed text"),
      tab_name: text("Name of the diff's tab; a second diff of the same name replaces the first"),
    }),
  },
  /** TOOL-02 */
  openFile: {
    description: "Open a file in the editor and, if asked, select text in it.",
    arguments: z.strictObject({
      filePath: text("Absolute path, or a path relative to the first workspace folder"),
      preview: flag("Open in a preview tab", false),
      startText: z.optional(text("Select from the start of the first occurrence of this text; empty means none")),
      endText: z.optional(text("… to the end of the first occurrence of this text after it; empty means none")),
      startLine: lineNumber("Select from this line, counted from 1"),
      endLine: lineNumber("… to the end of this line, counted from 1"),
      selectToEndOfLine: flag("Extend the selection to the end of its last line", false),
      makeFrontmost: flag("Bring the file to the front; false keeps the focus where it is", true),
    }),
  },
  /** TOOL-03 */
  getCurrentSelection: { description: "The text selected in the active editor.", arguments: noArguments },
  /** TOOL-04 */
  getLatestSelection: {
    description: "The most recent selection, even if its editor is no longer active.",
    arguments: noArguments,
  },
  /** TOOL-05 */
  getOpenEditors: { description: "The open tabs and their state.", arguments: noArguments },
  /** TOOL-06 */
  getWorkspaceFolders: { description: "The folders that are open in the editor.", arguments: noArguments },
  /** TOOL-07 */
  getDiagnostics: {
    description: "Errors, warnings and hints of language tools, for one file or for all.",
    arguments: z.strictObject({ uri: z.optional(text("file:// URI of the file; leave out for all files")) }),
  },
  /** TOOL-08 */
  checkDocumentDirty: {
    description: "Whether an open document has unsaved changes.",
    arguments: z.strictObject({ filePath: text("Path of the document") }),
  },
  /** TOOL-09 */
  saveDocument: {
    description: "Save an open document.",
    arguments: z.strictObject({ filePath: text("Path of the document") }),
  },
  /** TOOL-10 */
  close_tab: {
    description: "Close a tab by its name; a pending diff of that name is rejected.",
    arguments: z.strictObject({ tab_name: text("Name of the tab") }),
  },
  /** TOOL-11 */
  closeAllDiffTabs: { description: "Close the diffs that this client opened.", arguments: noArguments },
  /** TOOL-12 */
  executeCode: {
    description:
      "Run Python code in the workspace's Jupyter kernel. State is kept between calls. The user may be asked to confirm.",
    waitsForUser: true,
    arguments: z.strictObject({ code: text("The code to run") }),
  },
} as const;

export type ToolName = keyof typeof tools;
export const toolNames = Object.keys(tools) as ToolName[];

/** Returns true for tools that wait for the user, so they have no deadline. */
export function waitsForUser(name: string): boolean {
  return isToolName(name) && "waitsForUser" in tools[name];
}

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}

/** The arguments that a caller passes. Those with a default are optional. */
export type ToolInput<N extends ToolName> = z.input<(typeof tools)[N]["arguments"]>;
/** The arguments that a tool receives, with defaults filled in. */
export type ToolArguments<N extends ToolName> = z.output<(typeof tools)[N]["arguments"]>;
