/** Converts between texts and the lists of lines that notebook files contain. */
import { isRecord } from "@tandem-ide/base";
import type { NotebookOutput, UnknownOutput } from "./nbformat.js";

/** The line breaks of Python's `splitlines`, which Jupyter uses. */
const ends = "\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029";
const lines = new RegExp(`[^${ends}]*(?:\\r\\n|[${ends}])|[^${ends}]+$`, "g");

/** Splits text into lines with their line breaks, as Jupyter does. */
export function splitLines(text: string): string[] {
  return text.match(lines) ?? [];
}

/** Returns the text of a string or a list of lines. */
export function joinLines(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === "string").join("") : "";
}

/** Converts an output from a file and joins its texts. Returns undefined when the value isn't an output. */
export function toOutput(value: unknown): NotebookOutput | UnknownOutput | undefined {
  if (!isRecord(value) || typeof value.output_type !== "string") return undefined;
  const data = isRecord(value.data) ? joinBundle(value.data) : {};
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  const text = (part: unknown) => (typeof part === "string" ? part : "");
  switch (value.output_type) {
    case "stream":
      return {
        output_type: "stream",
        name: value.name === "stderr" ? "stderr" : "stdout",
        text: joinLines(value.text),
      };
    case "display_data":
      return { output_type: "display_data", data, metadata };
    case "execute_result": {
      const count = typeof value.execution_count === "number" ? value.execution_count : null;
      return { output_type: "execute_result", execution_count: count, data, metadata };
    }
    case "error": {
      const traceback = Array.isArray(value.traceback) ? value.traceback.map(text) : [];
      return { output_type: "error", ename: text(value.ename), evalue: text(value.evalue), traceback };
    }
    default:
      return { ...value, output_type: value.output_type };
  }
}

/** Converts an output to the form that Jupyter writes: sorted keys, and texts as lists of lines. */
export function toFileOutput(output: NotebookOutput | UnknownOutput): object {
  const written: Record<string, unknown> = { ...output };
  if (typeof written.text === "string") written.text = splitLines(written.text);
  if (isRecord(written.data)) {
    const split = Object.entries(written.data).map(([type, content]) =>
      typeof content === "string" && isText(type) ? [type, splitLines(content)] : [type, content],
    );
    written.data = Object.fromEntries(split);
  }
  return sortKeys(written);
}

/** Joins lists of lines, except for JSON types, where an array is a value. */
function joinBundle(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const joined = Object.entries(data).map(([type, content]) => {
    const isJson = /^application\/(.*\+)?json$/.test(type);
    return [type, Array.isArray(content) && !isJson ? joinLines(content) : content];
  });
  return Object.fromEntries(joined);
}

/** Binary data stays one string, however long. */
function isText(type: string): boolean {
  return type.startsWith("text/") || type === "image/svg+xml" || type === "application/javascript";
}

/** Sorts keys at all depths as Jupyter does, so that saving the file in Jupyter doesn't change it. */
function sortKeys(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, content]) => [key, sortWithin(content)]));
}

function sortWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortWithin);
  return isRecord(value) ? sortKeys(value) : value;
}
